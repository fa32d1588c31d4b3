import { type RefObject, useEffect, useRef, useState } from 'react';
import { importWithRetry } from '../parts/lazy-with-retry.tsx';
import type { Translate } from '../text/translate.ts';
import type { Reading } from './chart-interaction.ts';
import type { ChartModel } from './chart-model.ts';
import type { RenderOptions } from './chart-settings.ts';
import type { ChartStats } from './chart-stats.ts';
import type { ChartOptions, ChartView } from './chart-view.ts';

/** State of a mounted chart. */
export interface UsedChartView {
  /** Element that the chart is drawn in. */
  readonly plot: RefObject<HTMLDivElement>;
  readonly view: { readonly current: ChartView | null };
  readonly stats: ChartStats | null;
  readonly reading: Reading | null;
  readonly failure: string | null;
}

/**
 * Lazily loads the drawing code, mounts a chart and keeps it up to date. Always calls the listeners of the latest
 * render.
 */
export function useChartView(
  model: ChartModel,
  manner: RenderOptions,
  fixed: Pick<ChartOptions, 'height' | 'hover' | 'sameY'> & { readonly t: Translate },
  listeners: Pick<ChartOptions, 'onZoom' | 'onStep' | 'onPin' | 'onKey'>,
): UsedChartView {
  const plot = useRef<HTMLDivElement>(null);
  const view = useRef<ChartView | null>(null);
  const latest = useRef({ model, manner, listeners });
  latest.current = { model, manner, listeners };
  const [stats, setStats] = useState<ChartStats | null>(null);
  const [reading, setReading] = useState<Reading | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { height, hover, sameY, t } = fixed;

  useEffect(() => {
    let live = true;
    importWithRetry(() => import('./chart-view.ts')).then(
      ({ mountChart }) => {
        if (!live || !plot.current) return;
        view.current = mountChart(plot.current, latest.current.model, {
          ...latest.current.manner,
          height,
          t,
          ...(hover ? { hover } : {}),
          ...(sameY ? { sameY } : {}),
          onZoom: (next) => latest.current.listeners.onZoom?.(next),
          onStep: (by) => latest.current.listeners.onStep?.(by),
          onPin: (pin) => latest.current.listeners.onPin?.(pin),
          onKey: (key) => latest.current.listeners.onKey?.(key) ?? false,
          onReading: (next) => setReading(next?.own ? next : null),
          onDrawn: setStats,
        });
      },
      () => live && setFailure(t('The chart code could not be loaded. Reload the page to try again.')),
    );
    return () => {
      live = false;
      view.current?.dispose();
      view.current = null;
    };
  }, [height, hover, sameY, t]);
  useEffect(() => view.current?.update(model), [model]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares the options by value.
  useEffect(() => view.current?.change(manner), [JSON.stringify(manner)]);

  return { plot, view, stats, reading, failure };
}
