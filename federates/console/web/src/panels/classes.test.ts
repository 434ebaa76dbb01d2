import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';

import { EventKind, EventRowSchema } from '../generated/busbar/v1/console_pb';
import { classOf, filterRows, severityOf } from './classes';

const row = (kind: EventKind, subject: string, devices: string[] = []) => create(EventRowSchema, { kind, subject, devices });
const rows = [
  row(EventKind.FAULT, 'F911'),
  row(EventKind.PROTECTION_TRIP, 'P911.50_2', ['QF911']),
  row(EventKind.SWITCH_OPEN, 'QF911'),
  row(EventKind.COMMAND_REFUSED, 'QS2111'),
  row(EventKind.FEDERATE_LOST, 'protection'),
];
const subjects = (wanted: Parameters<typeof filterRows>[1], text = '', language: 'en' | 'zh' = 'en') =>
  filterRows(rows, wanted, text, language).map((one) => one.subject);

test('every kind of event is of a class', () => {
  expect(rows.map((one) => classOf(one.kind))).toEqual(['plant', 'protection', 'plant', 'commands', 'federation']);
});

test('rows are filtered by class and by what a person reads in them', () => {
  expect(filterRows(rows, 'all', ' ', 'en')).toBe(rows);
  expect(subjects('plant')).toEqual(['F911', 'QF911']);
  expect(subjects('all', 'qf911')).toEqual(['P911.50_2', 'QF911']);
  expect(subjects('protection', 'TRIPS')).toEqual(['P911.50_2']);
  expect(subjects('all', '跳闸', 'zh')).toEqual(['P911.50_2']);
  expect(subjects('all', 'nothing')).toEqual([]);
});

test('accidents are louder than warnings', () => {
  expect(rows.map((one) => severityOf(one.kind))).toEqual(['accident', 'accident', 'normal', 'warning', 'accident']);
});
