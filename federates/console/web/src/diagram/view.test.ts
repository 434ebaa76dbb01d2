import { expect, test } from 'vitest';

import type { Point } from '../drawing/layout';
import { pan, reveal, whole, zoom } from './view';

const SIZE: Point = [1600, 800];

test('zooming keeps the point under the pointer where it is', () => {
  const view = zoom(whole(SIZE), 2, [400, 200], SIZE);
  expect(view).toEqual({ x: 200, y: 100, width: 800, height: 400 });
  expect((400 - view.x) / view.width).toBe(400 / 1600);
});

test('the view never leaves the drawing, nor gets larger than it or too small', () => {
  expect(zoom(whole(SIZE), 0.5, [0, 0], SIZE)).toEqual(whole(SIZE));
  expect(zoom(whole(SIZE), 1000, [0, 0], SIZE).width).toBe(200);
  const near = zoom(whole(SIZE), 2, [0, 0], SIZE);
  expect(pan(near, [-50, 5000], SIZE)).toMatchObject({ x: 0, y: 400 });
});

test('a selected element is brought into view, and one in view does not move it', () => {
  const near = zoom(whole(SIZE), 4, [0, 0], SIZE);
  expect(reveal(near, [200, 100], SIZE)).toEqual(near);
  const moved = reveal(near, [1000, 600], SIZE);
  expect(moved.x).toBeLessThan(1000);
  expect(moved.x + moved.width).toBeGreaterThan(1000);
  expect(moved.y + moved.height).toBeGreaterThan(600);
});
