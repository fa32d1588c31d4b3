import type { ChartTheme } from '@tracklens/core/display';
import type { Translate } from '../text/translate.ts';
import { chartLayout, columnsIn, containerWidth, type DrawingSpace, shownX } from './chart-layout.ts';
import type { ChartModel } from './chart-model.ts';
import { type ChartRows, chartRows } from './chart-rows.ts';
import type { RenderOptions } from './chart-settings.ts';
import { type ChartStats, chartStats } from './chart-stats.ts';
import type { DrawnPlot } from './export/chart-image.ts';
import { type ChartLayout, type LineView, lineView } from './line-view.ts';
import { type PanPreview, panPreview } from './pan-preview.ts';
import type { SameRange } from './same-range.ts';
import type { Domain } from './scales.ts';
import { countBeyond, yExtentOf } from './y-range.ts';

/** Current state of a drawing. `rows` and `layout` are null until the container has a width. */
export interface Drawn {
  readonly model: ChartModel;
  readonly options: RenderOptions;
  readonly rows: ChartRows | null;
  readonly layout: ChartLayout | null;
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
  set(next: { readonly model: ChartModel } | { readonly options: RenderOptions }): void;
  /** Computes the rows and draws them. A coarse drawing is followed by the full one. */
  redraw(budget?: Budget): void;
  /** Redraws if the width of the container has changed. */
  resize(): void;
  /** Moves an image of the current drawing. `settle` is called when the movement has stopped, to redraw. */
  pan(settle: () => void): void;
  /**
   * Returns the current drawing for export, or null before the first one. With `other`, returns the same view of
   * another model of the same lines in other colours.
   */
  exported(other?: { readonly model: ChartModel; readonly theme: ChartTheme }): DrawnChart | null;
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
 * Draws a chart in `host`, whose content is replaced, in the size that `space` returns. Calls `onDrawn` after each
 * drawing.
 */
export function chartDrawing(
  host: HTMLElement,
  space: () => DrawingSpace,
  first: Pick<Drawn, 'model' | 'options'>,
  { sameY, t, onDrawn }: { sameY?: SameRange | undefined; t?: Translate | undefined; onDrawn(): void },
): ChartDrawing {
  const self = {};
  let { model, options } = first;
  let view: LineView | null = null;
  let rows: ChartRows | null = null;
  let layout: ChartLayout | null = null;
  let preview: PanPreview | null = null;
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

  const arrange = (space: DrawingSpace) => chartLayout(model, options, sameY?.range ?? yExtent, space);

  /** Downsamples to the available columns. Many lines share a vertex budget; each keeps its exact extremes. */
  function downsampled(space: DrawingSpace, budget: Budget): { readonly rows: ChartRows; readonly coarse: boolean } {
    const columns = columnsIn(space);
    const lines = model.lines.reduce((sum, line) => sum + 1 + line.members.length, 0);
    const share = Math.max(lines > 300 ? 8 : 40, Math.floor(vertexBudget[budget] / (4 * Math.max(1, lines))));
    const every = options.every && model.total <= everyLimit;
    const sampled = chartRows(model, shownX(model, options), Math.min(columns, share), every);
    yExtent = yExtentOf(model, sampled, shownX(model, options), options.yRange);
    sameY?.setExtent(self, yExtent);
    return { rows: sampled, coarse: !every && share < columns && budget !== 'full' };
  }

  function describe(shown: ChartLayout, drawMillis: number): void {
    const window = shown.xDomain;
    const what = {
      window,
      zoomed: options.zoom?.x !== undefined,
      beyond: countBeyond(model, window, shown.yDomain),
      tooMany: options.every && model.total > everyLimit,
    };
    stats = chartStats(model, rows, what, { interpreted: view?.missing.size ?? 0, drawMillis }, t);
    onDrawn();
  }

  function redraw(budget: Budget = 'first'): void {
    clearTimeout(settling);
    const available = space();
    if (disposed || available.width === 0) return;
    const started = performance.now();
    const sampled = downsampled(available, budget);
    const next = arrange(available);
    const sameScales = layout?.xScale === next.xScale && layout.yScale === next.yScale;
    preview?.dispose();
    preview = null;
    rows = sampled.rows;
    if (view && sameScales && rows.vertices < replacedVertices) {
      view.draw(next, rows);
    } else {
      view?.dispose();
      view = lineView(host, next, rows);
    }
    layout = next;
    describe(layout, performance.now() - started);
    if (sampled.coarse && rows.shown < stats.pointsTotal) settling = setTimeout(() => redraw('full'), refineMillis);
  }

  /** Lays out the axes for the current rows, after the shared y range has changed. */
  function relayout(): void {
    if (!view || !rows || preview) return;
    layout = arrange(space());
    view.draw(layout, null);
    describe(layout, stats.drawMillis);
  }

  const stopSharing = sameY?.subscribe(relayout);

  return {
    get drawn() {
      return { model, options, rows, layout };
    },
    get stats() {
      return stats;
    },
    set(next) {
      if ('model' in next) model = next.model;
      else options = next.options;
    },
    redraw,
    resize() {
      if ((layout ? containerWidth(layout) : 0) !== space().width) redraw();
    },
    pan(settle) {
      const canvas = host.querySelector('canvas');
      if (!layout || !canvas) return redraw();
      preview ??= panPreview(host, canvas, layout);
      layout = arrange(space());
      preview.draw(layout);
      clearTimeout(settling);
      settling = setTimeout(settle, settleMillis);
    },
    exported(other) {
      if (!view || !rows || !layout) return null;
      const { width, height } = space();
      const size = { width, height, font: layout.font };
      if (!other) {
        const { toSvg, toCanvas } = view;
        return { rows, plot: { ...size, theme: options.theme, toSvg, toCanvas }, dispose() {} };
      }
      const recolored = chartRows(other.model, layout.xDomain, layout.box.width, false);
      const shown = { ...layout, theme: other.theme, lines: other.model.lines };
      const { toSvg, toCanvas, dispose } = lineView(host.ownerDocument.createElement('div'), shown, recolored);
      return { rows: recolored, plot: { ...size, theme: other.theme, toSvg, toCanvas }, dispose };
    },
    dispose() {
      disposed = true;
      clearTimeout(settling);
      stopSharing?.();
      sameY?.setExtent(self, null);
      preview?.dispose();
      view?.dispose();
    },
  };
}
