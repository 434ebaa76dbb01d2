import { create } from '@bufbuild/protobuf';
import { SvelteMap } from 'svelte/reactivity';
import { expect, test } from 'vitest';

import { CurrentPointSchema, FlowPointSchema, NodePointSchema } from '../generated/busbar/v1/console_pb';
import { digits, readingLines } from './values';

const measured = {
  nodes: new SvelteMap([['10-I', create(NodePointSchema, { id: '10-I', kilovolts: 10.598 })]]),
  currents: new SvelteMap([['CT911', create(CurrentPointSchema, { id: 'CT911', a: 1, b: 4596.4, c: 3 })]]),
  flows: new SvelteMap([['F911', create(FlowPointSchema, { id: 'F911', fromMw: 4.2, fromMvar: -1.5, toMw: -4, toMvar: 1 })]]),
};
const lines = (of: string, show: 'voltage' | 'current' | 'from_power' | 'to_power') =>
  readingLines({ of, show, at: [0, 0] }, measured);

test('readings have the digits and units of a control room', () => {
  expect(lines('10-I', 'voltage')).toEqual(['10.60 kV']);
  expect(lines('CT911', 'current')).toEqual(['4596 A']);
  expect(lines('F911', 'from_power')).toEqual(['4.20 MW', '−1.50 Mvar']);
  expect(lines('F911', 'to_power')).toEqual(['−4.00 MW', '1.00 Mvar']);
});

test('nothing is shown of what is unknown', () => {
  expect(['voltage', 'current', 'from_power', 'to_power'].flatMap((show) => lines('none', show as 'voltage'))).toEqual([]);
});

test('zero has no sign', () => {
  expect([digits(-0.001, 2), digits(-0.01, 2), digits(0, 0)]).toEqual(['0.00', '−0.01', '0']);
});
