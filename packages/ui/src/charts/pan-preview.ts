import type { ChartLayout, PlotBox } from '@tracklens/core/charts';
import { fraction } from '@tracklens/core/charts';

/** Preview that moves and scales an image of the chart, frame by frame, until the next redraw. */
export interface PanPreview {
  /** Draws the image under other axes. */
  draw(layout: ChartLayout): void;
  dispose(): void;
}

/**
 * Creates a preview from a drawn chart. Redrawing many lines takes longer than a frame; moving an image does not.
 * Axes and labels are redrawn sharply in each frame, the lines when the movement stops.
 */
export function panPreview(container: HTMLElement, drawn: HTMLCanvasElement, from: ChartLayout): PanPreview {
  const canvas = container.ownerDocument.createElement('canvas');
  const ratio = drawn.width / Math.max(1, drawn.clientWidth);
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  Object.assign(canvas.style, { position: 'absolute', inset: '0', width: '100%', height: `${drawn.clientHeight}px` });
  drawn.style.visibility = 'hidden';
  drawn.after(canvas);
  const context = canvas.getContext('2d')!;
  const image = imageOf(drawn, from.box, ratio);
  return {
    draw(layout) {
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.translate(layout.box.left, layout.box.top);
      drawGrid(context, layout);
      drawMoved(context, image, from, layout);
      drawTexts(context, layout);
    },
    dispose() {
      drawn.style.visibility = '';
      canvas.remove();
    },
  };
}

/** Copies the plot without its axes. */
function imageOf(drawn: HTMLCanvasElement, { left, top, width, height }: PlotBox, ratio: number): HTMLCanvasElement {
  const image = drawn.ownerDocument.createElement('canvas');
  image.width = Math.max(1, Math.round(width * ratio));
  image.height = Math.max(1, Math.round(height * ratio));
  image.getContext('2d')!.drawImage(drawn, -left * ratio, -top * ratio);
  return image;
}

function drawMoved(
  context: CanvasRenderingContext2D,
  image: HTMLCanvasElement,
  from: ChartLayout,
  to: ChartLayout,
): void {
  const { width, height } = to.box;
  const [x0, x1] = from.xDomain.map((at) => fraction(to.xScale, to.xDomain, at) * width) as [number, number];
  const [y0, y1] = from.yDomain.map((at) => (1 - fraction(to.yScale, to.yDomain, at)) * height) as [number, number];
  if (![x0, x1, y0, y1].every(Number.isFinite)) return;
  context.save();
  context.beginPath();
  context.rect(0, 0, width, height);
  context.clip();
  context.drawImage(image, x0, y1, x1 - x0, y0 - y1);
  context.restore();
}

function drawGrid(context: CanvasRenderingContext2D, { box, yTicks, yScale, yDomain, theme }: ChartLayout): void {
  context.strokeStyle = theme.grid;
  context.lineWidth = 1;
  context.beginPath();
  for (const value of yTicks.values) {
    const y = Math.round((1 - fraction(yScale, yDomain, value)) * box.height) + 0.5;
    context.moveTo(0, y);
    context.lineTo(box.width, y);
  }
  context.stroke();
}

function drawTexts(context: CanvasRenderingContext2D, layout: ChartLayout): void {
  const { box, xTicks, yTicks, theme } = layout;
  context.strokeStyle = theme.axis;
  context.beginPath();
  context.moveTo(0, box.height + 0.5);
  context.lineTo(box.width, box.height + 0.5);
  context.font = `${theme.fontSize}px ${layout.font}`;
  context.fillStyle = theme.mutedText;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  let free = Number.NEGATIVE_INFINITY;
  for (const [index, value] of xTicks.values.entries()) {
    const x = Math.round(fraction(layout.xScale, layout.xDomain, value) * box.width);
    context.moveTo(x + 0.5, box.height);
    context.lineTo(x + 0.5, box.height + 4);
    const text = xTicks.text[index]!;
    const half = context.measureText(text).width / 2;
    if (x - half < free) continue;
    context.fillText(text, x, box.height + 10);
    free = x + half + 4;
  }
  context.stroke();
  context.fillText(layout.xTitle, box.width / 2, box.height + 10 + theme.fontSize + 8);
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const [index, value] of yTicks.values.entries())
    context.fillText(yTicks.text[index]!, -6, (1 - fraction(layout.yScale, layout.yDomain, value)) * box.height);
}
