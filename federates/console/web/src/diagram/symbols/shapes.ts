// Outlines of the symbols that have no state of their own, after IEC 60617.

import type { SymbolKind } from '../../drawing/drawing';

export interface Shape {
  /** Drawn as lines, turned with the wire. */
  lines: string;
  /** Drawn as lines, upright whatever the direction of the wire. */
  upright?: string;
  /** Filled. */
  filled?: string;
}

const circle = (y: number, r: number) => `M ${-r} ${y} a ${r} ${r} 0 1 0 ${2 * r} 0 a ${r} ${r} 0 1 0 ${-2 * r} 0 Z`;

export const SHAPES: Partial<Record<SymbolKind, Shape>> = {
  ct: { lines: circle(0, 5.5) },
  vt: { lines: circle(-4, 6) + circle(4, 6) },
  load: { lines: 'M 0 -8 V -4', filled: 'M -6 -4 L 0 8 L 6 -4 Z' },
  capacitor: { lines: 'M -9 -3 H 9 M -9 3 H 9 M 0 3 V 9 M -6 9 H 6 M -3.5 12 H 3.5' },
  grid: { lines: 'M -10 -10 H 10 V 10 H -10 Z M -10 -10 L 10 10 M 10 -10 L -10 10 M 0 -10 V 10 M -10 0 H 10' },
  generator: { lines: circle(0, 10), upright: 'M -5 0 C -3.5 -5 -1.5 -5 0 0 S 3.5 5 5 0' },
  inverter: {
    lines: '',
    upright: 'M -8 -8 H 8 V 8 H -8 Z M -8 8 L 8 -8 M -6 -5 H -1 M -6 -2.5 H -1 M 1 4 C 2 1.5 3 1.5 3.8 4 S 5.6 6.5 6.6 4',
  },
  earthing_transformer: {
    lines: `${circle(0, 10)} M -5 -5 L 0 0 M 5 -5 L 0 0 M 0 0 V 6 M 0 10 V 15 M -6 15 H 6 M -4 18 H 4 M -2 21 H 2`,
  },
  earth: { lines: 'M -7 0 H 7 M -4.5 3 H 4.5 M -2 6 H 2' },
};
