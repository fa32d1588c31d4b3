import type { ChartTheme } from './chart-theme.ts';
import type { SeriesStyle } from './palette.ts';

/** Unit of a horizontal axis: plain numbers, epoch milliseconds, or milliseconds since a start. */
export type AxisKind = 'number' | 'time' | 'duration';

/** Vertex of a line. Consecutive rows with the same `line` are connected. */
export interface LineRow {
  /** Name of the series. */
  readonly series: string;
  /** Identifier of the connected line within the chart. */
  readonly line: string | number;
  /** Position on the horizontal axis. */
  readonly x: number;
  /** Value. */
  readonly y: number;
}

/** Isolated point: a series of one point, or the best point. */
export interface PointMarker {
  /** CSS color of the marker. */
  readonly color: string;
  /** Position on the horizontal axis. */
  readonly x: number;
  /** Value. */
  readonly y: number;
}

/** Marker of a non-finite value: at the `top` for Infinity, at the bottom for NaN and -Infinity. */
export interface NonFiniteMarker {
  /** CSS color of the marker. */
  readonly color: string;
  /** Position on the horizontal axis. */
  readonly x: number;
  /** Whether the marker is at the top of the chart. */
  readonly top: boolean;
  /** One of `nonFiniteShapes`. */
  readonly shape: string;
}

/** SVG paths in a square of side 2: a cross for NaN, a triangle that points towards the infinity. */
const nonFiniteShapes = {
  nan: 'M-.8,-.8L.8,.8M.8,-.8L-.8,.8',
  up: 'M-.9,.7L.9,.7L0,-.8Z',
  down: 'M-.9,-.7L.9,-.7L0,.8Z',
} as const;

/** Returns the marker of a non-finite value. */
export function nonFiniteMarker(color: string, x: number, value: number): NonFiniteMarker {
  const top = value === Number.POSITIVE_INFINITY;
  return {
    color,
    x,
    top,
    shape: Number.isNaN(value) ? nonFiniteShapes.nan : top ? nonFiniteShapes.up : nonFiniteShapes.down,
  };
}

/** Entry of the legend and style of its lines. */
export interface ChartSeries extends SeriesStyle {
  /** Unique name, as shown in the legend. */
  readonly name: string;
}

/** Data of a line chart. Every list may be empty. The named data of the spec have the same names. */
export interface LineChartData {
  /** Title above the chart. */
  readonly title: string | null;
  /** Smaller text below the title. */
  readonly subtitle: string | null;
  /** Title of the horizontal axis. */
  readonly xTitle: string;
  /** Unit of the horizontal axis. */
  readonly xKind: AxisKind;
  /** Scale of the horizontal axis. */
  readonly xScale: 'linear' | 'log' | 'symlog';
  /** Scale of the vertical axis. */
  readonly yScale: 'linear' | 'log' | 'symlog';
  /** In legend order. `name` is shown in the legend and referenced by the rows, so it must be unique. */
  readonly series: readonly ChartSeries[];
  /** Maximum number of legend entries; 0 removes the legend. */
  readonly legendLimit: number;
  /** Width of the plot, in pixels. */
  readonly width: number;
  /** Height of the plot, in pixels. */
  readonly height: number;
  /** Vertices of the lines. */
  readonly lines: readonly LineRow[];
  /** Unsmoothed values behind smoothed lines. */
  readonly rawLines: readonly LineRow[];
  /** Points of series that have only one. */
  readonly singlePoints: readonly PointMarker[];
  /** Best point of the chart; at most one. */
  readonly bestMarker: readonly PointMarker[];
  /** Values that are NaN or infinite. */
  readonly nonFiniteMarkers: readonly NonFiniteMarker[];
}

/** Empty line chart with default settings, for callers to extend. */
export const emptyLineChart: LineChartData = {
  title: null,
  subtitle: null,
  xTitle: 'step',
  xKind: 'number',
  xScale: 'linear',
  yScale: 'linear',
  series: [],
  legendLimit: 12,
  width: 640,
  height: 260,
  lines: [],
  rawLines: [],
  singlePoints: [],
  bestMarker: [],
  nonFiniteMarkers: [],
};

/** vega-lite specification: JSON data, typed here without importing vega-lite. */
export type VegaLiteSpec = Readonly<Record<string, unknown>>;

/** Label expression for numbers: short, and without artifacts such as 0.30000000000000004. */
const numberLabel =
  "datum.value === 0 ? '0' : abs(datum.value) >= 1e15 || abs(datum.value) < 1e-4 ? format(datum.value, '~e') : " +
  "abs(datum.value) >= 1e3 ? format(datum.value, '~s') : format(datum.value, '~r')";

/** Label expression for milliseconds: `45s`, `3m`, `2.5h`, `4d`. */
const durationLabel =
  "datum.value < 6e4 ? format(datum.value / 1e3, '~r') + 's' : datum.value < 36e5 ? format(datum.value / 6e4, '.3~r') + 'm' : " +
  "datum.value < 2592e5 ? format(datum.value / 36e5, '.3~r') + 'h' : format(datum.value / 864e5, '.3~r') + 'd'";

function scaleOf(type: LineChartData['yScale']): Record<string, unknown> {
  return type === 'log' ? { type } : { type, zero: false };
}

function xAxisOf(data: LineChartData): Record<string, unknown> {
  const label = data.xKind === 'number' ? numberLabel : durationLabel;
  return {
    title: data.xTitle,
    grid: false,
    ...(data.xKind === 'time' ? {} : { labelExpr: label }),
    tickCount: { expr: 'max(2, floor(width / 90))' },
  };
}

/**
 * Builds the vega-lite spec of a metric's chart. Views save charts as images and specs from it: it is compiled ahead of
 * time, with domains, sizes and colors turned into signals.
 */
export function lineChart(data: LineChartData, theme: ChartTheme): VegaLiteSpec {
  const { lines, rawLines, singlePoints, bestMarker, nonFiniteMarkers } = data;
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description: data.title ?? 'Metric values over time',
    background: theme.background,
    width: data.width,
    height: data.height,
    padding: 8,
    autosize: { type: 'pad' },
    ...(data.title === null ? {} : { title: { text: data.title, subtitle: data.subtitle ?? '' } }),
    params: [
      { name: 'lineWidth', value: theme.lineWidth },
      { name: 'lineOpacity', value: data.series.length > 100 ? 0.35 : data.series.length > 30 ? 0.7 : 1 },
      { name: 'rawLineOpacity', value: theme.rawLineOpacity },
      { name: 'haloColor', value: theme.background },
    ],
    datasets: { lines, rawLines, singlePoints, bestMarker, nonFiniteMarkers },
    layer: layersOf(data),
    config: configOf(theme),
  };
}

/** Returns the layers, from back to front. */
function layersOf(data: LineChartData): object[] {
  const position = positionOf(data);
  const series = seriesEncoding(data);
  const color = { field: 'color', type: 'nominal', scale: null };
  const lineLayer = (name: string, opacity: string, width: string) => ({
    data: { name },
    mark: { type: 'line', clip: true, strokeOpacity: { expr: opacity }, strokeWidth: { expr: width } },
    encoding: { ...position, ...series, detail: { field: 'line' }, order: { value: null } },
  });
  const pointLayer = (name: string, mark: object) => ({
    data: { name },
    mark: { type: 'point', filled: true, opacity: 1, ...mark },
    encoding: { ...position, color },
  });
  return [
    lineLayer('rawLines', 'rawLineOpacity', 'lineWidth * 0.75'),
    lineLayer('lines', 'lineOpacity', 'lineWidth'),
    pointLayer('singlePoints', { size: 36 }),
    pointLayer('bestMarker', { size: 64, stroke: { expr: 'haloColor' }, strokeWidth: 2 }),
    {
      data: { name: 'nonFiniteMarkers' },
      mark: {
        type: 'point',
        filled: false,
        size: 42,
        strokeWidth: 1.6,
        opacity: 1,
        y: { expr: 'datum.top ? 6 : height - 6' },
      },
      encoding: { x: position.x, color, shape: { field: 'shape', type: 'nominal', scale: null, legend: null } },
    },
  ];
}

/** Returns the encoding of x and y with their scales and axes. */
function positionOf(data: LineChartData) {
  const x = {
    field: 'x',
    type: data.xKind === 'time' ? 'temporal' : 'quantitative',
    scale: { ...(data.xKind === 'time' ? {} : scaleOf(data.xScale)), nice: false },
    axis: xAxisOf(data),
  };
  const y = {
    field: 'y',
    type: 'quantitative',
    scale: { ...scaleOf(data.yScale), nice: true },
    axis: { title: null, labelExpr: numberLabel, tickCount: { expr: 'max(2, floor(height / 45))' } },
  };
  return { x, y };
}

/** Returns the encoding of the series as colors and dashes, with the legend. */
function seriesEncoding({ series, legendLimit }: LineChartData) {
  const names = series.map(({ name }) => name);
  const legend =
    legendLimit > 0 && names.length > 1
      ? { values: names.slice(0, legendLimit), title: null, columns: { expr: 'max(1, floor(width / 190))' } }
      : null;
  const color = { scale: { domain: names, range: series.map((one) => one.color) } };
  const dash = { scale: { domain: names, range: series.map((one) => one.dash) } };
  return {
    color: { field: 'series', type: 'nominal', ...color, legend },
    strokeDash: { field: 'series', type: 'nominal', ...dash, legend },
  };
}

/** Returns the style of axes, legend and title. */
function configOf(theme: ChartTheme) {
  return {
    // The image has one description as a whole. A text for every point would cost more than the drawing.
    aria: false,
    font: theme.font,
    view: { stroke: null },
    axis: {
      labelColor: theme.mutedText,
      labelFontSize: theme.fontSize,
      labelPadding: 6,
      labelFlush: false,
      labelOverlap: true,
      titleColor: theme.mutedText,
      titleFontSize: theme.fontSize,
      titleFontWeight: 'normal',
      titlePadding: 8,
      domainColor: theme.axis,
      tickColor: theme.axis,
      gridColor: theme.grid,
    },
    axisY: { domain: false, ticks: false },
    axisX: { tickSize: 4 },
    line: { strokeJoin: 'round', strokeCap: 'round' },
    legend: {
      orient: 'bottom',
      symbolType: 'stroke',
      symbolSize: 160,
      symbolStrokeWidth: 2.5,
      labelColor: theme.text,
      labelFontSize: theme.fontSize,
      labelLimit: 170,
      columnPadding: 16,
      rowPadding: 3,
      offset: 12,
    },
    title: {
      anchor: 'start',
      color: theme.text,
      fontSize: theme.fontSize + 2,
      fontWeight: 600,
      subtitleColor: theme.mutedText,
      subtitleFontSize: theme.fontSize,
      offset: 10,
    },
  };
}
