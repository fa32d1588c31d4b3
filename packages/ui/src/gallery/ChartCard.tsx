import { equalSetting, type MetricChart, seriesKey } from '@tracklens/core/charts';
import { type ReactElement, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Chart, type ChartData, type ChartSettings, type LoadedWindow, type SharedRange } from '../charts/index.ts';
import { Icon } from '../components/Icon.tsx';
import { lazyWithRetry } from '../components/lazy-with-retry.tsx';
import { Loading } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { useEvent } from '../components/use-event.ts';
import { useStable } from '../components/use-stable.ts';
import { useNearViewport } from '../live/use-near-viewport.ts';
import { type Failure, messageText } from '../source/failure.ts';
import { useView } from '../view/view-context.ts';
import { ChartTableHead } from './ChartTableHead.tsx';
import { cardHeight, type ListPlace, listItem, plotHeight } from './card-layout.ts';
import { keyChange } from './chart-actions.ts';
import type { GalleryData } from './gallery-data.ts';
import { chartActions } from './option-controls.ts';
import { useChartExports } from './use-chart-exports.ts';
import { useMetricSettings } from './use-chart-options.ts';
import { useMetricPoints, useRetainedPoints } from './use-chart-store.ts';
import { useChartWindow } from './use-chart-window.ts';
import { useCombination } from './use-combination.ts';

const CombineForm = lazyWithRetry(async () => (await import('./CombineForm.tsx')).CombineForm);
const PointsTable = lazyWithRetry(async () => (await import('./PointsTable.tsx')).PointsTable);

/**
 * Card with one chart. Its points are lazily loaded when it becomes visible. It is unmounted far from the viewport,
 * and stays mounted during reloads.
 */
export function ChartCard({
  data,
  shown,
  place,
  sharedRange,
}: {
  readonly data: GalleryData;
  readonly shown: MetricChart;
  readonly place: ListPlace;
  readonly sharedRange: SharedRange | null;
}): ReactElement {
  const t = useTranslate();
  const { theme, hover, live } = useView();
  const card = useRef<HTMLDivElement>(null);
  const near = useNearViewport(card, '800px');
  const drawnChart = useStable(shown, equalSetting);
  const { title, metrics } = drawnChart;
  const { settings, onChange } = useMetricSettings(metrics[0]!);
  const { experiments, groups } = data;
  const { chart, window, failure } = useCardPoints(data, { metrics, settings, card, near });
  const exports = useChartExports(data, title);
  const combination = useCombination(data, drawnChart, card);
  const [movesFocus, setMovesFocus] = useState(false);
  const onChangeHere = (change: Partial<ChartSettings>) => {
    if (change.table !== undefined) setMovesFocus(true);
    onChange(change);
  };
  const movedFocus = { card, moves: movesFocus, onMoved: () => setMovesFocus(false) };
  const onKey = (key: string) => {
    const change = keyChange(key, settings);
    if (change !== null) onChangeHere(change);
    return change !== null;
  };
  const drawn = { title, metrics, experiments, groups, settings, onChange, theme, height: plotHeight };
  return (
    <div
      ref={card}
      {...listItem(place)}
      className="tl-chart-card"
      data-metric={metrics[0]}
      style={{ minHeight: cardHeight }}
    >
      {chart === null ? (
        <Waiting title={title} read={near} failure={failure} onRetry={() => data.store.refresh()} />
      ) : settings.table ? (
        <Table title={title} onLeave={() => onChangeHere({ table: false })}>
          <PointsTable {...drawn} chart={chart} />
          <MovedFocus {...movedFocus} to="[role=grid]" />
        </Table>
      ) : (
        <>
          <Suspense>
            {combination.isOpen && (
              <CombineForm shown={drawnChart} metricNames={data.metricNames} combination={combination} />
            )}
          </Suspense>
          <Chart
            {...drawn}
            chart={chart}
            sharedRange={sharedRange ?? undefined}
            canShowAll={live !== null}
            onKey={onKey}
            actions={chartActions({ metrics, settings, onChange: onChangeHere, combination, t })}
            hover={hover}
            exports={exports}
            sampledTo={sampledTo(chart, metrics, window)}
            window={window}
            legend={false}
          />
          <MovedFocus {...movedFocus} to=".tracklens-plot" />
        </>
      )}
    </div>
  );
}

/** Returns the points of a card's chart: those of its zoom, or all of them where the service has no ranged reads. */
function useCardPoints(
  { store, experiments, groups }: GalleryData,
  {
    metrics,
    settings,
    card,
    near,
  }: {
    readonly metrics: readonly string[];
    readonly settings: ChartSettings;
    readonly card: RefObject<HTMLElement>;
    readonly near: boolean;
  },
) {
  const [readsAll, setReadsAll] = useState(false);
  const points = useMetricPoints(store, metrics, card, readsAll || settings.full);
  const retained = useRetainedPoints(points, near);
  const { chart, window, needsAll } = useChartWindow(retained, { metrics, experiments, groups, settings }, card);
  if (readsAll !== needsAll) setReadsAll(needsAll);
  return { chart, window, failure: points.failure };
}

/** Moves the focus to an element of a card when it replaces the focused one, unless the focus has left the card. */
function MovedFocus({
  card,
  to,
  moves,
  onMoved,
}: {
  readonly card: RefObject<HTMLElement>;
  /** Selector of the element. */
  readonly to: string;
  /** Whether the user has just replaced the element that had the focus. */
  readonly moves: boolean;
  readonly onMoved: () => void;
}): null {
  const move = useEvent(() => {
    if (!moves) return;
    const { activeElement, body } = document;
    const isHere = activeElement === body || card.current?.contains(activeElement);
    if (isHere) card.current?.querySelector<HTMLElement>(to)?.focus();
    onMoved();
  });
  useEffect(() => move(), [move]);
  return null;
}

/** Heading of a chart that is shown as a table, and the table, which is loaded lazily. */
function Table({
  title,
  onLeave,
  children,
}: {
  readonly title: string;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}): ReactElement {
  const t = useTranslate();
  return (
    <>
      <ChartTableHead title={title} onLeave={onLeave} />
      <Suspense fallback={<Loading label={t('Reading the points of %1…', title)} rows={5} />}>{children}</Suspense>
    </>
  );
}

/** Placeholder of a chart without points, or far from the viewport. */
function Waiting({
  title,
  read,
  failure,
  onRetry,
}: {
  readonly title: string;
  /** Whether the points are being read. */
  readonly read: boolean;
  readonly failure: Failure | null;
  readonly onRetry: () => void;
}): ReactElement {
  const t = useTranslate();
  const { live } = useView();
  return (
    <div className="tl-chart-waiting" {...(failure ? { role: 'alert' } : read ? { role: 'status' } : {})}>
      <span className="tl-chart-name" title={title}>
        {title}
      </span>
      {failure ? (
        <p className="tl-chart-failure">
          <Icon name="problem" />
          {messageText(failure, t)}
          {live !== null && (
            <button type="button" className="tl-button" onClick={onRetry}>
              {t('Retry')}
            </button>
          )}
        </p>
      ) : read ? (
        <span className="tl-visually-hidden">{t('Reading the points of %1…', title)}</span>
      ) : null}
    </div>
  );
}

/** Returns the maximum number of points per series, if the service sampled any series outside of a window. */
function sampledTo(chart: ChartData, metrics: readonly string[], window: LoadedWindow | null): number | undefined {
  let limit: number | undefined;
  for (const [key, entry] of Object.entries(chart)) {
    for (const { metricName, values, total } of entry.metrics) {
      const isSampled = metrics.includes(metricName) && total !== undefined && total > values.length;
      if (isSampled && !window?.totals.has(seriesKey(metrics, key, metricName)))
        limit = Math.max(limit ?? 0, values.length);
    }
  }
  return limit;
}
