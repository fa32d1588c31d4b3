import { fieldsOf, listOf } from '../charts/untrusted-json.ts';
import { limitedTable } from '../snapshots/static-table.ts';
import { fileJson } from './file-json.ts';
import { matrixFigure, type Shade, shadeColor } from './matrix-figure.ts';
import type { StaticBlock } from './static-block.ts';

/** Maximum number of classes of a matrix in a static form. */
const classLimit = 20;

/**
 * Returns a confusion matrix as the SDK writes it as a table; null for anything else. Its name is used without a title.
 */
export function matrixBlock(name: string, json: string | null): StaticBlock | null {
  const value = fieldsOf(fileJson(json));
  const rows = listOf(value.matrix).map((row) => listOf(row).map(cellText));
  if (rows.length === 0 || rows.some((row) => row.length !== rows.length)) return null;
  const title = cellText(value.title) || name;
  const names = listOf(value.labels).map(cellText);
  const label = (index: number) => names[index] || String(index);
  const shown = rows.slice(0, classLimit).map((row, index) => [label(index), ...row.slice(0, classLimit)]);
  const columns = ['true \\ predicted', ...rows.slice(0, classLimit).map((_, index) => label(index))];
  const table = limitedTable(columns, shown, classLimit);
  const more = Math.max(0, rows.length - classLimit);
  const shades = shadesOf(shown);
  const colors = shades.map((row) => row.map((shade) => (shade === null ? '' : translucent(shade))));
  const figure = () => matrixFigure(title, { labels: columns.slice(1), rows: shown, shades, more });
  return { kind: 'table', title, table: { ...table, more }, shades: colors, figures: () => [figure()] };
}

/** Returns the shades of the counts: stronger for a larger share of the row; null for a label and for no count. */
function shadesOf(rows: readonly (readonly string[])[]): (Shade | null)[][] {
  return rows.map(([, ...cells], row) => {
    const counts = cells.map(Number).map((count) => (Number.isFinite(count) ? Math.max(0, count) : 0));
    const total = counts.reduce((sum, count) => sum + count, 0);
    const shade = (count: number, column: number): Shade | null =>
      count === 0 ? null : { correct: column === row, opacity: Math.max(0.08, (0.6 * count) / total) };
    return [null, ...counts.map(shade)];
  });
}

const translucent = (shade: Shade) => `rgba(${shadeColor(shade)},${shade.opacity.toFixed(2)})`;

const cellText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
