import { changedSettings } from '@tracklens/core/charts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { importWithRetry } from '../components/lazy-with-retry.tsx';
import { useTranslate } from '../components/translate-context.ts';
import type { ChartContent } from './chart-drawing.ts';
import type { HoverValues } from './chart-interaction.ts';
import type { ChartStats } from './chart-stats.ts';
import type { ChartChange, ChartView, MountOptions } from './chart-view.ts';

/** State of a mounted chart. */
export interface UsedChartView {
  /** Element that the chart is drawn in. */
  readonly plot: RefObject<HTMLDivElement>;
  readonly view: { readonly current: ChartView | null };
  readonly stats: ChartStats | null;
  readonly hovered: HoverValues | null;
  readonly failure: string | null;
}

type Listeners = Pick<MountOptions, 'onZoom' | 'onStep' | 'onPin' | 'onKey'>;

/**
 * Lazily loads the drawing code, mounts a chart and keeps it up to date. Always calls the listeners of the latest
 * render.
 */
export function useChartView(
  { model, theme, settings }: ChartContent,
  fixed: Pick<MountOptions, 'height'> & {
    readonly hover: MountOptions['hover'] | undefined;
    readonly sharedRange: MountOptions['sharedRange'] | undefined;
  },
  listeners: Listeners,
): UsedChartView {
  const plot = useRef<HTMLDivElement>(null);
  const view = useRef<ChartView | null>(null);
  const content = useRef<ChartContent>({ model, theme, settings });
  const latest = useRef(listeners);
  const [stats, setStats] = useState<ChartStats | null>(null);
  const [hovered, setHovered] = useState<HoverValues | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const t = useTranslate();
  const { height, hover, sharedRange } = fixed;

  useEffect(() => {
    latest.current = listeners;
  });
  useEffect(() => {
    const next = { model, theme, settings };
    const change = changeBetween(content.current, next);
    content.current = next;
    if (change !== null) view.current?.update(change);
  }, [model, theme, settings]);
  useEffect(() => {
    let live = true;
    importWithRetry(() => import('./chart-view.ts')).then(
      ({ mountChart }) => {
        if (!live || !plot.current) return;
        view.current = mountChart(plot.current, content.current, {
          height,
          t,
          ...(hover ? { hover } : {}),
          ...(sharedRange ? { sharedRange } : {}),
          onZoom: (next) => latest.current.onZoom?.(next),
          onStep: (by) => latest.current.onStep?.(by),
          onPin: (pin) => latest.current.onPin?.(pin),
          onKey: (key) => latest.current.onKey?.(key) ?? false,
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
  }, [height, hover, sharedRange, t]);

  return { plot, view, stats, hovered, failure };
}

/**
 * Returns what has changed, or null for nothing. Only changes are passed on: the zoom of a movement that has not
 * settled is known to the view alone.
 */
function changeBetween(before: ChartContent, after: ChartContent): ChartChange | null {
  const { model, theme } = after;
  const settings = changedSettings(before.settings, after.settings);
  const change = {
    ...(model === before.model ? {} : { model }),
    ...(theme === before.theme ? {} : { theme }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  };
  return Object.keys(change).length === 0 ? null : change;
}
