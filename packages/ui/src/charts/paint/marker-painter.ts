import { type ChartLayout, type ChartRows, shownMarkers } from '@tracklens/core/charts';
import { plotScale } from './plot-scale.ts';

/** Radii of isolated points and of the best point, in pixels. */
const radius = { single: 3, best: 4 } as const;

/** Width of the halo that separates the best point from its line, in pixels. */
const haloWidth = 2;

/** Half the side of a marker of a non-finite value, and the width of its strokes, in pixels. */
const nonFinite = { half: Math.sqrt(42) / 2, strokeWidth: 1.6 } as const;

/** Distance between a marker of a non-finite value and the edge of the plot, in pixels. */
const edgeDistance = 6;

/** Paints isolated points, the best point and the markers of non-finite values. */
export function paintMarkers(context: CanvasRenderingContext2D, layout: ChartLayout, rows: ChartRows): void {
  const { theme, box } = layout;
  const { x, y } = plotScale(layout);
  const { singlePoints, bestMarker } = shownMarkers(rows, layout);
  for (const point of singlePoints) {
    fillCircle(context, x(point.x), y(point.y), radius.single, point.color);
  }
  for (const point of bestMarker) {
    fillCircle(context, x(point.x), y(point.y), radius.best, point.color);
    context.strokeStyle = theme.background;
    context.lineWidth = haloWidth;
    context.stroke();
  }
  const shapes = new Map<string, Path2D>();
  context.lineWidth = nonFinite.strokeWidth / nonFinite.half;
  for (const marker of rows.nonFiniteMarkers) {
    const shape = shapes.get(marker.shape) ?? new Path2D(marker.shape);
    shapes.set(marker.shape, shape);
    context.save();
    context.translate(x(marker.x), marker.top ? edgeDistance : box.height - edgeDistance);
    context.scale(nonFinite.half, nonFinite.half);
    context.strokeStyle = marker.color;
    context.stroke(shape);
    context.restore();
  }
}

function fillCircle(context: CanvasRenderingContext2D, x: number, y: number, size: number, color: string): void {
  context.beginPath();
  context.arc(x, y, size, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
}
