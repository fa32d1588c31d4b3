import { type KeyboardEvent, type ReactElement, useId, useState } from 'react';
import { FixedList } from '../../components/FixedList.tsx';
import { type GridPosition, movedInGrid } from '../../components/grid-position.ts';
import { useTranslate } from '../../components/translate-context.ts';
import { decimalText, numberText, percentText } from '../../text/number-text.ts';
import type { ConfusionMatrix, Normalization, totalsOf } from './confusion-matrix.ts';

/** Position of a cell. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Props of both views of a matrix. */
export interface MatrixProps {
  readonly matrix: ConfusionMatrix;
  readonly values: readonly (readonly number[])[];
  readonly by: Normalization;
  readonly totals: ReturnType<typeof totalsOf>;
  readonly chosen: Cell | null;
  readonly onChoose: (cell: Cell) => void;
}

/** Returns the color strength of a cell, from 0 to 1, relative to the greatest value of its kind. */
export function strengthOf(value: number, greatest: number): number {
  return value <= 0 || greatest <= 0 ? 0 : 0.08 + 0.92 * Math.sqrt(Math.min(1, value / greatest));
}

/**
 * Returns the greatest correct and wrong value. Mistakes have their own scale, or they would be invisible in a good
 * matrix.
 */
export function greatestOf(
  values: readonly (readonly number[])[],
  by: Normalization,
): { right: number; wrong: number } {
  let right = 0;
  let wrong = 0;
  values.forEach((cells, row) => {
    cells.forEach((value, column) => {
      if (row === column) right = Math.max(right, value);
      else wrong = Math.max(wrong, value);
    });
  });
  return by === 'row' || by === 'column' ? { right: 1, wrong: Math.max(wrong, 0.2) } : { right, wrong };
}

/**
 * Returns the percentage of color in a cell with a number. Values between weak and strong are avoided, since no text
 * color is readable on them in either theme. Mistakes are always weak.
 */
function shadeOf(strength: number, right: boolean): { readonly percent: number; readonly strong: boolean } {
  if (!right || strength <= 0.5)
    return { percent: Math.round(Math.min(strength, 1) * (right ? 100 : 50)), strong: false };
  return { percent: Math.round((0.85 + (strength - 0.5) * 0.3) * 100), strong: true };
}

/** Matrix with readable numbers. It has one tab stop; arrows move, and Enter shows the samples of a cell. */
export function MatrixGrid(props: MatrixProps): ReactElement {
  const { matrix, values, chosen, onChoose } = props;
  const t = useTranslate();
  const id = useId();
  const [position, setPosition] = useState<GridPosition>({ row: 1, column: 0 });
  const size = matrix.labels.length;
  const greatest = greatestOf(values, props.by);
  const cellId = (row: number, column: number) => `${id}-${row}-${column}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedInGrid(position, event, { rows: size, columns: size, page: 5 });
    if (next) {
      const at = { ...next, row: Math.max(1, next.row) };
      setPosition(at);
      document.getElementById(cellId(at.row - 1, at.column))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else if (event.key === 'Enter' || event.key === ' ') onChoose({ row: position.row - 1, column: position.column });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="tl-matrix-scroll">
      <p className="tl-matrix-axis">
        {matrix.rowLabel} ↓ · {matrix.columnLabel} →
      </p>
      <div
        className="tl-matrix"
        role="grid"
        tabIndex={0}
        aria-label={t('%1: rows are %2, columns are %3', matrix.title, matrix.rowLabel, matrix.columnLabel)}
        aria-rowcount={size + 1}
        aria-colcount={size + 1}
        aria-activedescendant={cellId(position.row - 1, position.column)}
        onKeyDown={onKeyDown}
        style={{ gridTemplateColumns: `minmax(40px, max-content) repeat(${size}, minmax(34px, 52px))` }}
      >
        <div role="row" className="tl-matrix-row">
          <span role="columnheader" className="tl-matrix-label" aria-label={matrix.rowLabel} />
          <FixedList items={matrix.labels}>
            {(label) => (
              <span role="columnheader" className="tl-matrix-label tl-matrix-top" title={label}>
                {label}
              </span>
            )}
          </FixedList>
        </div>
        <FixedList items={matrix.labels}>
          {(label, row) => (
            <div role="row" className="tl-matrix-row">
              <span role="rowheader" className="tl-matrix-label" title={label}>
                {label}
              </span>
              <FixedList items={matrix.labels}>
                {(_, column) => (
                  <MatrixCell
                    {...props}
                    id={cellId(row, column)}
                    row={row}
                    column={column}
                    strength={strengthOf(values[row]![column]!, row === column ? greatest.right : greatest.wrong)}
                    chosen={chosen?.row === row && chosen.column === column}
                    active={position.row - 1 === row && position.column === column}
                    onClick={() => {
                      setPosition({ row: row + 1, column });
                      onChoose({ row, column });
                    }}
                  />
                )}
              </FixedList>
            </div>
          )}
        </FixedList>
      </div>
    </div>
  );
}

/** Cell of a matrix, shaded by its value. */
function MatrixCell({
  matrix,
  values,
  by,
  totals,
  id,
  row,
  column,
  strength,
  chosen,
  active,
  onClick,
}: Pick<MatrixProps, 'matrix' | 'values' | 'by' | 'totals'> & {
  readonly id: string;
  readonly row: number;
  readonly column: number;
  readonly strength: number;
  readonly chosen: boolean;
  /** Whether the cell is the active descendant of the grid. */
  readonly active: boolean;
  readonly onClick: () => void;
}): ReactElement {
  const t = useTranslate();
  const value = values[row]![column]!;
  const count = matrix.counts[row]![column]!;
  const right = row === column;
  const shade = shadeOf(strength, right);
  const share = totals.rows[row] ? count / totals.rows[row] : null;
  const [label, other] = [matrix.labels[row]!, matrix.labels[column]!];
  return (
    <span
      id={id}
      role="gridcell"
      aria-selected={chosen}
      className={`tl-matrix-cell ${right ? 'tl-right' : 'tl-wrong'} ${active ? 'tl-current' : ''}`}
      data-strong={shade.strong}
      style={{ '--tl-strength': `${shade.percent}%` } as object}
      title={t('%1 predicted as %2: %3 (%4 of the row)', label, other, count, percentText(share))}
      onClick={onClick}
    >
      {value === 0 ? '' : by === 'none' ? numberText(value) : percentOf(value)}
    </span>
  );
}

/** Formats a share as a percentage without its sign, to fit a cell. */
function percentOf(share: number): string {
  const percent = share * 100;
  return percent >= 99.95 ? '100' : decimalText(percent, percent < 9.95 ? 1 : 0);
}
