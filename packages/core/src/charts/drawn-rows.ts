import { columnsIn, type DrawingSpace, shownX } from './chart-layout.ts';
import type { ChartModel } from './chart-model.ts';
import { type ChartRows, chartRows } from './chart-rows.ts';
import type { ChartSettings } from './chart-settings.ts';
import type { Domain } from './scales.ts';
import { yExtentOf } from './y-range.ts';

/**
 * Maximum number of vertices: right after a movement, in the first drawing, and in the full drawing that follows when
 * idle.
 */
const vertexBudget = { settled: 14_000, first: 36_000, full: 80_000 } as const;

/** Name of a vertex budget. */
export type RowBudget = keyof typeof vertexBudget;

/** Maximum number of points of which each is drawn. */
const everyPointLimit = 200_000;

/** Rows of a drawing with the y range of their values. */
export interface SampledRows {
  readonly rows: ChartRows;
  readonly yExtent: Domain;
  /** Whether the budget allowed fewer columns than are available. */
  readonly coarse: boolean;
}

/** Whether each point is drawn: if the user wants it, and there are not too many. */
export function drawsEveryPoint(model: ChartModel, settings: ChartSettings): boolean {
  return settings.full && model.total <= everyPointLimit;
}

/** Downsamples to the available columns. Many lines share a vertex budget; each keeps its exact extremes. */
export function sampledRows(
  model: ChartModel,
  settings: ChartSettings,
  space: Pick<DrawingSpace, 'width'>,
  budget: RowBudget,
): SampledRows {
  const columns = columnsIn(space);
  const lines = model.lines.reduce((sum, line) => sum + 1 + line.members.length, 0);
  const share = Math.max(lines > 300 ? 8 : 40, Math.floor(vertexBudget[budget] / (4 * Math.max(1, lines))));
  const every = drawsEveryPoint(model, settings);
  const window = shownX(model, settings);
  const rows = chartRows(model, window, Math.min(columns, share), every);
  return {
    rows,
    yExtent: yExtentOf(model, rows, window, settings.yRange),
    coarse: !every && share < columns && budget !== 'full',
  };
}
