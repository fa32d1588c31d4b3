import { type ChartLayout, type ChartRows, containerHeight, containerWidth } from '@tracklens/core/charts';
import { paintAxes, paintGrid } from './axes-painter.ts';
import { linePainting } from './line-painter.ts';
import { paintMarkers } from './marker-painter.ts';
import { plotScale } from './plot-scale.ts';

/** Lines and markers that were painted, with the layout of their axes. */
interface PaintedPlot {
  readonly image: HTMLCanvasElement;
  readonly layout: ChartLayout;
}

/**
 * Canvas that shows a chart. The lines are painted on a canvas of their own, which is never attached to the page:
 * painting many lines takes longer than a frame, moving their image does not.
 */
export class ChartCanvas {
  readonly #canvas: HTMLCanvasElement;
  #plot: PaintedPlot | null = null;

  constructor(host: HTMLElement) {
    this.#canvas = host.ownerDocument.createElement('canvas');
    host.replaceChildren(this.#canvas);
  }

  /** Paints lines with their axes. */
  paint(layout: ChartLayout, rows: ChartRows): void {
    const image = this.#plot?.image ?? this.#canvas.ownerDocument.createElement('canvas');
    for (const _ of linePainting(cleared(image, layout), layout, rows));
    this.#finish(image, layout, rows);
  }

  /** Paints lines with their axes in slices: yields between them, and shows the lines when all are painted. */
  *painting(layout: ChartLayout, rows: ChartRows): Generator<undefined, void> {
    const { ownerDocument } = this.#canvas;
    const image = ownerDocument.createElement('canvas');
    const reader = ownerDocument.createElement('canvas').getContext('2d')!;
    for (const _ of linePainting(cleared(image, layout), layout, rows)) {
      // A browser only records what is painted until it is read.
      reader.drawImage(image, 0, 0, 1, 1, 0, 0, 1, 1);
      yield;
    }
    this.#finish(image, layout, rows);
  }

  #finish(image: HTMLCanvasElement, layout: ChartLayout, rows: ChartRows): void {
    const context = image.getContext('2d')!;
    paintMarkers(context, layout, rows);
    this.#plot = { image, layout };
    this.#show(layout);
  }

  /** Moves the painted lines under other axes, blurred where they are stretched, until they are painted again. */
  move(layout: ChartLayout): void {
    this.#show(layout);
  }

  #show(layout: ChartLayout): void {
    const plot = this.#plot;
    if (plot === null) return;
    const context = cleared(this.#canvas, layout);
    const { width, height } = sizeOf(layout);
    Object.assign(this.#canvas.style, { width: `${width}px`, height: `${height}px` });
    paintGrid(context, layout);
    if (plot.layout === layout) drawWhole(context, plot);
    else drawMoved(context, plot, layout);
    paintAxes(context, layout);
  }
}

/** Draws the image of the lines where it was painted, with markers that exceed the plot. */
function drawWhole(context: CanvasRenderingContext2D, { image, layout }: PaintedPlot): void {
  const { width, height } = sizeOf(layout);
  context.drawImage(image, -layout.box.left, -layout.box.top, width, height);
}

/** Draws the image of the lines where its values are on other axes, clipped at the edges of the plot. */
function drawMoved(context: CanvasRenderingContext2D, { image, layout }: PaintedPlot, to: ChartLayout): void {
  const { x, y } = plotScale(to);
  const [x0, x1] = layout.xDomain.map(x) as [number, number];
  const [y0, y1] = layout.yDomain.map(y) as [number, number];
  if (![x0, x1, y0, y1].every(Number.isFinite)) return;
  const { box } = layout;
  const perPixel = image.width / sizeOf(layout).width;
  context.save();
  context.beginPath();
  context.rect(0, 0, to.box.width, to.box.height);
  context.clip();
  const source = [box.left, box.top, box.width, box.height].map((pixels) => pixels * perPixel);
  context.drawImage(image, ...(source as [number, number, number, number]), x0, y1, x1 - x0, y0 - y1);
  context.restore();
}

/** Returns the size of the container, in pixels. */
function sizeOf(layout: ChartLayout) {
  return { width: containerWidth(layout), height: containerHeight(layout) };
}

/** Returns the context of an empty canvas of the size of a layout, with its origin at the left and top of the plot. */
function cleared(canvas: HTMLCanvasElement, layout: ChartLayout): CanvasRenderingContext2D {
  const ratio = canvas.ownerDocument.defaultView?.devicePixelRatio ?? 1;
  const { width, height } = sizeOf(layout);
  // Setting the size also clears the canvas and resets its state.
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d')!;
  context.setTransform(ratio, 0, 0, ratio, layout.box.left * ratio, layout.box.top * ratio);
  return context;
}
