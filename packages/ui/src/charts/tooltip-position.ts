/** Horizontal distance between a tooltip and the crosshair, in pixels. */
const distance = 14;

/** Returns the maximum width of names in a tooltip, so that the values next to them fit in the chart. */
export function labelWidth(chartWidth: number): number {
  return Math.min(190, chartWidth - 240);
}

/**
 * Returns the left edge of a tooltip: right of the crosshair or left of it. Where neither side has space, the tooltip
 * is aligned with the right edge of the chart.
 */
export function tooltipLeft(at: number, width: number, chartWidth: number): number {
  const [right, left] = [at + distance, at - distance - width];
  if (at < chartWidth * 0.55 && right + width <= chartWidth) return right;
  if (left >= 0) return left;
  return right + width <= chartWidth ? right : Math.max(0, chartWidth - width);
}
