import { type ChartLayout, type Domain, project, type ScaleKind } from '@tracklens/core/charts';

/** Returns the position of a value in the plot, in pixels. */
type Position = (value: number) => number;

/** Positions in the plot, in pixels from its left and top. */
export interface PlotScale {
  readonly x: Position;
  readonly y: Position;
}

/** Returns the positions of a layout. The ends of the domains are projected once, not for each value. */
export function plotScale({ xScale, yScale, xDomain, yDomain, box }: ChartLayout): PlotScale {
  return { x: positionOf(xScale, xDomain, 0, box.width), y: positionOf(yScale, yDomain, box.height, 0) };
}

function positionOf(kind: ScaleKind, domain: Domain, start: number, end: number): Position {
  // The difference of two halves is finite, that of two numbers may not be.
  const from = project(kind, domain[0]) / 2;
  const perHalf = (end - start) / (project(kind, domain[1]) / 2 - from);
  // A closure of its own for the common case: a branch for each of many thousand values costs as much as the sum.
  if (kind === 'linear') return (value) => start + (value / 2 - from) * perHalf;
  return (value) => start + (project(kind, value) / 2 - from) * perHalf;
}
