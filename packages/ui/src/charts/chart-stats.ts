import type { Translate } from '../text/translate.ts';
import { captionText, summaryText } from './caption.ts';
import type { ChartModel } from './chart-model.ts';
import { type ChartRows, pointsWithin } from './chart-rows.ts';
import type { Domain } from './scales.ts';

/** What a picture shows, for tests and people. */
export interface ChartStats {
  readonly series: number;
  readonly pointsShown: number;
  /** Points in view when zoomed, or logged in all. */
  readonly pointsTotal: number;
  readonly nan: number;
  readonly infinite: number;
  readonly markers: number;
  /** Values above or below the picture. */
  readonly beyond: number;
  readonly caption: string;
  readonly summary: string;
  /** Expressions that were not compiled ahead of time. */
  readonly interpreted: number;
  /** Milliseconds the last thinning and drawing took. */
  readonly drawMillis: number;
}

/** What is drawn of a model, in numbers and words. */
export function chartStats(
  model: ChartModel,
  rows: ChartRows | null,
  picture: { readonly window: Domain; readonly zoomed: boolean; readonly beyond: number; readonly tooMany: boolean },
  cost: { readonly interpreted: number; readonly drawMillis: number },
  t?: Translate,
): ChartStats {
  const total = picture.zoomed ? pointsWithin(model, picture.window) : model.total;
  const points = { shown: rows?.shown ?? 0, total, ...picture };
  return {
    series: rows?.series ?? 0,
    pointsShown: points.shown,
    pointsTotal: total,
    nan: model.nan,
    infinite: model.infinite,
    markers: rows?.gaps.length ?? 0,
    beyond: picture.beyond,
    caption: captionText(model, points, t),
    summary: summaryText(model, points, t),
    ...cost,
  };
}

/** Tells a container's readers what it shows: people by its label, tests by its data. */
export function publishStats(container: HTMLElement, stats: ChartStats): void {
  container.setAttribute('aria-label', stats.summary);
  const { series, pointsShown, pointsTotal, nan, infinite, markers, beyond, interpreted } = stats;
  const counts = { series, pointsShown, pointsTotal, nan, infinite, markers, beyond, interpreted };
  for (const [name, count] of Object.entries(counts)) container.dataset[name] = String(count);
  container.dataset.drawMillis = stats.drawMillis.toFixed(1);
}
