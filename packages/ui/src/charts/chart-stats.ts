import type { ChartModel, Domain } from '@tracklens/core/charts';
import { type ChartRows, pointsWithin } from '@tracklens/core/charts';
import type { Translate } from '../text/translate.ts';
import { captionText } from './caption.ts';

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
  /** Duration of the last downsampling and drawing, in milliseconds. */
  readonly drawMillis: number;
}

/** Visible part of a chart. */
interface VisiblePart {
  readonly window: Domain;
  readonly zoomed: boolean;
  /** Number of values outside the visible y range. */
  readonly beyond: number;
  /** Whether every point was requested but there are too many to draw each. */
  readonly tooMany: boolean;
}

/** Returns the statistics of a chart before its first drawing. */
export function noStats(model: ChartModel, t?: Translate): ChartStats {
  const part = { window: [0, 1], zoomed: false, beyond: 0, tooMany: false } as const;
  return chartStats(model, null, part, 0, t);
}

/** Computes the statistics of a drawing. */
export function chartStats(
  model: ChartModel,
  rows: ChartRows | null,
  visible: VisiblePart,
  drawMillis: number,
  t?: Translate,
): ChartStats {
  const total = visible.zoomed ? pointsWithin(model, visible.window) : model.total;
  const points = { shown: rows?.shown ?? 0, total, ...visible };
  return {
    series: rows?.series ?? 0,
    pointsShown: points.shown,
    pointsTotal: total,
    nan: model.nan,
    infinite: model.infinite,
    markers: rows?.nonFiniteMarkers.length ?? 0,
    beyond: visible.beyond,
    caption: captionText(model, points, t),
    drawMillis,
  };
}

/** Publishes the statistics on the container, with a summary as its label for screen readers. */
export function publishStats(container: HTMLElement, stats: ChartStats, summary: string): void {
  container.setAttribute('aria-label', summary);
  const { series, pointsShown, pointsTotal, nan, infinite, markers, beyond } = stats;
  const counts = { series, pointsShown, pointsTotal, nan, infinite, markers, beyond };
  for (const [name, count] of Object.entries(counts)) container.dataset[name] = String(count);
  container.dataset.drawMillis = stats.drawMillis.toFixed(1);
}
