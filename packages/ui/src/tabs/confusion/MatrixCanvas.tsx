import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { movedInGrid } from '../../components/grid-position.ts';
import { useTranslate } from '../../components/translate-context.ts';
import { percentText } from '../../text/number-text.ts';
import { counted } from '../../text/translate.ts';
import { useView } from '../../view/view-context.ts';
import { greatestOf, type MatrixProps, strengthOf } from './MatrixGrid.tsx';

/**
 * Canvas view of a matrix with many classes, with at least one pixel per cell. Arrow keys move a cursor, whose cell
 * is announced.
 */
export function MatrixCanvas({ matrix, values, by, totals, chosen, onChoose }: MatrixProps): ReactElement {
  const t = useTranslate();
  const { theme } = useView();
  const canvas = useRef<HTMLCanvasElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  const [at, setAt] = useState({ row: 0, column: 0, isByKey: false });
  const size = matrix.labels.length;
  const scale = Math.max(1, Math.min(10, Math.floor(560 / size)));
  // `theme` is a dependency because the colors are read from the style sheet.
  useEffect(() => {
    if (canvas.current) drawMatrix(canvas.current, values, greatestOf(values, by), scale);
  }, [values, by, scale, theme]);
  useEffect(() => {
    if (at.isByKey) mark.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [at]);
  const count = matrix.counts[at.row]?.[at.column] ?? 0;
  const share = totals.rows[at.row] ? count / totals.rows[at.row]! : null;
  const announced = t(
    '%1 predicted as %2: %3 (%4 of the row)',
    matrix.labels[at.row]!,
    matrix.labels[at.column]!,
    count,
    percentText(share),
  );
  const cellOf = (event: { clientX: number; clientY: number }) => {
    const box = canvas.current!.getBoundingClientRect();
    const indexAt = (from: number, extent: number) =>
      Math.max(0, Math.min(size - 1, Math.floor((from / extent) * size)));
    return { row: indexAt(event.clientY - box.top, box.height), column: indexAt(event.clientX - box.left, box.width) };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedInGrid({ row: at.row + 1, column: at.column }, event, { rows: size, columns: size, page: 10 });
    if (next) setAt({ row: Math.max(0, next.row - 1), column: next.column, isByKey: true });
    else if (event.key === 'Enter' || event.key === ' ') onChoose({ row: at.row, column: at.column });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const boxOf = (cell: { row: number; column: number }) => ({
    left: cell.column * scale,
    top: cell.row * scale,
    width: Math.max(4, scale),
    height: Math.max(4, scale),
  });
  return (
    <div className="tl-matrix-map">
      <p className="tl-matrix-axis">
        {matrix.columnLabel} → · {matrix.rowLabel} ↓
      </p>
      <p className="tl-matrix-readout" aria-live="polite">
        {announced}
      </p>
      <div className="tl-matrix-scroll">
        <div
          className="tl-matrix-canvas"
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application handles the keys that move its cursor.
          tabIndex={0}
          aria-label={t(
            '%1, %2; arrows move through the cells',
            matrix.title,
            counted(t, size, '%1 class', '%1 classes'),
          )}
          style={{ width: size * scale, height: size * scale }}
          onKeyDown={onKeyDown}
          onPointerMove={(event) => setAt({ ...cellOf(event), isByKey: false })}
          onClick={(event) => onChoose(cellOf(event))}
        >
          <canvas ref={canvas} width={size * scale} height={size * scale} />
          {chosen && <span className="tl-matrix-mark tl-matrix-chosen" style={boxOf(chosen)} />}
          <span ref={mark} className="tl-matrix-mark" style={boxOf(at)} />
        </div>
      </div>
    </div>
  );
}

/** Draws the cells of a matrix as squares of `scale` pixels: correct ones and mistakes in different colors. */
function drawMatrix(
  canvas: HTMLCanvasElement,
  values: MatrixProps['values'],
  greatest: ReturnType<typeof greatestOf>,
  scale: number,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const style = getComputedStyle(canvas);
  const color = (name: string) => style.getPropertyValue(name).trim();
  context.globalAlpha = 1;
  context.fillStyle = color('--tl-ground') || '#fff';
  context.fillRect(0, 0, values.length * scale, values.length * scale);
  for (const right of [true, false]) {
    context.fillStyle = color(right ? '--tl-accent' : '--tl-crashed') || '#1f6fd1';
    for (const [row, shares] of values.entries()) {
      for (const [column, share] of shares.entries()) {
        if ((row === column) !== right || share === 0) continue;
        context.globalAlpha = strengthOf(share, right ? greatest.right : greatest.wrong);
        context.fillRect(column * scale, row * scale, scale, scale);
      }
    }
  }
}
