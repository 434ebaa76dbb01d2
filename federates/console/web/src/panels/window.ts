// Which rows of a long list are on the screen.

export interface Window { first: number; end: number }

/** Rows more than can be seen, so that scrolling shows no gaps. */
const MARGIN = 6;

export function rowWindow(scrollTop: number, height: number, rowHeight: number, count: number): Window {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - MARGIN);
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + MARGIN);
  return { first: Math.min(first, end), end };
}

/** The scroll position that shows a row, moved as little as possible. */
export function scrollToRow(index: number, scrollTop: number, height: number, rowHeight: number): number {
  const top = index * rowHeight;
  return Math.max(Math.min(scrollTop, top), top + rowHeight - height);
}
