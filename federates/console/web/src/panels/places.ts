// Where a fault can be injected from the panel of an element: on a line, else at its nodes.

import type { Drawing, Element } from '../drawing/drawing';

export interface Place { id: string; onLine: boolean }

export function faultPlaces(element: Element, drawing: Drawing): Place[] {
  const lines = element.kind === 'line' ? [element.id] : [];
  // A feeder's own line is what a person means by "a fault on this feeder".
  for (const other of drawing.elements.values()) {
    if (element.bay && other.kind === 'line' && other.bay === element.bay && other !== element) lines.push(other.id);
  }
  const nodes = element.nodes.map((id) => ({ id, onLine: false }));
  const onLines = lines.map((id) => ({ id, onLine: true }));
  return element.kind === 'line' ? [...onLines, ...nodes] : [...nodes, ...onLines];
}
