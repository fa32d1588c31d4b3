import type { ChartOptions } from '@tracklens/core/display';
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ChartData, ChartExperiment } from '../charts/index.ts';
import { useVisible } from '../live/use-visible.ts';
import { useView } from '../view/view-context.ts';
import { ChartStore, type MetricPoints } from './chart-store.ts';

/** Returns the store of the points of experiments. Each change of `changedAtMillis` reloads the visible charts. */
export function useChartStore(
  experiments: readonly ChartExperiment[],
  xAxis: ChartOptions['xAxis'],
  changedAtMillis: number | null,
): ChartStore {
  const { live, saved } = useView();
  const alongside = typeof xAxis === 'object' ? xAxis.metric : null;
  const keys = experiments.map(({ key }) => key).join(' ');
  const store = useMemo(
    () => new ChartStore({ live, saved }, keys === '' ? [] : keys.split(' '), alongside),
    [live, saved, keys, alongside],
  );
  useEffect(() => () => store.dispose(), [store]);
  const readAt = useRef(changedAtMillis);
  useEffect(() => {
    // The first read already provides the initial data.
    if (readAt.current !== null && readAt.current !== changedAtMillis) store.refresh();
    readAt.current = changedAtMillis;
  }, [store, changedAtMillis]);
  return store;
}

/** Returns the points of a chart's metrics, which are read while its card is visible. */
export function useMetricPoints(
  store: ChartStore,
  metrics: readonly string[],
  card: RefObject<Element>,
  full: boolean,
): MetricPoints {
  const visible = useVisible(card, '240px');
  useEffect(() => {
    if (!visible) return;
    for (const name of metrics) store.show(name, full);
    return () => {
      for (const name of metrics) store.hide(name);
    };
  }, [store, metrics, visible, full]);
  return useSyncExternalStore(store.subscribe, () => store.pointsOf(metrics));
}

/**
 * Returns the points to draw, or null for none: those of the store, or the previous ones until the points of other
 * experiments have been read. Far from the viewport they are dropped.
 */
export function useRetainedPoints({ chart }: MetricPoints, near: boolean): ChartData | null {
  const [retained, setRetained] = useState(chart);
  const next = chart ?? (near ? retained : null);
  if (next !== retained) setRetained(next);
  return near ? next : null;
}
