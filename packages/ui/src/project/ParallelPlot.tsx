import type { ReactElement } from 'react';
import { Icon } from '../parts/Icon.tsx';
import { Empty } from '../parts/Notice.tsx';
import { useWidth } from '../parts/use-width.ts';
import { counted } from '../text/translate.ts';
import { experimentLabel } from '../trees/experiment-label.ts';
import { useView } from '../viewer/view-context.ts';
import { ColumnSelect } from './ColumnSelect.tsx';
import { type ColumnId, cellOf, columnTitle, type ExperimentRow } from './columns.ts';
import { PlotFigure, type PlotProps, short } from './PlotFigure.tsx';
import { columnAxis, defaultAxes, planeColumns } from './plane.ts';

const box = { height: 320, left: 60, right: 60, top: 34, bottom: 14 };

/** Maximum number of lines; more would merge into a solid area. */
const maxLines = 1000;

/**
 * Parallel coordinates: draws each experiment as a line across one axis per column. Selected experiments have their
 * chart colors.
 */
export function ParallelPlot({ rows, available, automatic, colors }: PlotProps): ReactElement {
  const { t, state, setState } = useView();
  const [section, sectionWidth] = useWidth<HTMLElement>(860);
  const size = { ...box, width: sectionWidth };
  const columns = state.project?.axes ?? defaultAxes(automatic);
  const setColumns = (axes: readonly ColumnId[]) =>
    setState((before) => ({ ...before, project: { ...before.project, axes: [...axes] } }));
  const axes = columns.map((column) => columnAxis(rows, column, 'linear', 5));
  const height = size.height - size.top - size.bottom;
  const step = (size.width - size.left - size.right) / Math.max(1, axes.length - 1);
  const lines = rows.slice(0, maxLines).flatMap((row) => {
    // The line breaks at axes for which the experiment has no value.
    let path = '';
    let pen = 'M';
    for (const [index, axis] of axes.entries()) {
      const part = axis.part(row);
      if (part === null) pen = 'M';
      else {
        path += `${pen}${(size.left + index * step).toFixed(1)} ${(size.top + (1 - part) * height).toFixed(1)}`;
        pen = 'L';
      }
    }
    return path.includes('L') ? [{ row, path }] : [];
  });
  // Selected experiments are drawn on top.
  lines.sort(
    (a, b) => Number(colors.has(a.row.metadata.experimentKey)) - Number(colors.has(b.row.metadata.experimentKey)),
  );
  const textOf = (row: ExperimentRow) =>
    [
      experimentLabel(row.metadata),
      ...columns.map((column) => `${columnTitle(column, t)}: ${cellOf(row, column).text || '–'}`),
    ].join('\n');
  const rest = planeColumns(available).filter((column) => !columns.includes(column));

  return (
    <section ref={section} className="tl-plane" aria-label={t('Parallel coordinates')}>
      <div className="tl-toolbar">
        {columns.map((column) => (
          <span key={column} className="tl-tag tl-tag-held" title={columnTitle(column, t)}>
            {short(columnTitle(column, t), 30)}
            <button
              type="button"
              className="tl-icon-button"
              aria-label={t('Remove the axis %1', columnTitle(column, t))}
              onClick={() => setColumns(columns.filter((other) => other !== column))}
            >
              <Icon name="close" />
            </button>
          </span>
        ))}
        <ColumnSelect
          label={t('Add an axis')}
          value=""
          columns={rest}
          onChange={(column) => setColumns([...columns, column])}
        />
        <span className="tl-count">{t('%1 of %2', lines.length, rows.length)}</span>
      </div>
      {lines.length === 0 ? (
        <Empty title={t('Add two axes that experiments have values on.')} />
      ) : (
        <PlotFigure
          size={size}
          label={t(
            '%1 over %2: arrows walk the lines, Enter opens one',
            counted(t, lines.length, '%1 experiment', '%1 experiments'),
            counted(t, axes.length, '%1 axis', '%1 axes'),
          )}
          rows={lines.map(({ row }) => row)}
          textOf={textOf}
        >
          {(at) => (
            <>
              {lines.map(({ row, path }, index) => {
                const look = colors.get(row.metadata.experimentKey);
                return (
                  <path
                    key={row.metadata.experimentKey}
                    className={index === at ? 'tl-current' : ''}
                    d={path}
                    stroke={look?.color ?? 'var(--tl-muted)'}
                    strokeDasharray={look?.dash?.join(' ') ?? ''}
                    opacity={look ? 0.95 : 0.3}
                    data-index={index}
                  >
                    <title>{textOf(row)}</title>
                  </path>
                );
              })}
              {axes.map((axis, index) => {
                const left = size.left + index * step;
                // The labels of the outer axes are on the outside, where no line crosses them.
                const [first, last] = [index === 0, index > 0 && index === axes.length - 1];
                const titled = first ? 4 : last ? size.width - 4 : left;
                return (
                  <g key={axis.column}>
                    <line className="tl-plane-axis" x1={left} x2={left} y1={size.top} y2={size.top + height} />
                    <text
                      className="tl-plane-title"
                      x={titled}
                      y={16}
                      textAnchor={first ? 'start' : last ? 'end' : 'middle'}
                    >
                      {short(columnTitle(axis.column, t), 22)}
                    </text>
                    {axis.ticks.values.map((part, tick) => (
                      <text
                        key={part}
                        x={first ? left - 7 : left + 7}
                        y={size.top + (1 - part) * height + 4}
                        textAnchor={first ? 'end' : 'start'}
                      >
                        {short(axis.ticks.text[tick]!, first || last ? 8 : 12)}
                      </text>
                    ))}
                  </g>
                );
              })}
            </>
          )}
        </PlotFigure>
      )}
    </section>
  );
}
