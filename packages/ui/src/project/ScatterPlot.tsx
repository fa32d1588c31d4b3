import type { ReactElement } from 'react';
import { Empty } from '../parts/Notice.tsx';
import { useWidth } from '../parts/use-width.ts';
import { experimentLabel } from '../trees/experiment-label.ts';
import { useView } from '../viewer/view-context.ts';
import { ColumnSelect } from './ColumnSelect.tsx';
import { cellOf, columnTitle, type ExperimentRow } from './columns.ts';
import { PlotFigure, type PlotProps, short } from './PlotFigure.tsx';
import { columnAxis, defaultAxes, planeColumns } from './plane.ts';

const box = { height: 380, left: 70, right: 20, top: 14, bottom: 46 };

/** Maximum number of points; more cannot be distinguished. The newest are shown. */
const maxPoints = 2000;

/**
 * Scatter plot: draws each experiment as a point, with one column per axis. Selected experiments have their chart
 * colors.
 */
export function ScatterPlot({ rows, available, automatic, colors }: PlotProps): ReactElement {
  const { t, state, setState } = useView();
  const [section, sectionWidth] = useWidth<HTMLElement>(860);
  const size = { ...box, width: sectionWidth };
  const defaults = defaultAxes(automatic);
  const chosen = state.project?.scatter;
  const x = chosen?.x ?? defaults[0] ?? 'started';
  const y = chosen?.y ?? defaults.at(-1) ?? 'duration';
  const { xScale = 'linear', yScale = 'linear' } = chosen ?? {};
  const set = (change: object) =>
    setState((before) => ({
      ...before,
      project: { ...before.project, scatter: { x, y, xScale, yScale, ...before.project?.scatter, ...change } },
    }));
  const across = columnAxis(rows, x, xScale, Math.max(3, Math.floor(sectionWidth / 110)));
  const up = columnAxis(rows, y, yScale, 6);
  const width = size.width - size.left - size.right;
  const height = size.height - size.top - size.bottom;
  const points = rows.slice(0, maxPoints).flatMap((row) => {
    const [partX, partY] = [across.part(row), up.part(row)];
    if (partX === null || partY === null) return [];
    return [{ row, left: size.left + partX * width, top: size.top + (1 - partY) * height }];
  });
  const textOf = (row: ExperimentRow) =>
    `${experimentLabel(row.metadata)}\n${columnTitle(x, t)}: ${cellOf(row, x).text}\n${columnTitle(y, t)}: ${cellOf(row, y).text}`;
  const columns = planeColumns(available);

  return (
    <section ref={section} className="tl-plane" aria-label={t('Scatter')}>
      <div className="tl-toolbar">
        <ColumnSelect label={t('Across')} value={x} columns={columns} onChange={(next) => set({ x: next })} />
        <ScaleToggle label={t('Log across')} value={xScale} onChange={(next) => set({ xScale: next })} />
        <ColumnSelect label={t('Up')} value={y} columns={columns} onChange={(next) => set({ y: next })} />
        <ScaleToggle label={t('Log up')} value={yScale} onChange={(next) => set({ yScale: next })} />
        <span className="tl-count">{t('%1 of %2', points.length, rows.length)}</span>
      </div>
      {points.length === 0 ? (
        <Empty title={t('No experiment has both values.')} />
      ) : (
        <PlotFigure
          size={size}
          label={t(
            '%1 over %2 of %3 experiments: arrows walk the points, Enter opens one',
            columnTitle(y, t),
            columnTitle(x, t),
            points.length,
          )}
          rows={points.map(({ row }) => row)}
          textOf={textOf}
        >
          {(at) => (
            <>
              {up.ticks.values.map((part, index) => {
                const top = size.top + (1 - part) * height;
                return (
                  <g key={part}>
                    <line className="tl-plane-grid" x1={size.left} x2={size.left + width} y1={top} y2={top} />
                    <text x={size.left - 8} y={top + 4} textAnchor="end">
                      {short(up.ticks.text[index]!, 10)}
                    </text>
                  </g>
                );
              })}
              <line
                className="tl-plane-axis"
                x1={size.left}
                x2={size.left + width}
                y1={size.top + height}
                y2={size.top + height}
              />
              {across.ticks.values.map((part, index) => (
                <text key={part} x={size.left + part * width} y={size.top + height + 16} textAnchor="middle">
                  {short(across.ticks.text[index]!, 14)}
                </text>
              ))}
              <text className="tl-plane-title" x={size.left + width / 2} y={size.height - 8} textAnchor="middle">
                {short(columnTitle(x, t), 60)}
              </text>
              <text
                className="tl-plane-title"
                transform={`translate(14 ${size.top + height / 2}) rotate(-90)`}
                textAnchor="middle"
              >
                {short(columnTitle(y, t), 40)}
              </text>
              {points.map(({ row, left, top }, index) => (
                <circle
                  key={row.metadata.experimentKey}
                  className={index === at ? 'tl-current' : ''}
                  cx={left}
                  cy={top}
                  r={5}
                  fill={colors.get(row.metadata.experimentKey)?.color ?? 'var(--tl-muted)'}
                  opacity={colors.has(row.metadata.experimentKey) ? 1 : 0.45}
                  data-index={index}
                >
                  <title>{textOf(row)}</title>
                </circle>
              ))}
            </>
          )}
        </PlotFigure>
      )}
    </section>
  );
}

function ScaleToggle({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: 'linear' | 'log';
  readonly onChange: (scale: 'linear' | 'log') => void;
}): ReactElement {
  return (
    <label className="tl-field">
      <input
        type="checkbox"
        checked={value === 'log'}
        onChange={({ target }) => onChange(target.checked ? 'log' : 'linear')}
      />
      {label}
    </label>
  );
}
