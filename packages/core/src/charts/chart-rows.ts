import type { ChartLine, LineSpread } from './chart-line.ts';
import type { ChartModel } from './chart-model.ts';
import type { ScaleKind } from './chart-settings.ts';
import { type NonFiniteMarker, nonFiniteMarker, type PointMarker } from './line-chart.ts';
import { lowerBound, m4, upperBound } from './m4.ts';
import { isUnbroken } from './plain-points.ts';
import { type Domain, fraction, project } from './scales.ts';

/** Part of a line between two breaks. */
interface LinePiece {
  readonly series: string;
  readonly points: { readonly x: number; readonly y: number }[];
}

/** Part of a group's band between two breaks. */
interface BandPiece {
  readonly series: string;
  readonly points: { readonly x: number; readonly y: number; readonly y2: number }[];
}

/** Point that no line connects. */
interface SinglePoint extends PointMarker {
  readonly series: string;
}

/** Rows of one drawing, for the named data sources of the template. */
export interface ChartRows {
  readonly lines: LinePiece[];
  readonly rawLines: LinePiece[];
  readonly bands: BandPiece[];
  readonly singlePoints: SinglePoint[];
  readonly bestMarker: PointMarker[];
  readonly nonFiniteMarkers: NonFiniteMarker[];
  /** Number of points in all pieces, rawLines included: the cost of drawing. */
  readonly vertices: number;
  /** Number of logged points that are drawn. */
  readonly shown: number;
  /** Number of lines with a point in the window. */
  readonly series: number;
  /** Least and greatest value in the window; empty when the first is greater. */
  readonly yExtent: readonly [number, number];
}

/** Maximum number of markers of non-finite values. */
const markerLimit = 2000;

/** Columns of a drawing: the visible range after the scale's transform, and how it is sampled. */
interface Sampling {
  readonly x0: number;
  readonly x1: number;
  readonly columns: number;
  /** Whether each point is drawn. */
  readonly every: boolean;
}

/** Lists that the parts of a line are added to. Single points become pieces where `singlePoints` is null. */
interface Sink {
  readonly pieces: LinePiece[];
  readonly singlePoints: SinglePoint[] | null;
}

/** Sums over everything that is drawn. */
interface Totals {
  vertices: number;
  readonly yExtent: [number, number];
}

/**
 * Downsamples every line to the pixel columns of a window. A break is drawn only when it is visible: between adjacent
 * columns only the markers show it, so the number of pieces is bounded by the width. With `every`, each point is
 * drawn.
 */
export function chartRows(model: ChartModel, window: Domain, columns: number, every = false): ChartRows {
  const lines: LinePiece[] = [];
  const rawLines: LinePiece[] = [];
  const bands: BandPiece[] = [];
  const singlePoints: SinglePoint[] = [];
  const nonFiniteMarkers: NonFiniteMarker[] = [];
  const [x0, x1] = window.map((at) => project(model.xScale, at)) as [number, number];
  const sampling = { x0, x1, columns, every };
  const totals: Totals = { vertices: 0, yExtent: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] };
  const raw = { pieces: rawLines, singlePoints: null };
  let shown = 0;
  let series = 0;
  for (const line of model.lines) {
    const drawn = addLine(line, line.drawn, sampling, { pieces: lines, singlePoints }, totals);
    for (const member of line.members) addLine(member, member.drawn, sampling, raw, totals);
    if (line.spread) addBand(line, line.spread, window, sampling, bands, totals);
    if (line.drawn !== line.series.y) addLine(line, line.series.y, sampling, raw, totals);
    shown += drawn;
    if (drawn > 0) series++;
    addNonFiniteMarkers(line, model.xScale, window, columns, nonFiniteMarkers);
  }
  return {
    lines,
    rawLines,
    bands,
    singlePoints: singlePoints.filter(({ x }) => x >= window[0] && x <= window[1]),
    bestMarker: bestMarkers(model, window),
    nonFiniteMarkers,
    shown,
    series,
    ...totals,
  };
}

/** Adds the pieces of a line with the values `y`. Returns the number of its points in the window. */
function addLine(line: ChartLine, y: Float64Array, sampling: Sampling, sink: Sink, totals: Totals): number {
  const { projectedX } = line;
  const { x, breaks, segments } = line.series;
  const { x0, x1, columns, every } = sampling;
  const { yExtent } = totals;
  const perUnit = x1 > x0 ? columns / (x1 - x0) : 0;
  const unbroken = isUnbroken(breaks);
  let drawn = 0;
  for (let segment = 0; segment < segments.length; segment++) {
    const range = { start: segments[segment]!, end: segments[segment + 1] ?? x.length };
    const indices = every ? indicesWithin(projectedX, range, sampling) : m4(projectedX, y, range, sampling);
    let before = -1;
    let points: LinePiece['points'] = [];
    for (const index of indices) {
      if (before >= 0 && !unbroken) {
        const far = (projectedX[index]! - projectedX[before]!) * perUnit >= 2;
        if (far && breaks.subarray(before + 1, index + 1).includes(1)) {
          addPiece(line, points, sink);
          points = [];
        }
      }
      const value = y[index]!;
      totals.vertices++;
      points.push({ x: x[index]!, y: value });
      if (projectedX[index]! >= x0 && projectedX[index]! <= x1) {
        drawn++;
        if (value < yExtent[0]) yExtent[0] = value;
        if (value > yExtent[1]) yExtent[1] = value;
      }
      before = index;
    }
    addPiece(line, points, sink);
  }
  return drawn;
}

function addPiece({ key, color }: ChartLine, points: LinePiece['points'], sink: Sink): void {
  const only = points.length === 1 && sink.singlePoints ? points[0] : undefined;
  if (only) sink.singlePoints!.push({ series: key, color, ...only });
  else if (points.length > 0) sink.pieces.push({ series: key, points });
}

/** Adds the pieces of a group's band. */
function addBand(
  line: ChartLine,
  spread: LineSpread,
  window: Domain,
  sampling: Sampling,
  bands: BandPiece[],
  totals: Totals,
): void {
  const { yExtent } = totals;
  const pieces = bandPieces(line, spread, sampling);
  bands.push(...pieces);
  for (const { points } of pieces) {
    totals.vertices += points.length;
    for (const { x, y, y2 } of points) {
      if (x < window[0] || x > window[1]) continue;
      if (y < yExtent[0]) yExtent[0] = y;
      if (y2 > yExtent[1]) yExtent[1] = y2;
    }
  }
}

/** Yields every index within a window and the nearest one on either side. */
function* indicesWithin(
  projectedX: Float64Array,
  { start, end }: { readonly start: number; readonly end: number },
  { x0, x1 }: { readonly x0: number; readonly x1: number },
) {
  const first = lowerBound(projectedX, x0, start, end);
  const last = upperBound(projectedX, x1, first, end);
  for (let index = Math.max(start, first - 1); index < Math.min(end, last + 1); index++) yield index;
}

/** Returns the hull of a band: its minimum and maximum in each pixel column, so that no peak is lost. */
function bandPieces(
  line: ChartLine,
  { low, high }: LineSpread,
  { x0, x1, columns }: { readonly x0: number; readonly x1: number; readonly columns: number },
): BandPiece[] {
  const { projectedX } = line;
  const { x, breaks } = line.series;
  const first = Math.max(0, lowerBound(projectedX, x0) - 1);
  const last = Math.min(x.length, upperBound(projectedX, x1) + 1);
  const perUnit = x1 > x0 ? columns / (x1 - x0) : 0;
  const pieces: BandPiece[] = [];
  let points: { x: number; y: number; y2: number }[] = [];
  let column = Number.NaN;
  for (let index = first; index < last; index++) {
    const at = Math.floor((projectedX[index]! - x0) * perUnit);
    const open = points.at(-1);
    if (index > first && breaks[index] === 1) {
      if (points.length > 0) pieces.push({ series: line.key, points });
      points = [];
    } else if (open && at === column) {
      open.y = Math.min(open.y, low[index]!);
      open.y2 = Math.max(open.y2, high[index]!);
      continue;
    }
    column = at;
    points.push({ x: x[index]!, y: low[index]!, y2: high[index]! });
  }
  if (points.length > 0) pieces.push({ series: line.key, points });
  return pieces;
}

/** Adds one marker per kind and four columns. */
function addNonFiniteMarkers(
  line: ChartLine,
  scale: ScaleKind,
  window: Domain,
  columns: number,
  rows: NonFiniteMarker[],
): void {
  const seen = new Set<string>();
  for (const one of line.series.nonFinite) {
    if (one.x < window[0] || one.x > window[1] || rows.length >= markerLimit) continue;
    const column = Math.floor(fraction(scale, window, one.x) * (columns / 4));
    const key = `${column}:${one.value}`;
    if (seen.has(key)) continue;
    seen.add(key);
    rows.push(nonFiniteMarker(line.color, one.x, one.value));
  }
}

function bestMarkers(model: ChartModel, window: Domain): PointMarker[] {
  if (!model.best) return [];
  const { line, index } = model.best;
  const at = line.series.x[index]!;
  return at < window[0] || at > window[1] ? [] : [{ color: line.color, x: at, y: line.series.y[index]! }];
}

/** Returns the number of logged points of all lines in a window. */
export function pointsWithin(model: ChartModel, window: Domain): number {
  return model.lines.reduce((sum, line) => {
    const isLoaded = model.window?.domain[0] === window[0] && model.window.domain[1] === window[1];
    const total = isLoaded ? model.window.totals.get(line.key) : undefined;
    return sum + Math.max(total ?? 0, knownWithin(line, window));
  }, 0);
}

/** Returns the number of points of a line in a window that are known. */
function knownWithin({ series }: ChartLine, window: Domain): number {
  let count = 0;
  for (let s = 0; s < series.segments.length; s++) {
    const end = series.segments[s + 1] ?? series.x.length;
    const first = lowerBound(series.x, window[0], series.segments[s]!, end);
    count += upperBound(series.x, window[1], first, end) - first;
  }
  return count;
}
