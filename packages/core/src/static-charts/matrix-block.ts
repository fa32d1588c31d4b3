import { listOf } from '../charts/untrusted-json.ts';
import { limitedTable } from '../snapshots/static-table.ts';
import type { StaticBlock } from './static-block.ts';

/** Maximum number of classes of a matrix in a static form. */
const classLimit = 20;

/**
 * Returns a confusion matrix as the SDK writes it as a table; null for anything else. Its name is used without a title.
 */
export function matrixBlock(name: string, json: string | null): StaticBlock | null {
  const value = parsed(json);
  const rows = listOf(value?.matrix).map((row) => listOf(row).map(cellText));
  if (rows.length === 0) return null;
  const title = cellText(value?.title) || name;
  const names = listOf(value?.labels).map(cellText);
  const label = (index: number) => names[index] || String(index);
  const shown = rows.slice(0, classLimit).map((row, index) => [label(index), ...row.slice(0, classLimit)]);
  const columns = ['true \\ predicted', ...rows.slice(0, classLimit).map((_, index) => label(index))];
  const table = limitedTable(columns, shown, classLimit);
  const more = Math.max(0, rows.length - classLimit);
  return { kind: 'table', title, table: { ...table, more }, shades: shadesOf(shown) };
}

/**
 * Returns the colors of the counts: blue for correct predictions, red for others, stronger for a larger share of the
 * row.
 */
function shadesOf(rows: readonly (readonly string[])[]): string[][] {
  return rows.map(([, ...cells], row) => {
    const counts = cells.map((cell) => Math.max(0, Number(cell) || 0));
    const total = counts.reduce((sum, count) => sum + count, 0);
    const shade = (count: number, column: number) =>
      count === 0
        ? ''
        : `rgba(${column === row ? '31,111,211' : '211,60,50'},${Math.max(0.08, (0.6 * count) / total).toFixed(2)})`;
    return ['', ...counts.map(shade)];
  });
}

function parsed(json: string | null): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(json ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

const cellText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
