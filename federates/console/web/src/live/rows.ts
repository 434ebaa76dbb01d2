// The event list in the order of virtual time, whatever the order of arrival.

import type { EventRow } from '../generated/busbar/v1/console_pb';

/** Rows a page keeps; the oldest go first. */
export const ROWS_MAX = 100_000;

/** By stamp, then by the order of the model within one instant, then by number. */
export function compareRows(a: EventRow, b: EventRow): number {
  if (a.stampUs !== b.stampUs) return a.stampUs < b.stampUs ? -1 : 1;
  if (a.rank !== b.rank) return a.rank - b.rank;
  return a.number < b.number ? -1 : a.number > b.number ? 1 : 0;
}

/** How many of the sorted rows come before `row`. */
export function placeOf(rows: readonly EventRow[], row: EventRow): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = rows[middle];
    if (at && compareRows(at, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The sorted rows with others put in their places; only what comes after the first is merged. */
export function mergeRows(rows: readonly EventRow[], incoming: readonly EventRow[]): EventRow[] {
  const sorted = [...incoming].sort(compareRows);
  const first = sorted[0];
  if (!first) return [...rows];
  const place = placeOf(rows, first);
  const merged = rows.slice(0, place);
  let next = 0;
  for (const row of rows.slice(place)) {
    for (let other = sorted[next]; other && compareRows(other, row) < 0; other = sorted[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(row);
  }
  for (const row of sorted.slice(next)) merged.push(row);
  return merged.length > ROWS_MAX ? merged.slice(merged.length - ROWS_MAX) : merged;
}
