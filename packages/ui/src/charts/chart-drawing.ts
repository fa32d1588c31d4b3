import type { ChartModel, Domain, RenderOptions } from '@tracklens/core/charts';
import {
  type ChartLayout,
  type ChartRows,
  chartLayout,
  chartRows,
  containerWidth,
  countBeyond,
  type DrawingSpace,
  drawsEveryPoint,
  type RowBudget,
  type SampledRows,
  sampledRows,
} from '@tracklens/core/charts';
import type { ChartTheme } from '@tracklens/core/display';
import type { Translate } from '../text/translate.ts';
import { type ChartStats, chartStats, noStats } from './chart-stats.ts';
import type { DrawnPlot } from './export/chart-image.ts';
import { type LineView, lineView } from './line-view.ts';
import { type PanPreview, panPreview } from './pan-preview.ts';
import type { SameRange } from './same-range.ts';

/** What a chart draws: its data and how it is rendered. */
export interface ChartContent extends RenderOptions {
  readonly model: ChartModel;
}

/** Current state of a drawing. `rows` and `layout` are null until the container has a width. */
export interface Drawn extends ChartContent {
  readonly rows: ChartRows | null;
  readonly layout: ChartLayout | null;
}

/** Chart to export. Must be disposed of afterwards. */
export interface DrawnChart {
  readonly rows: ChartRows;
  readonly plot: DrawnPlot;
  dispose(): void;
}

/** Environment of a drawing. */
export interface DrawingOptions {
  /** Returns the space available in the container. */
  space(): DrawingSpace;
  /** Range shared by charts that show the same values. */
  readonly sharedRange?: SameRange | undefined;
  readonly t?: Translate | undefined;
  /** Called after each drawing. */
  onDrawn(): void;
}

/** Delay in milliseconds between a coarse drawing and the full one. */
const refineMillis = 300;

/** Delay in milliseconds between the last wheel zoom and the redraw. */
const settleMillis = 70;

/**
 * Maximum number of vertices to replace in a view. Above it a new view is faster, since vega removes old rows one by
 * one.
 */
const replacedVertices = 4000;

/** Drawing of a chart in `host`, whose content is replaced: lines, axes and labels, without the overlay. */
export class ChartDrawing {
  readonly #host: HTMLElement;
  readonly #options: DrawingOptions;
  readonly #stopSharing: (() => void) | undefined;
  #content: ChartContent;
  #view: LineView | null = null;
  #rows: ChartRows | null = null;
  #layout: ChartLayout | null = null;
  #preview: PanPreview | null = null;
  #yExtent: Domain = [1, 0];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #disposed = false;
  #stats: ChartStats;

  constructor(host: HTMLElement, content: ChartContent, options: DrawingOptions) {
    this.#host = host;
    this.#content = content;
    this.#options = options;
    this.#stats = noStats(content.model, options.t);
    this.#stopSharing = options.sharedRange?.subscribe(() => this.#relayout());
  }

  get drawn(): Drawn {
    return { ...this.#content, rows: this.#rows, layout: this.#layout };
  }

  get stats(): ChartStats {
    return this.#stats;
  }

  /** Sets what the next drawing shows. */
  set(change: Partial<ChartContent>): void {
    this.#content = { ...this.#content, ...change };
  }

  /** Computes the rows and draws them. A coarse drawing is followed by the full one. */
  redraw(budget: RowBudget = 'first'): void {
    clearTimeout(this.#timer);
    const space = this.#options.space();
    if (this.#disposed || space.width === 0) return;
    const started = performance.now();
    const { rows, yExtent, coarse } = this.#sample(space, budget);
    this.#yExtent = yExtent;
    this.#options.sharedRange?.setExtent(this, yExtent);
    const before = this.#layout;
    const layout = this.#arrange(space);
    const sameScales = before?.xScale === layout.xScale && before.yScale === layout.yScale;
    this.#endPreview();
    if (this.#view && sameScales && rows.vertices < replacedVertices) {
      this.#view.draw(layout, rows);
    } else {
      this.#view?.dispose();
      this.#view = lineView(this.#host, layout, rows);
    }
    this.#rows = rows;
    this.#layout = layout;
    this.#describe(layout, performance.now() - started);
    if (coarse && rows.shown < this.#stats.pointsTotal) {
      this.#timer = setTimeout(() => this.redraw('full'), refineMillis);
    }
  }

  /** Redraws if the width of the container has changed. */
  resize(): void {
    const drawnWidth = this.#layout ? containerWidth(this.#layout) : 0;
    if (drawnWidth !== this.#options.space().width) this.redraw();
  }

  /** Moves an image of the current drawing. `settle` is called when the movement has stopped, to redraw. */
  pan(settle: () => void): void {
    const canvas = this.#host.querySelector('canvas');
    if (!this.#layout || !canvas) {
      this.redraw();
      return;
    }
    this.#preview ??= panPreview(this.#host, canvas, this.#layout);
    this.#layout = this.#arrange(this.#options.space());
    this.#preview.draw(this.#layout);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(settle, settleMillis);
  }

  /**
   * Returns the current drawing for export, or null before the first one. With `other`, returns the same view of
   * another model of the same lines in other colours.
   */
  exported(other?: { readonly model: ChartModel; readonly theme: ChartTheme }): DrawnChart | null {
    if (!this.#view || !this.#rows || !this.#layout) return null;
    const { width, height } = this.#options.space();
    const size = { width, height, font: this.#layout.font };
    if (!other) {
      const { toSvg, toCanvas } = this.#view;
      const plot = { ...size, theme: this.#content.theme, toSvg, toCanvas };
      return { rows: this.#rows, plot, dispose() {} };
    }
    const rows = chartRows(other.model, this.#layout.xDomain, this.#layout.box.width, false);
    const layout = { ...this.#layout, theme: other.theme, lines: other.model.lines };
    const { toSvg, toCanvas, dispose } = lineView(this.#host.ownerDocument.createElement('div'), layout, rows);
    return { rows, plot: { ...size, theme: other.theme, toSvg, toCanvas }, dispose };
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    this.#stopSharing?.();
    this.#options.sharedRange?.setExtent(this, null);
    this.#preview?.dispose();
    this.#view?.dispose();
  }

  #sample(space: DrawingSpace, budget: RowBudget): SampledRows {
    return sampledRows(this.#content.model, this.#content.settings, space, budget);
  }

  #arrange(space: DrawingSpace): ChartLayout {
    const yExtent = this.#options.sharedRange?.range ?? this.#yExtent;
    return chartLayout(this.#content.model, this.#content, yExtent, space);
  }

  /** Lays out the axes for the current rows, after the shared y range has changed. */
  #relayout(): void {
    if (!this.#view || !this.#rows || this.#preview) return;
    this.#layout = this.#arrange(this.#options.space());
    this.#view.draw(this.#layout, null);
    this.#describe(this.#layout, this.#stats.drawMillis);
  }

  #endPreview(): void {
    this.#preview?.dispose();
    this.#preview = null;
  }

  #describe(layout: ChartLayout, drawMillis: number): void {
    const { model, settings } = this.#content;
    const window = layout.xDomain;
    const view = {
      window,
      zoomed: settings.zoom?.x !== undefined,
      beyond: countBeyond(model, window, layout.yDomain),
      tooMany: settings.full && !drawsEveryPoint(model, settings),
    };
    const cost = { interpreted: this.#view?.missing.size ?? 0, drawMillis };
    this.#stats = chartStats(model, this.#rows, view, cost, this.#options.t);
    this.#options.onDrawn();
  }
}
