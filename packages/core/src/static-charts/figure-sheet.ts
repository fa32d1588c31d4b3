import { element, svgImage } from '../charts/svg-element.ts';
import type { Figure } from './figure.ts';

const columns = 2;

/** Returns several figures as one SVG image, in two columns; null without figures. */
export function figureSheet(figures: readonly Figure[]): string | null {
  if (figures.length === 0) return null;
  const rows = Array.from({ length: Math.ceil(figures.length / columns) }, (_, row) =>
    figures.slice(row * columns, (row + 1) * columns),
  );
  let height = 0;
  let width = 0;
  const placed: string[] = [];
  for (const row of rows) {
    let x = 0;
    for (const figure of row) {
      placed.push(element('g', { transform: `translate(${x},${height})` }, figure.svg));
      x += figure.width;
    }
    width = Math.max(width, x);
    height += Math.max(...row.map((figure) => figure.height));
  }
  return svgImage({ width, height }, { background: '#ffffff' }, placed.join(''));
}
