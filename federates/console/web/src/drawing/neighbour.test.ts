import { expect, test } from 'vitest';

import type { Element } from './drawing';
import { isArrow, neighbour } from './neighbour';

const element = (id: string, x: number, y: number): Element => ({
  id, kind: 'breaker', at: [x, y], bay: '', kv: 10, nodes: [], measured: [],
});
const middle = element('middle', 50, 50);
const all = [middle, element('below', 50, 80), element('aside', 60, 60), element('right', 90, 50), element('left', 10, 52)];

test('an arrow leads to the nearest element ahead, not to one aside', () => {
  const to = (arrow: string) => (isArrow(arrow) ? neighbour(all, middle, arrow)?.id : 'no arrow');
  expect(to('ArrowDown')).toBe('below');
  expect(to('ArrowRight')).toBe('aside');
  expect(to('ArrowLeft')).toBe('left');
  expect(to('ArrowUp')).toBeUndefined();
  expect(to('Enter')).toBe('no arrow');
});
