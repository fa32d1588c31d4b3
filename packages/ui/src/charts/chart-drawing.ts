import type { ChartModel, Domain, RenderOptions } from '@tracklens/core/charts';
import {
  type ChartLayout,
  type ChartRows,
  chartLayout,
  containerWidth,
  countBeyond,
  type DrawingSpace,
  drawsEveryPoint,
  fullRowsInSlices,
  type RowBudget,
  type SampledRows,
  sampledRows,
} from '@tracklens/core/charts';
import type { ChartTheme } from '@tracklens/core/display';
import type { Translate } from '../text/translate.ts';
import { type ChartStats, chartStats, noStats } from './chart-stats.ts';
import { ChartCanvas } from './paint/chart-canvas.ts';
import type { SharedRange } from './shared-range.ts';

/** Content of a chart: its data and how it is rendered. */
export interface ChartContent extends RenderOptions {
  readonly model: ChartModel;
}

/** Current state of a drawing. `rows` and `layout` are null until the container has a width. */
export interface Drawn extends ChartContent {
  readonly rows: ChartRows | null;
  readonly layout: ChartLayout | null;
}

/** Drawn lines with their axes, to export: a chart without title, legend and caption. */
export interface DrawnPlot {
  readonly rows: ChartRows;
  readonly layout: ChartLayout;
}

/** Environment of a drawing. */
export interface DrawingOptions {
  /** Returns the space available in the container. */
  space(): DrawingSpace;
  /** Range shared by charts that show the same values. */
  readonly sharedRange?: SharedRange | undefined;
  readonly t?: Translate | undefined;
  /** Called when nothing can be drawn because the container has no width. `resize` draws it later. */
  onHidden(): void;
  /** Called after each drawing. */
  onDrawn(): void;
}

/** Delay in milliseconds between a coarse drawing and the full one. */
const refineMillis = 300;

/** Delay in milliseconds between the last wheel zoom and the redraw. */
const settleMillis = 70;

/** Drawing of a chart in `host`, whose content is replaced: lines, axes and labels, without the overlay. */
export class ChartDrawing {
  readonly #canvas: ChartCanvas;
  readonly #options: DrawingOptions;
  readonly #stopSharing: (() => void) | undefined;
  #content: ChartContent;
  #rows: ChartRows | null = null;
  #layout: ChartLayout | null = null;
  /** Whether the drawing is moved without painting its lines. */
  #moving = false;
  /** Whether a change was not drawn, because the container was hidden. */
  #isOutdated = false;
  /** Whether the current rows are to be followed by more. */
  #isCoarse = false;
  #yExtent: Domain = [1, 0];
  /** Timer of the full drawing after a coarse one. */
  #refining: ReturnType<typeof setTimeout> | undefined;
  /** Timer of the end of a movement. */
  #settling: ReturnType<typeof setTimeout> | undefined;
  #disposed = false;
  #stats: ChartStats;

  constructor(host: HTMLElement, content: ChartContent, options: DrawingOptions) {
    this.#canvas = new ChartCanvas(host);
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
    clearTimeout(this.#refining);
    // New data or another theme do not end a movement: its zoom has yet to be reported.
    if (budget === 'settled') clearTimeout(this.#settling);
    const space = this.#options.space();
    if (this.#disposed || this.#isHidden(space)) return;
    const started = performance.now();
    const { rows, yExtent, coarse } = this.#sample(space, budget);
    this.#yExtent = yExtent;
    this.#options.sharedRange?.setExtent(this, yExtent);
    const layout = this.#arrange(space);
    this.#moving = false;
    this.#canvas.paint(layout, rows);
    this.#rows = rows;
    this.#layout = layout;
    this.#describe(layout, performance.now() - started);
    this.#isCoarse = coarse && rows.shown < this.#stats.pointsTotal;
    this.#refineLater(layout);
  }

  /** Returns whether the container has no width. What changes in the meantime is drawn when it has one. */
  #isHidden(space: DrawingSpace): boolean {
    this.#isOutdated = space.width === 0;
    if (this.#isOutdated) this.#options.onHidden();
    return this.#isOutdated;
  }

  #refineLater(layout: ChartLayout): void {
    clearTimeout(this.#refining);
    if (this.#isCoarse) this.#refining = setTimeout(() => this.#refine(layout), refineMillis);
  }

  /** Draws the lines of a layout in full. Pauses between slices, so that no frame waits for all of them. */
  #refine(layout: ChartLayout): void {
    const { model, settings } = this.#content;
    const started = performance.now();
    const canvas = this.#canvas;
    const space = this.#options.space();
    const steps = (function* () {
      const rows = yield* fullRowsInSlices(model, settings, space);
      yield* canvas.painting(layout, rows);
      return rows;
    })();
    const next = () => {
      const step = steps.next();
      if (!step.done) {
        this.#refining = setTimeout(next);
        return;
      }
      this.#rows = step.value;
      this.#isCoarse = false;
      this.#describe(layout, performance.now() - started);
    };
    next();
  }

  /** Redraws if the width of the container has changed, or if it is visible again after a change. */
  resize(): void {
    const drawnWidth = this.#layout ? containerWidth(this.#layout) : 0;
    const { width } = this.#options.space();
    if (width > 0 && (this.#isOutdated || drawnWidth !== width)) this.redraw();
  }

  /** Moves the drawing without painting its lines. `settle` is called when the movement has stopped, to redraw. */
  pan(settle: () => void): void {
    if (!this.#layout) {
      this.redraw();
      return;
    }
    this.#moving = true;
    this.#layout = this.#arrange(this.#options.space());
    this.#canvas.move(this.#layout);
    clearTimeout(this.#refining);
    clearTimeout(this.#settling);
    this.#settling = setTimeout(settle, settleMillis);
  }

  /**
   * Returns the current drawing for export, or null before the first one. With `other`, returns the same view of
   * another model of the same lines in other colors.
   */
  exported(other?: { readonly model: ChartModel; readonly theme: ChartTheme }): DrawnPlot | null {
    if (!this.#rows || !this.#layout) return null;
    if (!other) return { rows: this.#rows, layout: this.#layout };
    return {
      rows: sampledRows(other.model, this.#content.settings, this.#options.space(), 'full').rows,
      layout: { ...this.#layout, theme: other.theme, lines: other.model.lines },
    };
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#refining);
    clearTimeout(this.#settling);
    this.#stopSharing?.();
    this.#options.sharedRange?.setExtent(this, null);
  }

  #sample(space: DrawingSpace, budget: RowBudget): SampledRows {
    return sampledRows(this.#content.model, this.#content.settings, space, budget);
  }

  #arrange(space: DrawingSpace): ChartLayout {
    const yExtent = this.#options.sharedRange?.range ?? this.#yExtent;
    return chartLayout(this.#content.model, this.#content, yExtent, space);
  }

  /** Lays out the axes for the current rows, after the shared y range has changed, unless all will be drawn again. */
  #relayout(): void {
    if (!this.#rows || this.#moving || this.#isOutdated) return;
    const space = this.#options.space();
    if (this.#isHidden(space)) return;
    this.#layout = this.#arrange(space);
    this.#canvas.paint(this.#layout, this.#rows);
    this.#describe(this.#layout, this.#stats.drawMillis);
    this.#refineLater(this.#layout);
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
    this.#stats = chartStats(model, this.#rows, view, drawMillis, this.#options.t);
    this.#options.onDrawn();
  }
}
