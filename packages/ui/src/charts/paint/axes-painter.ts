import type { ChartLayout } from '@tracklens/core/charts';
import { plotScale } from './plot-scale.ts';

/** Height of a text above its baseline, as a share of the font size, as vega-lite assumes it. */
const ascent = { top: 0.79, middle: 0.3 } as const;

const tickSize = 4;
const labelPadding = 6;
const titlePadding = 8;

/** Returns a coordinate on which a line of one pixel is sharp. */
const sharp = (pixels: number) => Math.round(pixels) + 0.5;

/** Paints the grid lines behind the plot, at the ticks of the y axis. */
export function paintGrid(context: CanvasRenderingContext2D, layout: ChartLayout): void {
  const { box, yTicks, theme } = layout;
  const { y } = plotScale(layout);
  context.strokeStyle = theme.grid;
  context.lineWidth = 1;
  context.beginPath();
  for (const value of yTicks.values) {
    const at = sharp(y(value));
    context.moveTo(0.5, at);
    context.lineTo(box.width + 0.5, at);
  }
  context.stroke();
}

/** Paints the x axis, the labels of both axes and the title of the x axis. */
export function paintAxes(context: CanvasRenderingContext2D, layout: ChartLayout): void {
  const { box, theme, xTicks, yTicks, font } = layout;
  const { x, y } = plotScale(layout);
  context.strokeStyle = theme.axis;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(0.5, box.height + 0.5);
  context.lineTo(box.width + 0.5, box.height + 0.5);
  for (const value of xTicks.values) {
    context.moveTo(sharp(x(value)), box.height + 0.5);
    context.lineTo(sharp(x(value)), box.height + 0.5 + tickSize);
  }
  context.stroke();

  const size = theme.fontSize;
  context.font = `${size}px ${font}`;
  context.fillStyle = theme.mutedText;
  context.textBaseline = 'alphabetic';
  context.textAlign = 'center';
  const labelTop = box.height + tickSize + labelPadding;
  for (const [index, value] of xTicks.values.entries()) {
    context.fillText(xTicks.text[index]!, x(value) + 0.5, labelTop + ascent.top * size + 0.5);
  }
  const titleTop = labelTop + size + titlePadding;
  context.fillText(layout.xTitle, box.width / 2 + 0.5, titleTop + ascent.top * size + 0.5);
  context.textAlign = 'right';
  for (const [index, value] of yTicks.values.entries()) {
    context.fillText(yTicks.text[index]!, 0.5 - labelPadding, y(value) + ascent.middle * size + 0.5);
  }
}
