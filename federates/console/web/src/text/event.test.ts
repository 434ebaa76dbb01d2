import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';

import { EventKind, EventRowSchema } from '../generated/busbar/v1/console_pb';
import { DICTIONARY } from './dictionary';
import { eventCells } from './event';
import { eventKey, lossText } from './names';

const cells = (language: 'en' | 'zh', init: MessageInitShape<typeof EventRowSchema>) =>
  Object.values(eventCells(language, create(EventRowSchema, init)));

test('a trip names its element, what the element is, and its breakers', () => {
  const trip = { kind: EventKind.PROTECTION_TRIP, subject: 'P911.50_2', devices: ['QF911', 'QF912'] };
  expect(cells('en', trip)).toEqual(['P911.50_2', 'trips QF911, QF912', 'definite-time overcurrent']);
  expect(cells('zh', trip)).toEqual(['P911.50_2', '跳闸 QF911, QF912', '过流II段']);
});

test('an element that nobody knows has only its id', () => {
  expect(cells('en', { kind: EventKind.PROTECTION_START, subject: 'P1.XYZ' })).toEqual(['P1.XYZ', 'started', '']);
  expect(cells('en', { kind: EventKind.PROTECTION_START, subject: 'P1.21_3' })).toEqual(['P1.21_3', 'started', 'distance']);
});

test('a known alarm has its sentence, another one its code and text', () => {
  const alarm = { kind: EventKind.ALARM, source: 'P911.79' };
  const known = { ...alarm, subject: 'reclose_unsuccessful', detail: 'reclose unsuccessful' };
  expect(cells('zh', known)).toEqual(['P911.79', '告警: 重合闸不成功', '']);
  const other = { ...alarm, subject: 'oil_low', detail: 'oil level of QF911' };
  expect(cells('en', other)).toEqual(['P911.79', 'alarm: oil_low', 'oil level of QF911']);
});

test('a federate is called by its role, or by its own name where it has another one', () => {
  const lost = { kind: EventKind.FEDERATE_LOST, subject: 'protection', detail: 'an operator removed it' };
  expect(cells('zh', lost)).toEqual(['保护', '失联', '被运维人员移除']);
  expect(cells('en', { ...lost, subject: 'substation-2', detail: '' })).toEqual(['substation-2', 'LOST', '']);
});

test('the cause of a switching is its detail', () => {
  const opened = { kind: EventKind.SWITCH_OPEN, subject: 'QF911', detail: 'P911.ACC' };
  expect(cells('en', opened)).toEqual(['QF911', 'opened', 'P911.ACC']);
});

test('every kind of event has a sentence of its own, and unknown kinds have one too', () => {
  const kinds = Object.values(EventKind).filter((kind) => typeof kind === 'number');
  expect(new Set(kinds.map(eventKey)).size).toBe(kinds.length);
  expect(DICTIONARY.en[eventKey(999 as EventKind)]).toContain('does not know');
});

test('why a federate was lost is told in the language of the page', () => {
  expect(lossText('zh', 'an operator removed it')).toBe('被运维人员移除');
  expect(lossText('zh', 'something else')).toBe('something else');
  expect(lossText('en', '')).toBe('');
});
