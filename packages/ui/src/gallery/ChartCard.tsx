import { type ReactElement, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { exportName } from '../charts/export/file-name.ts';
import {
  Chart,
  type ChartData,
  type ChartExperiment,
  type ChartExports,
  type Grouping,
  type XAxis,
  type Zoom,
} from '../charts/index.ts';
import { useVisible } from '../live/use-visible.ts';
import { Icon } from '../parts/Icon.tsx';
import { saveFile } from '../parts/save-file.ts';
import { failureOf } from '../source/failure.ts';
import { useView } from '../viewer/view-context.ts';
import type { ChartStore } from './chart-store.ts';
import { metricDirection } from './metric-groups.ts';

const height = 220;

/** Reading every point of many experiments takes its time, but not for ever. */
const exportMillis = 120_000;

/** One chart of the gallery: read when it comes into sight, kept while it is read again. */
export function ChartCard({
  store,
  metricName,
  experiments,
  xAxis,
  grouping,
  projectName,
}: {
  readonly store: ChartStore;
  readonly metricName: string;
  readonly experiments: readonly ChartExperiment[];
  readonly xAxis: XAxis;
  readonly grouping: Grouping | null;
  /** Begins the names of saved files. */
  readonly projectName: string;
}): ReactElement {
  const { state, setState, t, theme, hover, live, host } = useView();
  const charts = state.charts ?? {};
  const card = useRef<HTMLDivElement>(null);
  const inSight = useVisible(card, '240px');
  const zoom = charts.zoom?.[metricName] ?? null;
  const zoomed = zoom !== null;
  useEffect(() => {
    if (!inSight) return;
    store.show(metricName, zoomed);
    return () => store.hide(metricName);
  }, [store, metricName, inSight, zoomed]);
  const points = useSyncExternalStore(store.subscribe, () => store.points(metricName));
  // What was drawn stays until the points of other experiments have come.
  const drawn = useRef<ChartData | null>(null);
  if (points.chart !== null) drawn.current = points.chart;

  const onZoom = useCallback(
    (next: Zoom | null) =>
      setState((before) => {
        const { [metricName]: _, ...others } = before.charts?.zoom ?? {};
        return {
          ...before,
          charts: { ...before.charts, zoom: next === null ? others : { ...others, [metricName]: copyOf(next) } },
        };
      }),
    [setState, metricName],
  );
  const onHiddenChange = useCallback(
    (hidden: string[]) => setState((before) => ({ ...before, charts: { ...before.charts, hidden } })),
    [setState],
  );

  const exports = useMemo<ChartExports>(
    () => ({
      fileName: () => exportName(projectName, metricName, Date.now()),
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
        const { message, remedy } = failureOf(error);
        host.report({ message: `${t('The chart of %1 could not be exported.', metricName)} ${t(message)}`, remedy });
      },
    }),
    [projectName, metricName, host, live, experiments, t],
  );

  return (
    <div ref={card} className="tl-chart-card" data-metric={metricName} style={{ minHeight: height + 60 }}>
      {drawn.current === null ? (
        <div className="tl-chart-waiting" role={points.failure === null ? 'status' : 'alert'}>
          <span className="tl-chart-name">{metricName}</span>
          {points.failure === null ? (
            <span className="tl-visually-hidden">{t('Reading the points of %1…', metricName)}</span>
          ) : (
            <p className="tl-chart-failure">
              <Icon name="problem" />
              {t(points.failure.message)}
              <button type="button" className="tl-button" onClick={() => store.refresh()}>
                {t('Retry')}
              </button>
            </p>
          )}
        </div>
      ) : (
        <Chart
          title={metricName}
          metricName={metricName}
          chart={drawn.current}
          experiments={experiments}
          x={xAxis}
          xScale={charts.xScale}
          yScale={charts.yScale}
          smoothing={charts.smoothing ?? null}
          direction={metricDirection(metricName) ?? undefined}
          zoom={zoom}
          onZoom={onZoom}
          hidden={charts.hidden}
          onHiddenChange={onHiddenChange}
          theme={theme}
          hover={hover}
          grouping={grouping}
          exports={exports}
          height={height}
          sampledTo={sampledTo(drawn.current, metricName)}
          legend={false}
        />
      )}
    </div>
  );
}

/** A zoom as the view's state keeps it. */
function copyOf(zoom: Zoom) {
  return {
    ...(zoom.x === undefined ? {} : { x: [zoom.x[0], zoom.x[1]] as [number, number] }),
    ...(zoom.y === undefined ? {} : { y: [zoom.y[0], zoom.y[1]] as [number, number] }),
  };
}

/** How many points a series has at most, where the service says that it had more. */
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
