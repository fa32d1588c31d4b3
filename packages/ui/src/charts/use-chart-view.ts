import { type RefObject, useEffect, useRef, useState } from 'react';
import { importWithRetry } from '../components/lazy-with-retry.tsx';
import type { Translate } from '../text/translate.ts';
import type { HoverValues } from './chart-interaction.ts';
import type { ChartModel } from './chart-model.ts';
import type { RenderOptions } from './chart-settings.ts';
import type { ChartStats } from './chart-stats.ts';
import type { ChartView, MountOptions } from './chart-view.ts';

/** State of a mounted chart. */
export interface UsedChartView {
  /** Element that the chart is drawn in. */
  readonly plot: RefObject<HTMLDivElement>;
  readonly view: { readonly current: ChartView | null };
  readonly stats: ChartStats | null;
  readonly hovered: HoverValues | null;
  readonly failure: string | null;
}

/**
 * Lazily loads the drawing code, mounts a chart and keeps it up to date. Always calls the listeners of the latest
 * render.
 */
export function useChartView(
  model: ChartModel,
  options: RenderOptions,
  fixed: Pick<MountOptions, 'height' | 'hover' | 'sameY'> & { readonly t: Translate },
  listeners: Pick<MountOptions, 'onZoom' | 'onStep' | 'onPin' | 'onKey'>,
): UsedChartView {
  const plot = useRef<HTMLDivElement>(null);
  const view = useRef<ChartView | null>(null);
  const latest = useRef({ model, options, listeners });
  latest.current = { model, options, listeners };
  const [stats, setStats] = useState<ChartStats | null>(null);
  const [hovered, setHovered] = useState<HoverValues | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { height, hover, sameY, t } = fixed;

  useEffect(() => {
    let live = true;
    importWithRetry(() => import('./chart-view.ts')).then(
      ({ mountChart }) => {
        if (!live || !plot.current) return;
        view.current = mountChart(plot.current, latest.current.model, {
          ...latest.current.options,
          height,
          t,
          ...(hover ? { hover } : {}),
          ...(sameY ? { sameY } : {}),
          onZoom: (next) => latest.current.listeners.onZoom?.(next),
          onStep: (by) => latest.current.listeners.onStep?.(by),
          onPin: (pin) => latest.current.listeners.onPin?.(pin),
          onKey: (key) => latest.current.listeners.onKey?.(key) ?? false,
          onHover: (next) => setHovered(next?.own ? next : null),
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
  useEffect(() => view.current?.change(options), [JSON.stringify(options)]);

  return { plot, view, stats, hovered, failure };
}
