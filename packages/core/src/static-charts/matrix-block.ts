import { listOf } from '../charts/untrusted-json.ts';
import { limitedTable } from '../snapshots/static-table.ts';
import type { StaticBlock } from './static-block.ts';

/** Maximum number of classes of a matrix in a static form. */
const classLimit = 20;

/** Returns a confusion matrix as the SDK writes it as a table; null for anything else. */
export function matrixBlock(title: string, json: string | null): StaticBlock | null {
  const value = parsed(json);
  const rows = listOf(value?.matrix).map((row) => listOf(row).map(cellText));
  if (rows.length === 0) return null;
  const names = listOf(value?.labels).map(cellText);
  const label = (index: number) => names[index] || String(index);
  const shown = rows.slice(0, classLimit).map((row, index) => [label(index), ...row.slice(0, classLimit)]);
  const columns = ['true \\ predicted', ...rows.slice(0, classLimit).map((_, index) => label(index))];
  const table = limitedTable(columns, shown, classLimit);
  return { kind: 'table', title, table: { ...table, more: Math.max(0, rows.length - classLimit) } };
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
