// The part of the drawing that is on the screen.

import type { Point } from '../drawing/layout';

export interface View { x: number; y: number; width: number; height: number }

const ZOOM_MAX = 8;

export const whole = ([width, height]: Point): View => ({ x: 0, y: 0, width, height });

/** The view made `factor` times larger, with one point of the drawing staying where it is. */
export function zoom(view: View, factor: number, [x, y]: Point, size: Point): View {
  const width = Math.min(size[0], Math.max(size[0] / ZOOM_MAX, view.width / factor));
  const ratio = width / view.width;
  const moved = { x: x - (x - view.x) * ratio, y: y - (y - view.y) * ratio };
  return inside({ ...moved, width, height: view.height * ratio }, size);
}

export function pan(view: View, [x, y]: Point, size: Point): View {
  return inside({ ...view, x: view.x + x, y: view.y + y }, size);
}

/** The view moved so that a point can be seen, with some room around it. */
export function reveal(view: View, [x, y]: Point, size: Point): View {
  const [roomX, roomY] = [view.width / 8, view.height / 8];
  const shift = (at: number, from: number, length: number, room: number) =>
    Math.min(0, at - from - room) + Math.max(0, at - from - length + room);
  return pan(view, [shift(x, view.x, view.width, roomX), shift(y, view.y, view.height, roomY)], size);
}

function inside(view: View, size: Point): View {
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), Math.max(0, most));
  return { ...view, x: clamp(view.x, size[0] - view.width), y: clamp(view.y, size[1] - view.height) };
}
