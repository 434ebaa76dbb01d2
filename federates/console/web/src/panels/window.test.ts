import { expect, test } from 'vitest';

import { rowWindow, scrollToRow } from './window';

test('of a hundred thousand rows only those near the screen are drawn', () => {
  const { first, end } = rowWindow(1_200_000, 480, 24, 100_000);
  expect(first).toBeLessThanOrEqual(50_000);
  expect(end).toBeGreaterThanOrEqual(50_020);
  expect(end - first).toBeLessThan(50);
});

test('the window stays inside the list, also when the list got shorter', () => {
  expect(rowWindow(0, 240, 24, 3)).toEqual({ first: 0, end: 3 });
  expect(rowWindow(0, 240, 24, 0)).toEqual({ first: 0, end: 0 });
  expect(rowWindow(100_000, 240, 24, 10)).toEqual({ first: 10, end: 10 });
});

test('a row is scrolled to as little as needed', () => {
  expect(scrollToRow(5, 0, 240, 24)).toBe(0);
  expect(scrollToRow(20, 0, 240, 24)).toBe(264);
  expect(scrollToRow(2, 200, 240, 24)).toBe(48);
});
