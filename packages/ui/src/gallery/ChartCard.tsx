import { lazy, type ReactElement, Suspense, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { exportName } from '../charts/export/file-name.ts';
import {
  Chart,
  type ChartData,
  type ChartExperiment,
  type ChartExports,
  type Grouping,
  type SameRange,
  type XAxis,
} from '../charts/index.ts';
import { Icon } from '../components/Icon.tsx';
import { Loading } from '../components/Notice.tsx';
import { saveFile } from '../components/save-file.ts';
import { useNearViewport } from '../live/use-near-viewport.ts';
import { useVisible } from '../live/use-visible.ts';
import { type Failure, failureOf, messageText, remedyText } from '../source/failure.ts';
import { isDark } from '../theme/theme-kind.ts';
import { useView } from '../view/view-context.ts';
import { useChartOptions } from './chart-options.ts';
import type { ChartStore } from './chart-store.ts';

const PointsTable = lazy(() => import('./PointsTable.tsx'));

const height = 220;

/** Timeout of an export. Reading every point of many experiments may take long. */
const exportMillis = 120_000;

/**
 * Card with one chart. Its points are lazily loaded when it becomes visible. It is unmounted far from the viewport,
 * and stays mounted during reloads.
 */
export function ChartCard({
  store,
  metricName,
  experiments,
  xAxis,
  grouping,
  sameY,
  projectName,
  experimentName,
}: {
  readonly store: ChartStore;
  readonly metricName: string;
  readonly experiments: readonly ChartExperiment[];
  readonly xAxis: XAxis;
  readonly grouping: Grouping | null;
  readonly sameY: SameRange | null;
  /** First part of the names of saved files. */
  readonly projectName: string;
  /** Second part of these names; empty for several experiments. */
  readonly experimentName: string;
}): ReactElement {
  const { state, t, theme, hover, live, host } = useView();
  const charts = state.charts ?? {};
  const card = useRef<HTMLDivElement>(null);
  const inSight = useVisible(card, '240px');
  const near = useNearViewport(card, '800px');
  const { zoom, pin, every, table, direction, actions, onKey, onZoom, onPin, onEvery, onTable, onHiddenChange } =
    useChartOptions(metricName);
  const whole = zoom !== null || every;
  useEffect(() => {
    if (!inSight) return;
    store.show(metricName, whole);
    return () => store.hide(metricName);
  }, [store, metricName, inSight, whole]);
  const points = useSyncExternalStore(store.subscribe, () => store.points(metricName));
  // Keeps the previous data until the points of other experiments have been read.
  const drawn = useRef<ChartData | null>(null);
  if (points.chart !== null) drawn.current = points.chart;
  else if (!near) drawn.current = null;

  const exports = useMemo<ChartExports>(
    () => ({
      fileName: (variant) => exportName([projectName, experimentName, metricName, variant], Date.now()),
      save: (fileName, bytes, mediaType) => saveFile(host, fileName, bytes, mediaType),
      copy: (text) => navigator.clipboard.writeText(text),
      readAll: live
        ? () =>
            live.chart(
              experiments.map(({ key }) => key),
              [metricName],
              { full: true },
              AbortSignal.timeout(exportMillis),
            )
        : null,
      report: (error) => {
        const failure = failureOf(error);
        const message = `${t('The chart of %1 could not be exported.', metricName)} ${messageText(failure, t)}`;
        host.report({ message, remedy: remedyText(failure, t) });
      },
    }),
    [projectName, experimentName, metricName, host, live, experiments, t],
  );

  const { xScale = 'linear', yScale = 'linear', smoothing = null, hidden, palette, colors } = charts;
  const shown = near ? drawn.current : null;
  const chart = shown && {
    chart: shown,
    metricName,
    experiments,
    xScale,
    yScale,
    smoothing,
    grouping,
    looks: { palette, colors },
  };
  const sampled = shown && sampledTo(shown, metricName);
  const tableQuestion = useMemo(
    () =>
      table && shown !== null
        ? {
            ...{ chart: shown, metricName, experiments, x: xAxis, xScale, yScale, smoothing, grouping },
            ...{
              looks: { palette, colors },
              direction: null,
              hidden: hidden ?? [],
              dark: isDark(theme),
              sampledTo: null,
              t,
            },
          }
        : null,
    [
      table,
      shown,
      metricName,
      experiments,
      xAxis,
      xScale,
      yScale,
      smoothing,
      grouping,
      palette,
      colors,
      hidden,
      theme,
      t,
    ],
  );

  return (
    <div ref={card} className="tl-chart-card" data-metric={metricName} style={{ minHeight: height + 60 }}>
      {chart === null ? (
        <Waiting metricName={metricName} read={near} failure={points.failure} onRetry={() => store.refresh()} />
      ) : tableQuestion ? (
        <>
          <div className="tl-chart-table-head">
            <span className="tl-chart-name" title={metricName}>
              {metricName}
            </span>
            <button type="button" className="tl-button" onClick={() => onTable(false)}>
              {t('Show the chart')}
            </button>
          </div>
          <Suspense fallback={<Loading label={t('Reading the points of %1…', metricName)} rows={5} />}>
            <PointsTable question={tableQuestion} zoom={zoom} height={height} />
          </Suspense>
        </>
      ) : (
        <Chart
          {...chart}
          title={metricName}
          x={xAxis}
          direction={direction ?? undefined}
          yRange={charts.yRange ?? 'all'}
          sameY={sameY ?? undefined}
          follow={charts.follow}
          every={every}
          onEvery={live ? onEvery : undefined}
          pin={pin}
          onPin={onPin}
          onKey={onKey}
          actions={actions}
          onWhite={charts.onWhite}
          zoom={zoom}
          onZoom={onZoom}
          hidden={hidden}
          onHiddenChange={onHiddenChange}
          theme={theme}
          strings={t}
          hover={hover}
          exports={exports}
          height={height}
          sampledTo={sampled ?? undefined}
          legend={false}
        />
      )}
    </div>
  );
}

/** Placeholder of a chart without points, or far from the viewport. */
function Waiting({
  metricName,
  read,
  failure,
  onRetry,
}: {
  readonly metricName: string;
  /** Whether the points are being read. */
  readonly read: boolean;
  readonly failure: Failure | null;
  readonly onRetry: () => void;
}): ReactElement {
  const { t, live } = useView();
  return (
    <div className="tl-chart-waiting" {...(failure ? { role: 'alert' } : read ? { role: 'status' } : {})}>
      <span className="tl-chart-name" title={metricName}>
        {metricName}
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
        <span className="tl-visually-hidden">{t('Reading the points of %1…', metricName)}</span>
      ) : null}
    </div>
  );
}

/** Returns the maximum number of points per series, if the service sampled any series. */
function sampledTo(chart: ChartData, metricName: string): number | undefined {
  let limit: number | undefined;
  for (const { metrics } of Object.values(chart)) {
    for (const { metricName: name, values, total } of metrics) {
      if (name === metricName && total !== undefined && total > values.length)
        limit = Math.max(limit ?? 0, values.length);
    }
  }
  return limit;
}
