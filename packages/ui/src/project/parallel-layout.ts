/** Margins of the plot in pixels. */
export const margins = { left: 60, right: 60, top: 34, bottom: 14 };
/** Height of the plot in pixels. */
export const height = 320;

const plotHeight = height - margins.top - margins.bottom;
/** Width of a letter of a title in pixels. */
const letterWidth = 6.5;

/** Returns the x coordinate of an axis. */
export function axisLeft(index: number, count: number, width: number): number {
  return margins.left + (index * (width - margins.left - margins.right)) / Math.max(1, count - 1);
}

/** Returns the y coordinate of a position on an axis, a fraction of it. */
export const axisTop = (part: number): number => margins.top + (1 - part) * plotHeight;

/** Returns the position on an axis at a y coordinate, within the axis. */
export const partAt = (top: number): number => Math.min(1, Math.max(0, 1 - (top - margins.top) / plotHeight));

/** Returns how many letters the title of an axis has space for. The outer ones begin at the margin. */
export function titleLetters(index: number, count: number, width: number): number {
  const gap = (width - margins.left - margins.right) / Math.max(1, count - 1);
  const isOuter = index === 0 || index === count - 1;
  return Math.max(4, Math.floor((isOuter ? gap / 2 + margins.left : gap) / letterWidth) - 1);
}
