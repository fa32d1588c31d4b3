/** How far a tooltip stands from what it reads. */
const distance = 14;

/** The room of a tooltip's names, so that the values beside them stand whole in a narrow chart. */
export function labelWidth(chartWidth: number): number {
  return Math.max(60, Math.min(190, chartWidth - 240));
}

/** Where a tooltip begins: right of what it reads, or left of it, or as far right as the chart goes where neither has room. */
export function tooltipLeft(at: number, width: number, chartWidth: number): number {
  const [right, left] = [at + distance, at - distance - width];
  if (at < chartWidth * 0.55 && right + width <= chartWidth) return right;
  if (left >= 0) return left;
  return right + width <= chartWidth ? right : Math.max(0, chartWidth - width);
}
