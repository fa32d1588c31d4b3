import { evenBins, type Histogram } from '@tracklens/core/charts';
import { type ReactElement, useMemo, useState } from 'react';
import { FixedList } from '../../components/FixedList.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { useWidth } from '../../components/use-width.ts';
import { numberText } from '../../text/number-text.ts';
import { axisTicks } from './axis-ticks.ts';

const height = 240;
const margin = { left: 46, right: 10, top: 10, bottom: 24 };
const bars = 48;

/** Bar chart of the distribution at one step. The hovered bar is described in text. */
export function StepBars({
  name,
  histogram,
  range: [low, high],
  step,
}: {
  readonly name: string;
  readonly histogram: Histogram;
  readonly range: readonly [number, number];
  readonly step: number | null;
}): ReactElement {
  const t = useTranslate();
  const [figure, width] = useWidth<HTMLElement>(420);
  const [current, setCurrent] = useState<number | null>(null);
  const counts = useMemo(() => evenBins(histogram, low, high, bars), [histogram, low, high]);
  const highest = Math.max(...counts, 1e-9);
  const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
  const x = (value: number) => margin.left + ((value - low) / (high - low)) * inner.width;
  const y = (count: number) => margin.top + inner.height * (1 - count / highest);
  const barWidth = inner.width / bars;
  const edge = (bar: number) => low + ((high - low) / bars) * bar;
  const caption =
    current !== null
      ? t(
          '%1 to %2: %3 values',
          numberText(edge(current)),
          numberText(edge(current + 1)),
          numberText(Math.round(counts[current]!)),
        )
      : step === null
        ? t('All values')
        : t('Step %1', step);
  return (
    <figure ref={figure} className="tl-plot">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t(
          '%1 at step %2: %3 values from %4 to %5',
          name,
          step ?? '–',
          Math.round(histogram.total),
          numberText(low),
          numberText(high),
        )}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const bar = Math.floor((((event.clientX - box.left) / box.width) * width - margin.left) / barWidth);
          setCurrent(bar >= 0 && bar < bars ? bar : null);
        }}
        onPointerLeave={() => setCurrent(null)}
      >
        <CountAxis highest={highest} y={y} width={width} />
        <FixedList items={counts}>
          {(count, bar) => (
            <rect
              className={`tl-bar ${current === bar ? 'tl-bar-current' : ''}`}
              x={margin.left + bar * barWidth + 0.5}
              width={Math.max(0.5, barWidth - 1)}
              y={y(count)}
              height={margin.top + inner.height - y(count)}
            />
          )}
        </FixedList>
        <g className="tl-axis">
          {axisTicks(low, high, 6).map((value) => (
            <text key={value} x={x(value)} y={height - 8} textAnchor="middle">
              {numberText(value)}
            </text>
          ))}
        </g>
      </svg>
      <figcaption className="tl-count">{caption}</figcaption>
    </figure>
  );
}

/** Horizontal lines at round counts. */
function CountAxis({
  highest,
  y,
  width,
}: {
  readonly highest: number;
  readonly y: (count: number) => number;
  readonly width: number;
}): ReactElement {
  return (
    <>
      {axisTicks(0, highest, 4).map((count) => (
        <g key={count} className="tl-axis">
          <line x1={margin.left} x2={width - margin.right} y1={y(count)} y2={y(count)} />
          <text x={margin.left - 6} y={y(count)} dy="0.32em" textAnchor="end">
            {numberText(count)}
          </text>
        </g>
      ))}
    </>
  );
}
