import { element } from '../charts/svg-element.ts';
import type { ChartImage } from '../snapshots/snapshot-chart.ts';

const columns = 2;

/** Returns several charts as one SVG image, in two columns; null without charts. */
export function chartSheet(charts: readonly ChartImage[]): string | null {
  if (charts.length === 0) return null;
  const rows = Array.from({ length: Math.ceil(charts.length / columns) }, (_, row) =>
    charts.slice(row * columns, (row + 1) * columns),
  );
  let height = 0;
  let width = 0;
  const placed: string[] = [];
  for (const row of rows) {
    let x = 0;
    for (const chart of row) {
      placed.push(element('g', { transform: `translate(${x},${height})` }, chart.svg));
      x += chart.width;
    }
    width = Math.max(width, x);
    height += Math.max(...row.map((chart) => chart.height));
  }
  const background = element('rect', { width, height, fill: '#ffffff' });
  const size = { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` };
  return element('svg', size, background + placed.join(''));
}
