// What the panel of an element shows as values, and what its trend can be of.

import type { Drawing, Element } from '../drawing/drawing';
import { digits } from '../diagram/values';
import type { Exercise } from '../live/exercise.svelte';

export interface Value { quantity: string; text: string }
export type Measured = Pick<Exercise, 'nodes' | 'currents' | 'flows'>;

/** Ids under which something is measured at an element or in its bay; its own first. */
export function measuredAt(element: Element, drawing: Drawing): string[] {
  const ids = new Set(element.measured);
  if (element.bay) {
    for (const other of drawing.elements.values()) {
      const branch = other.kind === 'ct' || other.kind === 'line';
      if (branch && other.bay === element.bay) ids.add(other.id);
    }
  }
  for (const node of element.nodes) ids.add(node);
  return [...ids];
}

/** The values of one measured object; none while it is unknown. */
export function valuesOf(id: string, { nodes, currents, flows }: Measured): Value[] {
  const node = nodes.get(id);
  if (node) return [{ quantity: 'kilovolts', text: `${digits(node.kilovolts, 2)} kV ∠ ${digits(node.degrees, 1)}°` }];
  const ct = currents.get(id);
  if (ct) {
    const ampere = (quantity: string, value: number) => ({ quantity, text: `${digits(value, 0)} A` });
    return [ampere('a', ct.a), ampere('b', ct.b), ampere('c', ct.c), ampere('residual', ct.residual)];
  }
  const flow = flows.get(id);
  if (!flow) return [];
  const power = (quantity: string, value: number, unit: string) => ({ quantity, text: `${digits(value, 2)} ${unit}` });
  return [
    power('from_mw', flow.fromMw, 'MW'),
    power('from_mvar', flow.fromMvar, 'Mvar'),
    power('to_mw', flow.toMw, 'MW'),
    power('to_mvar', flow.toMvar, 'Mvar'),
  ];
}
