import { type PointerEvent, type ReactElement, useMemo } from 'react';
import { useWidth } from '../../parts/use-width.ts';
import { numberText } from '../../text/number-text.ts';
import { counted } from '../../text/translate.ts';
import { useView } from '../../viewer/view-context.ts';
import { axisTicks } from './axis-ticks.ts';
import type { HistogramForm } from './HistogramCard.tsx';
import { evenBins, type Histogram, spread } from './histogram.ts';

const height = 240;
const margin = { left: 46, right: 10, top: 10, bottom: 24 };

/** Chart of all steps: ridges with the newest in front, or a heat map. A click chooses a step. */
export function StepsPicture({
  name,
  shown,
  range: [low, high],
  form,
  step,
  onChoose,
}: {
  readonly name: string;
  readonly shown: readonly { readonly step: number; readonly histogram: Histogram }[];
  readonly range: readonly [number, number];
  readonly form: HistogramForm;
  readonly step: number | null;
  readonly onChoose: (step: number) => void;
}): ReactElement {
  const { t } = useView();
  const [figure, width] = useWidth<HTMLElement>(420);
  const columns = form === 'ridges' ? 80 : 60;
  const rows = useMemo(
    () => shown.map((one) => ({ step: one.step, bins: shares(evenBins(one.histogram, low, high, columns)) })),
    [shown, low, high, columns],
  );
  const greatest = Math.max(...rows.map(({ bins }) => Math.max(...bins)), 1e-9);
  const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
  const rowHeight = inner.height / rows.length;
  // Ridges may overlap those behind them. They are higher where there are fewer.
  const reach = Math.min(inner.height * 0.5, Math.max(rowHeight * 2.2, 26));
  const base = (row: number) =>
    form === 'ridges'
      ? margin.top + reach + (rows.length === 1 ? 1 : row / (rows.length - 1)) * (inner.height - reach)
      : margin.top + row * rowHeight;
  const x = (column: number) => margin.left + (column / columns) * inner.width;
  const ridge = (bins: Float64Array, row: number, closed: boolean) => {
    const floor = base(row);
    const points = [...bins].map(
      (share, column) => `${x(column + 0.5).toFixed(1)},${(floor - (share / greatest) * reach).toFixed(1)}`,
    );
    const ends = closed ? [`${margin.left},${floor}`, ...points, `${width - margin.right},${floor}`] : points;
    return `M${ends.join('L')}${closed ? 'Z' : ''}`;
  };
  const choose = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const y = ((event.clientY - box.top) / box.height) * height;
    const row =
      form === 'ridges'
        ? Math.round(((y - margin.top - reach) / (inner.height - reach)) * (rows.length - 1))
        : Math.floor((y - margin.top) / rowHeight);
    const found = rows[Math.max(0, Math.min(rows.length - 1, row))];
    if (found) onChoose(found.step);
  };
  const labelled = spread(rows, 6);
  return (
    <figure ref={figure} className="tl-plot">
      {/* The slider above is the keyboard alternative. */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t(
          '%1 over %2, from step %3 to %4',
          name,
          counted(t, rows.length, '%1 step', '%1 steps'),
          rows[0]!.step,
          rows.at(-1)!.step,
        )}
        onPointerDown={choose}
        onPointerMove={(event) => event.buttons === 1 && choose(event)}
      >
        {form === 'ridges'
          ? rows.map(({ step: at, bins }, row) => (
              <g key={at} className={`tl-ridge ${at === step ? 'tl-ridge-current' : ''}`} data-step={at}>
                <path className="tl-ridge-area" d={ridge(bins, row, true)} />
                <path className="tl-ridge-line" d={ridge(bins, row, false)} />
              </g>
            ))
          : rows.map(({ step: at, bins }, row) => (
              <g key={at} className={`tl-heat ${at === step ? 'tl-heat-current' : ''}`} data-step={at}>
                {[...bins].map((share, column) =>
                  share === 0 ? null : (
                    <rect
                      // biome-ignore lint/suspicious/noArrayIndexKey: a bin is identified by its index.
                      key={column}
                      x={x(column)}
                      y={base(row)}
                      width={inner.width / columns + 0.3}
                      height={rowHeight + 0.3}
                      fillOpacity={Math.sqrt(share / greatest)}
                    />
                  ),
                )}
                {at === step && (
                  <rect className="tl-heat-mark" x={margin.left} y={base(row)} width={inner.width} height={rowHeight} />
                )}
              </g>
            ))}
        <g className="tl-axis">
          {labelled.map(({ step: at }) => (
            <text
              key={at}
              x={margin.left - 6}
              y={base(rows.findIndex((row) => row.step === at)) + (form === 'ridges' ? 0 : rowHeight / 2)}
              dy="0.32em"
              textAnchor="end"
            >
              {at}
            </text>
          ))}
          {axisTicks(low, high, 6).map((value) => (
            <text
              key={value}
              x={margin.left + ((value - low) / (high - low)) * inner.width}
              y={height - 8}
              textAnchor="middle"
            >
              {numberText(value)}
            </text>
          ))}
        </g>
      </svg>
      <figcaption className="tl-count">{t('All steps; the newest in front')}</figcaption>
    </figure>
  );
}

/** Normalises counts to shares of their sum, to compare the shape of the steps. */
function shares(counts: Float64Array): Float64Array {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return total === 0 ? counts : counts.map((count) => count / total);
}
