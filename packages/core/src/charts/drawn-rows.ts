import { columnsIn, type DrawingSpace } from './chart-layout.ts';
import type { ChartModel } from './chart-model.ts';
import { type ChartRows, chartRows } from './chart-rows.ts';
import type { ChartSettings } from './chart-settings.ts';
import type { Domain } from './scales.ts';
import { shownX } from './shown-domain.ts';
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

/** Number of lines that are downsampled without a pause. */
const sliceLines = 10;

/** Rows of a drawing with the y range of their values. */
export interface SampledRows {
  readonly rows: ChartRows;
  readonly yExtent: Domain;
  /** Whether the budget allowed fewer columns than are available. */
  readonly coarse: boolean;
}

/** Returns whether each point is drawn: if the user wants it, and there are not too many. */
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
  const { columns, isCoarse, every } = columnsOf(model, settings, space, budget);
  const window = shownX(model, settings);
  const rows = chartRows(model, window, columns, every);
  return { rows, yExtent: yExtentOf(model, rows, window, settings.yRange), coarse: isCoarse };
}

/**
 * Downsamples with the full budget in slices: yields before each of them and returns the rows. Extremes are the same
 * with every budget, so the y range of an earlier drawing stays valid.
 */
export function* fullRowsInSlices(
  model: ChartModel,
  settings: ChartSettings,
  space: Pick<DrawingSpace, 'width'>,
): Generator<undefined, ChartRows> {
  const { columns, every } = columnsOf(model, settings, space, 'full');
  const window = shownX(model, settings);
  const slices: ChartRows[] = [];
  for (let start = 0; start < model.lines.length; start += sliceLines) {
    yield;
    const lines = model.lines.slice(start, start + sliceLines);
    const best = model.best && lines.includes(model.best.line) ? model.best : null;
    slices.push(chartRows({ ...model, lines, best }, window, columns, every));
  }
  return joinedRows(slices);
}

/** Returns the number of columns within a vertex budget. */
function columnsOf(
  model: ChartModel,
  settings: ChartSettings,
  space: Pick<DrawingSpace, 'width'>,
  budget: RowBudget,
): { readonly columns: number; readonly isCoarse: boolean; readonly every: boolean } {
  const available = columnsIn(space);
  const lines = model.lines.reduce((sum, line) => sum + 1 + line.members.length, 0);
  const share = Math.max(lines > 300 ? 8 : 40, Math.floor(vertexBudget[budget] / (4 * Math.max(1, lines))));
  const every = drawsEveryPoint(model, settings);
  const isCoarse = !every && share < available && budget !== 'full';
  return { columns: Math.min(available, share), isCoarse, every };
}

/** Returns the rows of several groups of lines as those of one chart. */
function joinedRows(parts: readonly ChartRows[]): ChartRows {
  const sum = (count: (rows: ChartRows) => number) => parts.reduce((total, rows) => total + count(rows), 0);
  return {
    lines: parts.flatMap(({ lines }) => lines),
    rawLines: parts.flatMap(({ rawLines }) => rawLines),
    bands: parts.flatMap(({ bands }) => bands),
    singlePoints: parts.flatMap(({ singlePoints }) => singlePoints),
    bestMarker: parts.flatMap(({ bestMarker }) => bestMarker),
    nonFiniteMarkers: parts.flatMap(({ nonFiniteMarkers }) => nonFiniteMarkers),
    vertices: sum(({ vertices }) => vertices),
    shown: sum(({ shown }) => shown),
    series: sum(({ series }) => series),
    yExtent: [
      Math.min(Number.POSITIVE_INFINITY, ...parts.map(({ yExtent }) => yExtent[0])),
      Math.max(Number.NEGATIVE_INFINITY, ...parts.map(({ yExtent }) => yExtent[1])),
    ],
  };
}
