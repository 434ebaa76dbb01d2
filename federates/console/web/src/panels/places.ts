// Where a fault can be injected from the panel of an element: on a line, and at its nodes.

import type { Drawing, Element } from '../drawing/drawing';

export interface Place { id: string; onLine: boolean }

export function faultPlaces(element: Element, drawing: Drawing): Place[] {
  // The line of its bay is what a person means by "a fault on this feeder".
  const ofBay = (other: Element) => other.kind === 'line' && other.bay !== '' && other.bay === element.bay;
  const lines = element.kind === 'line' ? [element] : [...drawing.elements.values()].filter(ofBay);
  return [
    ...lines.map(({ id }) => ({ id, onLine: true })),
    ...element.nodes.map((id) => ({ id, onLine: false })),
  ];
}
