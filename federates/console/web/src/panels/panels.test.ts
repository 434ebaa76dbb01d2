import { expect, test } from 'vitest';

import ts220 from '../../../layouts/ts220.json';
import { compile } from '../drawing/drawing';
import type { Layout } from '../drawing/layout';
import { findElement } from './find';
import { measuredAt } from './measurements';
import { faultPlaces } from './places';

const drawing = compile(ts220 as unknown as Layout);
const element = (id: string) => {
  const found = drawing.elements.get(id);
  if (!found) throw new Error(`${id} is not drawn`);
  return found;
};

test('a fault on a line comes first on a line, and its end nodes after it', () => {
  expect(faultPlaces(element('F911'), drawing)).toEqual([
    { id: 'F911', onLine: true },
    { id: '911b', onLine: false },
    { id: '911-END', onLine: false },
  ]);
});

test('every element offers a place for a fault: a device the line of its bay and its nodes', () => {
  expect(faultPlaces(element('QF911'), drawing).map((place) => place.id)).toEqual(['F911', '911a', '911b']);
  expect(faultPlaces(element('10-I'), drawing)).toEqual([{ id: '10-I', onLine: false }]);
  for (const one of drawing.elements.values()) expect(faultPlaces(one, drawing).length, one.id).toBeGreaterThan(0);
});

test('a breaker shows what is measured in its bay and at its nodes', () => {
  expect(measuredAt(element('QF911'), drawing)).toEqual(['CT911', 'F911', '911a', '911b']);
  expect(measuredAt(element('T1'), drawing).slice(0, 3)).toEqual(['T1.H', 'T1.M', 'T1.L']);
});

test('a device is found by its id or the end of its number', () => {
  const ids = ['QF911', 'ES9117', 'QS2111'];
  expect(findElement(ids, ' qf911 ')).toBe('QF911');
  expect(findElement(ids, '9117')).toBe('ES9117');
  expect(findElement(ids, '77')).toBeUndefined();
  expect(findElement(ids, '')).toBeUndefined();
});
