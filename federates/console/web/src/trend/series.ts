// Samples of one measured object as columns, the way the chart draws them.

import type { TrendResponse } from '../generated/busbar/v1/console_pb';

/** Samples a page keeps of the object it shows. */
export const SAMPLES_MAX = 20_000;

export interface Series {
  server: string;
  /** Number of the newest sample; 0 for none. */
  newest: bigint;
  quantities: readonly string[];
  /** Virtual seconds. */
  times: readonly number[];
  /** One column for each quantity. */
  columns: readonly (readonly number[])[];
}

export const EMPTY: Series = { server: '', newest: 0n, quantities: [], times: [], columns: [] };

/** The series with an answer of the server appended; another server begins it anew. */
export function append(series: Series, answer: TrendResponse): Series {
  const from = series.server === answer.server ? series : { ...EMPTY, server: answer.server };
  const fresh = answer.samples.filter((sample) => sample.number > from.newest);
  if (fresh.length === 0) return from;
  const cut = Math.max(0, from.times.length + fresh.length - SAMPLES_MAX);
  const times = [...from.times, ...fresh.map((sample) => Number(sample.stampUs) / 1e6)].slice(cut);
  const columns = answer.quantities.map((_, index) =>
    [...(from.columns[index] ?? []), ...fresh.map((sample) => sample.values[index] ?? Number.NaN)].slice(cut),
  );
  const newest = fresh.at(-1)?.number ?? from.newest;
  return { server: answer.server, newest, quantities: answer.quantities, times, columns };
}

/** The columns of a chart up to `now`: values are told when they change and hold until then. */
export function chartData(series: Series, now: number): number[][] {
  const last = series.times.at(-1);
  if (last === undefined) return [];
  if (now <= last) return [[...series.times], ...series.columns.map((column) => [...column])];
  return [[...series.times, now], ...series.columns.map((column) => [...column, column.at(-1) ?? Number.NaN])];
}
