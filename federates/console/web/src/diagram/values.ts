// Measured values as text: kV and MW with two digits, A without.

import type { Reading } from '../drawing/layout';
import type { Exercise } from '../live/exercise.svelte';

type Measured = Pick<Exercise, 'nodes' | 'currents' | 'flows'>;

/** A number with its digits; never a minus before zero. */
export function digits(value: number, count: number): string {
  const text = value.toFixed(count);
  return Number(text) === 0 ? (0).toFixed(count) : text.replace('-', '−');
}

/** The lines of a reading beside the drawing; none while it is unknown. */
export function readingLines(reading: Reading, { nodes, currents, flows }: Measured): string[] {
  switch (reading.show) {
    case 'voltage': {
      const node = nodes.get(reading.of);
      return node ? [`${digits(node.kilovolts, 2)} kV`] : [];
    }
    case 'current': {
      const ct = currents.get(reading.of);
      return ct ? [`${digits(Math.max(ct.a, ct.b, ct.c), 0)} A`] : [];
    }
    case 'from_power': {
      const flow = flows.get(reading.of);
      return flow ? power(flow.fromMw, flow.fromMvar) : [];
    }
    case 'to_power': {
      const flow = flows.get(reading.of);
      return flow ? power(flow.toMw, flow.toMvar) : [];
    }
  }
}

const power = (mw: number, mvar: number): string[] => [`${digits(mw, 2)} MW`, `${digits(mvar, 2)} Mvar`];
