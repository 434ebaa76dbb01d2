import { expect, test } from 'vitest';

import ts220 from '../../../layouts/ts220.json';
import { compile, type Drawing } from './drawing';
import type { Layout, Part } from './layout';

const layoutOf = (...parts: Part[]): Layout => ({
  station: 's',
  size: [100, 100],
  busbars: [],
  chains: [{ kv: 10, bay: 'b', parts }],
  transformers: [],
  readings: [],
  texts: [],
});
const nodes = (drawing: Drawing) => drawing.wires.map((wire) => wire.node);

test('wires on both sides of a breaker belong to its two nodes, and stop at its edge', () => {
  const drawing = compile(
    layoutOf(
      { part: 'node', id: 'a', at: [10, 10] },
      { part: 'breaker', id: 'QF', at: [10, 30], then: 'b' },
      { part: 'bend', at: [10, 50] },
      { part: 'bend', at: [40, 50] },
    ),
  );
  expect(nodes(drawing)).toEqual(['a', 'b']);
  expect(drawing.wires.map((wire) => wire.points)).toEqual([
    [[10, 10], [10, 23]],
    [[10, 37], [10, 50], [40, 50]],
  ]);
  expect(drawing.elements.get('QF')?.nodes).toEqual(['a', 'b']);
});

test('behind an earthing switch there is earth, which is no node', () => {
  const drawing = compile(
    layoutOf(
      { part: 'node', id: 'a', at: [50, 10] },
      { part: 'earth_switch', id: 'ES', at: [30, 10] },
      { part: 'earth', at: [10, 10] },
    ),
  );
  expect(nodes(drawing)).toEqual(['a', undefined]);
  expect(drawing.elements.get('ES')?.nodes).toEqual(['a']);
});

test('a current transformer does not part its wire', () => {
  const drawing = compile(
    layoutOf(
      { part: 'node', id: 'a', at: [10, 10] },
      { part: 'ct', id: 'CT', at: [10, 20] },
      { part: 'node', id: 'a', at: [10, 40] },
    ),
  );
  expect(nodes(drawing)).toEqual(['a']);
  expect(drawing.elements.get('CT')?.measured).toEqual(['CT']);
});

test('behind a transformer the wire has another voltage', () => {
  const drawing = compile(
    layoutOf(
      { part: 'node', id: 'a', at: [10, 10] },
      { part: 'transformer', id: 'T', at: [10, 40], then: 'b', kv: 0.4 },
      { part: 'node', id: 'b', at: [10, 80] },
    ),
  );
  expect(drawing.wires.map((wire) => wire.kv)).toEqual([10, 0.4]);
});

test('symbols are turned with their wire, and blades swing away from their labels', () => {
  const part = (at: [number, number], by: [number, number]): Part[] => [
    { part: 'node', id: 'a', at: [50, 50] },
    { part: 'disconnector', id: 'Q', at, then: 'b', label: { text: 'Q', by } },
  ];
  const symbol = (at: [number, number], by: [number, number]) => compile(layoutOf(...part(at, by))).symbols[0];
  expect(symbol([50, 80], [9, 0])).toMatchObject({ angle: 0, swing: -1 });
  expect(symbol([50, 80], [-9, 0])).toMatchObject({ angle: 0, swing: 1 });
  expect(symbol([80, 50], [0, -9])).toMatchObject({ angle: -90, swing: -1 });
  expect(symbol([20, 50], [0, -9])).toMatchObject({ angle: 90, swing: 1 });
});

test('the moving contacts of a truck face each other', () => {
  const drawing = compile(
    layoutOf(
      { part: 'node', id: 'a', at: [10, 0] },
      { part: 'truck', id: 'TR', at: [10, 20], then: 'b' },
      { part: 'breaker', id: 'QF', at: [10, 40], then: 'c' },
      { part: 'tips', id: 'TR', at: [10, 60] },
    ),
  );
  expect(drawing.symbols.map((symbol) => symbol.moving)).toEqual([1, 1, -1]);
});

test('everything of ts220 can be selected', () => {
  const { elements, wires } = compile(ts220 as unknown as Layout);
  const count = (kind: string) => [...elements.values()].filter((element) => element.kind === kind).length;
  expect(['breaker', 'disconnector', 'truck', 'earth_switch', 'ct', 'line', 'busbar'].map(count)).toEqual([
    47, 44, 22, 64, 33, 16, 13,
  ]);
  expect(elements.get('T1')?.measured).toEqual(['T1.H', 'T1.M', 'T1.L']);
  expect(elements.get('F911')).toMatchObject({ kind: 'line', bay: '911', nodes: ['911b', '911-END'] });
  expect(wires.every((wire) => wire.points.every((point) => point.every(Number.isFinite)))).toBe(true);
});
