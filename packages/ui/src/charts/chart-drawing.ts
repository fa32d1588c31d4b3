import type { ChartTheme } from '@tracklens/core/display';
import type { Translate } from '../text/translate.ts';
import { chartLayout, columnsIn, type Room, roomOf, shownX } from './chart-layout.ts';
import type { ChartModel } from './chart-model.ts';
import { type ChartRows, chartRows } from './chart-rows.ts';
import type { RenderOptions } from './chart-settings.ts';
import { type ChartStats, chartStats } from './chart-stats.ts';
import type { DrawnPlot } from './export/chart-image.ts';
import { type LineView, lineView, type Picture } from './line-view.ts';
import { type PanPreview, panPreview } from './pan-preview.ts';
import type { SameRange } from './same-range.ts';
import type { Domain } from './scales.ts';
import { countBeyond, yExtentOf } from './y-range.ts';

/** Current state of a drawing. `rows` and `picture` are null until the container has a width. */
export interface Drawn {
  readonly model: ChartModel;
  readonly manner: RenderOptions;
  readonly rows: ChartRows | null;
  readonly picture: Picture | null;
}

/** Chart to export. Must be disposed of afterwards. */
export interface DrawnChart {
  readonly rows: ChartRows;
  readonly plot: DrawnPlot;
  dispose(): void;
}

/** Drawing of a chart: lines, axes and labels, without the overlay. */
export interface ChartDrawing {
  readonly drawn: Drawn;
  readonly stats: ChartStats;
  /** Sets the model or the render options for the next drawing. */
  take(next: { readonly model: ChartModel } | { readonly manner: RenderOptions }): void;
  /** Computes the rows and draws them. A coarse drawing is followed by the full one. */
  redraw(budget?: Budget): void;
  /** Redraws if the width of the container has changed. */
  fit(): void;
  /** Moves an image of the current drawing. `settle` is called when the movement has stopped, to redraw. */
  slide(settle: () => void): void;
  /**
   * Returns the current drawing for export, or null before the first one. With `other`, returns the same view of
   * another model of the same lines in other colours.
   */
  saved(other?: { readonly model: ChartModel; readonly theme: ChartTheme }): DrawnChart | null;
  dispose(): void;
}

/**
 * Maximum number of vertices: right after a movement, in the first drawing, and in the full drawing that follows when
 * idle.
 */
const vertexBudget = { settled: 14_000, first: 36_000, full: 80_000 } as const;

type Budget = keyof typeof vertexBudget;

/** Delay in milliseconds between a coarse drawing and the full one. */
const refineMillis = 300;

/** Delay in milliseconds between the last wheel zoom and the redraw. */
const settleMillis = 70;

/** Maximum number of points of which each is drawn. */
const everyLimit = 200_000;

/**
 * Maximum number of vertices to replace in a view. Above it a new view is faster, since vega removes old rows one by
 * one.
 */
const replacedVertices = 4000;

/**
 * Draws a chart in `host`, whose content is replaced, in the size that `room` returns. Calls `onDrawn` after each
 * drawing.
 */
export function chartDrawing(
  host: HTMLElement,
  room: () => Room,
  first: Pick<Drawn, 'model' | 'manner'>,
  { sameY, t, onDrawn }: { sameY?: SameRange | undefined; t?: Translate | undefined; onDrawn(): void },
): ChartDrawing {
  const self = {};
  let { model, manner } = first;
  let view: LineView | null = null;
  let rows: ChartRows | null = null;
  let picture: Picture | null = null;
  let moving: PanPreview | null = null;
  let yExtent: Domain = [1, 0];
  let settling: ReturnType<typeof setTimeout> | undefined;
  let disposed = false;
  let stats = chartStats(
    model,
    null,
    { window: [0, 1], zoomed: false, beyond: 0, tooMany: false },
    { interpreted: 0, drawMillis: 0 },
    t,
  );

  const layout = (space: Room) => chartLayout(model, manner, sameY?.whole ?? yExtent, space);

  /** Downsamples to the available columns. Many lines share a vertex budget; each keeps its exact extremes. */
  function thin(space: Room, budget: Budget): { readonly rows: ChartRows; readonly coarse: boolean } {
    const columns = columnsIn(space);
    const lines = model.lines.reduce((sum, line) => sum + 1 + line.members.length, 0);
    const share = Math.max(lines > 300 ? 8 : 40, Math.floor(vertexBudget[budget] / (4 * Math.max(1, lines))));
    const every = manner.every && model.total <= everyLimit;
    const thinned = chartRows(model, shownX(model, manner), Math.min(columns, share), every);
    yExtent = yExtentOf(model, thinned, shownX(model, manner), manner.yRange);
    sameY?.tell(self, yExtent);
    return { rows: thinned, coarse: !every && share < columns && budget !== 'full' };
  }

  function describe(shown: Picture, drawMillis: number): void {
    const window = shown.xDomain;
    const what = {
      window,
      zoomed: manner.zoom?.x !== undefined,
      beyond: countBeyond(model, window, shown.yDomain),
      tooMany: manner.every && model.total > everyLimit,
    };
    stats = chartStats(model, rows, what, { interpreted: view?.missing.size ?? 0, drawMillis }, t);
    onDrawn();
  }

  function redraw(budget: Budget = 'first'): void {
    clearTimeout(settling);
    const space = room();
    if (disposed || space.width === 0) return;
    const started = performance.now();
    const thinned = thin(space, budget);
    const next = layout(space);
    const sameScales = picture?.xScale === next.xScale && picture.yScale === next.yScale;
    moving?.dispose();
    moving = null;
    rows = thinned.rows;
    if (view && sameScales && rows.vertices < replacedVertices) {
      view.draw(next, rows);
    } else {
      view?.dispose();
      view = lineView(host, next, rows);
    }
    picture = next;
    describe(picture, performance.now() - started);
    if (thinned.coarse && rows.shown < stats.pointsTotal) settling = setTimeout(() => redraw('full'), refineMillis);
  }

  /** Lays out the axes for the current rows, after the shared y range has changed. */
  function relayout(): void {
    if (!view || !rows || moving) return;
    picture = layout(room());
    view.draw(picture, null);
    describe(picture, stats.drawMillis);
  }

  const stopSharing = sameY?.subscribe(relayout);

  return {
    get drawn() {
      return { model, manner, rows, picture };
    },
    get stats() {
      return stats;
    },
    take(next) {
      if ('model' in next) model = next.model;
      else manner = next.manner;
    },
    redraw,
    fit() {
      if ((picture ? roomOf(picture) : 0) !== room().width) redraw();
    },
    slide(settle) {
      const canvas = host.querySelector('canvas');
      if (!picture || !canvas) return redraw();
      moving ??= panPreview(host, canvas, picture);
      picture = layout(room());
      moving.draw(picture);
      clearTimeout(settling);
      settling = setTimeout(settle, settleMillis);
    },
    saved(other) {
      if (!view || !rows || !picture) return null;
      const { width, height } = room();
      const size = { width, height, font: picture.font };
      if (!other) {
        const { toSvg, toCanvas } = view;
        return { rows, plot: { ...size, theme: manner.theme, toSvg, toCanvas }, dispose() {} };
      }
      const recolored = chartRows(other.model, picture.xDomain, picture.box.width, false);
      const shown = { ...picture, theme: other.theme, lines: other.model.lines };
      const { toSvg, toCanvas, dispose } = lineView(host.ownerDocument.createElement('div'), shown, recolored);
      return { rows: recolored, plot: { ...size, theme: other.theme, toSvg, toCanvas }, dispose };
    },
    dispose() {
      disposed = true;
      clearTimeout(settling);
      stopSharing?.();
      sameY?.tell(self, null);
      moving?.dispose();
      view?.dispose();
    },
  };
}
