// Which element an arrow key leads to.

import type { Element } from './drawing';

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

const WAYS: Record<Arrow, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export const isArrow = (key: string): key is Arrow => key in WAYS;

/** The nearest element in a direction; what lies aside counts three times as far. */
export function neighbour(elements: Iterable<Element>, from: Element, arrow: Arrow): Element | undefined {
  const [wayX, wayY] = WAYS[arrow];
  let best: { element: Element; distance: number } | undefined;
  for (const element of elements) {
    const [x, y] = [element.at[0] - from.at[0], element.at[1] - from.at[1]];
    const ahead = x * wayX + y * wayY;
    if (ahead <= 1) continue;
    const distance = ahead + 3 * Math.abs(x * wayY + y * wayX);
    if (!best || distance < best.distance) best = { element, distance };
  }
  return best?.element;
}
