import type { Translate } from '../text/translate.ts';
import { captionText, summaryText } from './caption.ts';
import type { ChartModel } from './chart-model.ts';
import { type ChartRows, pointsWithin } from './chart-rows.ts';
import type { Domain } from './scales.ts';

/** Statistics of a drawing, for the caption and for tests. */
export interface ChartStats {
  readonly series: number;
  readonly pointsShown: number;
  /** Number of points in view when zoomed, or of all logged points. */
  readonly pointsTotal: number;
  readonly nan: number;
  readonly infinite: number;
  readonly markers: number;
  /** Number of values outside the visible y range. */
  readonly beyond: number;
  readonly caption: string;
  readonly summary: string;
  /** Number of expressions that were not compiled ahead of time. */
  readonly interpreted: number;
  /** Duration of the last downsampling and drawing, in milliseconds. */
  readonly drawMillis: number;
}

/** Computes the statistics of a drawing. */
export function chartStats(
  model: ChartModel,
  rows: ChartRows | null,
  layout: { readonly window: Domain; readonly zoomed: boolean; readonly beyond: number; readonly tooMany: boolean },
  cost: { readonly interpreted: number; readonly drawMillis: number },
  t?: Translate,
): ChartStats {
  const total = layout.zoomed ? pointsWithin(model, layout.window) : model.total;
  const points = { shown: rows?.shown ?? 0, total, ...layout };
  return {
    series: rows?.series ?? 0,
    pointsShown: points.shown,
    pointsTotal: total,
    nan: model.nan,
    infinite: model.infinite,
    markers: rows?.nonFiniteMarkers.length ?? 0,
    beyond: layout.beyond,
    caption: captionText(model, points, t),
    summary: summaryText(model, points, t),
    ...cost,
  };
}

/** Publishes the statistics on the container: as its label for screen readers, as data attributes for tests. */
export function publishStats(container: HTMLElement, stats: ChartStats): void {
  container.setAttribute('aria-label', stats.summary);
  const { series, pointsShown, pointsTotal, nan, infinite, markers, beyond, interpreted } = stats;
  const counts = { series, pointsShown, pointsTotal, nan, infinite, markers, beyond, interpreted };
  for (const [name, count] of Object.entries(counts)) container.dataset[name] = String(count);
  container.dataset.drawMillis = stats.drawMillis.toFixed(1);
}
