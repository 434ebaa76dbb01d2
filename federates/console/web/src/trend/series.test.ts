import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';

import { TrendResponseSchema } from '../generated/busbar/v1/console_pb';
import { append, chartData, EMPTY, SAMPLES_MAX } from './series';

const answer = (server: string, samples: [number: number, seconds: number, value: number][]) =>
  create(TrendResponseSchema, {
    server,
    quantities: ['kilovolts'],
    samples: samples.map(([number, seconds, value]) => ({
      number: BigInt(number), stampUs: BigInt(seconds * 1e6), values: [value],
    })),
  });

test('answers are appended, and a sample that comes twice is taken once', () => {
  const first = append(EMPTY, answer('s', [[1, 0, 10], [2, 1, 11]]));
  const second = append(first, answer('s', [[2, 1, 11], [3, 2.5, 0]]));
  expect(second).toMatchObject({ newest: 3n, times: [0, 1, 2.5], columns: [[10, 11, 0]] });
  expect(append(second, answer('s', []))).toBe(second);
});

test('samples of another server process begin a new series', () => {
  const old = append(EMPTY, answer('s', [[7, 0, 10]]));
  expect(append(old, answer('t', [[1, 3, 5]]))).toMatchObject({ server: 't', newest: 1n, times: [3] });
  expect(append(old, answer('t', []))).toMatchObject({ server: 't', newest: 0n, times: [] });
});

test('a long series loses its oldest samples', () => {
  const many = Array.from({ length: SAMPLES_MAX }, (_, index): [number, number, number] => [index + 1, index, index]);
  const series = append(append(EMPTY, answer('s', many)), answer('s', [[SAMPLES_MAX + 1, SAMPLES_MAX, 1]]));
  expect(series.times.length).toBe(SAMPLES_MAX);
  expect([series.times[0], series.columns[0]?.length]).toEqual([1, SAMPLES_MAX]);
});

test('the last value holds until now', () => {
  const series = append(EMPTY, answer('s', [[1, 0, 10], [2, 1, 11]]));
  expect(chartData(series, 3)).toEqual([[0, 1, 3], [10, 11, 11]]);
  expect(chartData(series, 1)).toEqual([[0, 1], [10, 11]]);
  expect(chartData(EMPTY, 3)).toEqual([]);
});
