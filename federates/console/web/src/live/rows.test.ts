import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';

import { EventRowSchema, type EventRow } from '../generated/busbar/v1/console_pb';
import { mergeRows, placeOf, ROWS_MAX } from './rows';

const row = (number: number, stampUs: number, rank = 1): EventRow =>
  create(EventRowSchema, { number: BigInt(number), stampUs: BigInt(stampUs), rank });
const numbers = (rows: readonly EventRow[]) => rows.map((one) => Number(one.number));

test('rows are in the order of stamp, rank, number, whatever their order of arrival', () => {
  const rows = mergeRows([], [row(3, 20, 1), row(1, 10, 4), row(2, 10, 1), row(4, 20, 1)]);
  expect(numbers(rows)).toEqual([2, 1, 3, 4]);
});

test('late rows and older portions take their places', () => {
  const known = mergeRows([], [row(5, 50), row(6, 60), row(8, 80)]);
  expect(numbers(mergeRows(known, [row(7, 55), row(9, 90)]))).toEqual([5, 7, 6, 8, 9]);
  expect(numbers(mergeRows(known, [row(1, 10), row(2, 20)]))).toEqual([1, 2, 5, 6, 8]);
  expect(numbers(mergeRows(known, []))).toEqual([5, 6, 8]);
});

test('merging changes nothing that was handed over', () => {
  const known = Object.freeze(mergeRows([], [row(1, 10)]));
  const incoming = Object.freeze([row(3, 30), row(2, 5)]);
  expect(numbers(mergeRows(known, incoming))).toEqual([2, 1, 3]);
  expect(numbers(incoming)).toEqual([3, 2]);
});

test('the place of a row is found among many', () => {
  const rows = mergeRows([], Array.from({ length: 1000 }, (_, index) => row(index, index * 10)));
  const at = (index: number) => rows[index] ?? row(0, 0);
  expect([0, 1, 499, 999].map((index) => placeOf(rows, at(index)))).toEqual([0, 1, 499, 999]);
  expect(placeOf(rows, row(0, 1_000_000))).toBe(1000);
});

test('only the oldest rows are dropped, and only past the limit', () => {
  const many = Array.from({ length: ROWS_MAX }, (_, index) => row(index, index));
  const rows = mergeRows(mergeRows([], many), [row(ROWS_MAX, ROWS_MAX)]);
  expect(rows.length).toBe(ROWS_MAX);
  expect([Number(rows[0]?.number), Number(rows.at(-1)?.number)]).toEqual([1, ROWS_MAX]);
});
