import { expect, test } from 'vitest';

import { NodeEnergisation, Position } from '../generated/busbar/v1/console_pb';
import { contactOf, lookOf, wireClass } from './look';

test('energisation is shown as the server tells it, and unknown when it tells nothing known', () => {
  const { DEAD, LIVE, EARTHED, UNSPECIFIED } = NodeEnergisation;
  expect([DEAD, LIVE, EARTHED, UNSPECIFIED].map(lookOf)).toEqual(['dead', 'live', 'earthed', 'unknown']);
  expect(lookOf(99 as NodeEnergisation)).toBe('unknown');
});

test('positions have a shape each', () => {
  const { OPEN, CLOSED, INTERMEDIATE, UNSPECIFIED } = Position;
  expect([OPEN, CLOSED, INTERMEDIATE, UNSPECIFIED].map(contactOf)).toEqual(['open', 'closed', 'between', 'unknown']);
  expect(contactOf(99 as Position)).toBe('unknown');
});

test('a wire has the class of its voltage level and of its state', () => {
  expect(wireClass(220, 'live')).toBe('kv-220 live');
  expect(wireClass(0.4, 'earthed')).toBe('kv-0-4 earthed');
  expect(wireClass(13.8, 'dead')).toBe('kv-other dead');
});
