import { bandOpacity, type ChartLayout, type ChartRows, lineOpacity } from '@tracklens/core/charts';
import { type PlotScale, plotScale } from './plot-scale.ts';

type Line = ChartRows['lines'][number];
type Band = ChartRows['bands'][number];
type Style = ChartLayout['lines'][number];

/** Many lines are about a pixel wide: without a graphics card, wider lines take ten times as long to paint. */
const manyLines = 30;

/** Number of vertices that are painted in a few milliseconds without a graphics card. */
const sliceVertices = 8000;

/** Returns the width of the lines of a chart, in pixels. */
export function lineWidth({ theme, lines }: Pick<ChartLayout, 'theme' | 'lines'>): number {
  return lines.length > manyLines ? theme.lineWidth - 0.6 : theme.lineWidth;
}

/**
 * Paints bands, unsmoothed values and lines, from back to front, clipped at the edges of the plot. Yields after every
 * few thousand vertices; a caller that need not pause runs it to its end.
 */
export function* linePainting(
  context: CanvasRenderingContext2D,
  layout: ChartLayout,
  rows: ChartRows,
): Generator<undefined, void> {
  const { box, theme, lines } = layout;
  const scale = plotScale(layout);
  const styles = new Map(lines.map((line) => [line.key, line]));
  const width = lineWidth(layout);
  let vertices = 0;
  const isSlice = ({ points }: Line) => {
    vertices += points.length;
    if (vertices < sliceVertices) return false;
    vertices = 0;
    return true;
  };
  context.save();
  context.beginPath();
  context.rect(0, 0, box.width, box.height);
  context.clip();
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.globalAlpha = bandOpacity(theme);
  for (const band of rows.bands) {
    fillBand(context, scale, styles.get(band.series)!, band);
    if (isSlice(band)) yield;
  }
  context.globalAlpha = theme.rawLineOpacity;
  context.lineWidth = width * 0.75;
  for (const line of rows.rawLines) {
    strokeLine(context, scale, styles.get(line.series)!, line);
    if (isSlice(line)) yield;
  }
  context.globalAlpha = lineOpacity(lines.length);
  context.lineWidth = width;
  for (const line of rows.lines) {
    strokeLine(context, scale, styles.get(line.series)!, line);
    if (isSlice(line)) yield;
  }
  context.restore();
}

function strokeLine(context: CanvasRenderingContext2D, { x, y }: PlotScale, style: Style, { points }: Line): void {
  context.strokeStyle = style.color;
  context.setLineDash(style.dash as number[]);
  context.beginPath();
  for (const point of points) context.lineTo(x(point.x), y(point.y));
  context.stroke();
}

function fillBand(context: CanvasRenderingContext2D, { x, y }: PlotScale, style: Style, { points }: Band): void {
  context.fillStyle = style.color;
  context.beginPath();
  for (const point of points) context.lineTo(x(point.x), y(point.y2));
  for (let index = points.length - 1; index >= 0; index--) {
    const point = points[index]!;
    context.lineTo(x(point.x), y(point.y));
  }
  context.closePath();
  context.fill();
}
