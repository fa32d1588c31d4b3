import { type ChartLayout, chartLayout, type DrawingSpace } from './chart-layout.ts';
import type { ChartModel } from './chart-model.ts';
import { type ChartRows, chartRows } from './chart-rows.ts';
import type { RenderOptions } from './chart-settings.ts';
import { bandOpacity, lineOpacity } from './chart-theme.ts';
import { countText } from './count-text.ts';
import type { PointMarker } from './line-chart.ts';
import { fraction } from './scales.ts';
import { shownX } from './shown-domain.ts';
import { shownMarkers } from './shown-markers.ts';
import { staticTexts } from './static-texts.ts';
import { element, shortened, shortenedMiddle, svgImage, textWidth } from './svg-element.ts';
import { yExtentOf } from './y-range.ts';

/** Size of an image in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Static image of a chart with its texts. */
export interface SvgChart extends ImageSize {
  readonly svg: string;
  /** Number of logged points that are drawn. */
  readonly shown: number;
}

/** Input of `svgChart`. `size` is without title and legend. */
export interface SvgChartInput extends RenderOptions {
  readonly model: ChartModel;
  readonly title: string;
  readonly subtitle: (shown: number) => string;
  readonly size: ImageSize;
}

/** Target number of vertices per pixel of width: about 30 kB of SVG at the largest size. */
const verticesPerPixel = 3;

const titleHeight = 38;
const legendRow = 17;
const legendColumn = 180;
const legendLimit = 12;
const legendMargin = 8;

/** Draws a chart as SVG text without scripts and styles. Returns null when there is nothing to draw. */
export function svgChart(input: SvgChartInput): SvgChart | null {
  const { model, settings, theme, size } = input;
  const rows = imageRows(input);
  if (rows.lines.length + rows.singlePoints.length === 0) return null;
  const layout = chartLayout(
    model,
    input,
    yExtentOf(model, rows, shownX(model, settings), settings.yRange),
    spaceOf(input),
  );
  const { box } = layout;
  const legend = legendOf(input);
  const height = titleHeight + size.height + legend.height;
  // A nested image clips the lines at its edges.
  const lines = element(
    'svg',
    { x: box.left, y: box.top, width: box.width, height: box.height },
    linesOf(layout, rows),
  );
  const markers = element('g', { transform: `translate(${box.left},${box.top})` }, markersOf(layout, rows));
  const chart = [gridOf(layout), axesOf(layout), lines, markers].join('');
  const content = [
    titleOf(input, rows.shown),
    element('g', { transform: `translate(0,${titleHeight})` }, chart),
    element('g', { transform: `translate(${box.left},${titleHeight + size.height})` }, legend.svg),
  ];
  const image = { width: size.width, height };
  return { ...image, svg: svgImage(image, theme, content.join('')), shown: rows.shown };
}

/**
 * Downsamples the lines of a chart for an image.
 * @internal Exported for tests: a test compares the image with its points.
 */
export function imageRows({ model, settings, size }: Pick<SvgChartInput, 'model' | 'settings' | 'size'>): ChartRows {
  return chartRows(model, shownX(model, settings), columnsFor(model, size.width));
}

/** Returns the number of columns within the vertex limit. A smoothed line, a band and a member line are drawn too. */
function columnsFor(model: ChartModel, width: number): number {
  const drawings = model.lines.reduce(
    (sum, { drawn, series, spread, members }) =>
      sum + 1 + (drawn === series.y ? 0 : 1) + (spread ? 1 : 0) + members.length,
    0,
  );
  return Math.max(12, Math.floor((width * verticesPerPixel) / (4 * Math.max(1, drawings))));
}

function spaceOf({ size, theme }: SvgChartInput): DrawingSpace {
  return {
    ...size,
    font: theme.font,
    texts: staticTexts,
    widest: (texts, fontSize) => Math.max(0, ...texts.map((text) => textWidth(text, fontSize))),
  };
}

function titleOf({ title, subtitle, size, theme }: SvgChartInput, shown: number): string {
  const width = size.width - 16;
  const heading = { x: 8, y: 17, fill: theme.text, 'font-weight': 600, 'font-size': theme.fontSize + 2 };
  return [
    element('text', heading, shortened(title, width, theme.fontSize + 2)),
    element('text', { x: 8, y: 32, fill: theme.mutedText }, shortened(subtitle(shown), width, theme.fontSize)),
  ].join('');
}

/** Returns functions that give the position of a value in the plot, rounded to a tenth of a pixel. */
function positions({ box, xScale, yScale, xDomain, yDomain }: ChartLayout) {
  const tenth = (pixels: number) => Math.round(pixels * 10) / 10;
  return {
    x: (value: number) => tenth(fraction(xScale, xDomain, value) * box.width),
    y: (value: number) => tenth((1 - fraction(yScale, yDomain, value)) * box.height),
  };
}

function gridOf(layout: ChartLayout): string {
  const { box, theme, yTicks } = layout;
  const { y } = positions(layout);
  const paths = yTicks.values.map((value) => `M${box.left},${round(box.top + y(value))}h${round(box.width)}`);
  return element('path', { d: paths.join(''), stroke: theme.grid, fill: 'none' });
}

function axesOf(layout: ChartLayout): string {
  const { box, theme, xTicks, yTicks, xTitle } = layout;
  const { x, y } = positions(layout);
  const bottom = box.top + box.height;
  const marks = xTicks.values.map((value) => `M${round(box.left + x(value))},${bottom}v4`).join('');
  const labels = { fill: theme.mutedText, 'text-anchor': 'middle' };
  return [
    element('path', { d: `M${box.left},${bottom}h${round(box.width)}${marks}`, stroke: theme.axis, fill: 'none' }),
    ...xTicks.values.map((value, index) =>
      element('text', { x: round(box.left + x(value)), y: bottom + 16, ...labels }, xTicks.text[index]!),
    ),
    ...yTicks.values.map((value, index) =>
      element(
        'text',
        { x: box.left - 7, y: round(box.top + y(value) + 4), fill: theme.mutedText, 'text-anchor': 'end' },
        yTicks.text[index]!,
      ),
    ),
    element('text', { x: round(box.left + box.width / 2), y: bottom + 33, ...labels }, xTitle),
  ].join('');
}

/** Returns the bands and lines, from back to front. */
function linesOf(layout: ChartLayout, rows: ChartRows): string {
  const { theme, lines } = layout;
  const { x, y } = positions(layout);
  const styles = new Map(lines.map((line) => [line.key, line]));
  const opacity = lineOpacity(lines.length);
  const line = ({ series, points }: ChartRows['lines'][number], width: number, strokeOpacity: number) => {
    const { color, dash } = styles.get(series)!;
    const d = pathOf(points.map((point) => [x(point.x), y(point.y)]));
    const shape = { fill: 'none', 'stroke-linejoin': 'round', 'stroke-linecap': 'round' };
    const faint = strokeOpacity === 1 ? undefined : strokeOpacity;
    return element('path', {
      d,
      stroke: color,
      'stroke-width': width,
      'stroke-opacity': faint,
      'stroke-dasharray': dash.length > 0 ? dash.join(' ') : undefined,
      ...shape,
    });
  };
  const band = ({ series, points }: ChartRows['bands'][number]) => {
    const outline = [
      ...points.map((point): Position => [x(point.x), y(point.y2)]),
      ...points.map((point): Position => [x(point.x), y(point.y)]).reverse(),
    ];
    return element('path', {
      d: `${pathOf(outline)}Z`,
      fill: styles.get(series)!.color,
      'fill-opacity': bandOpacity(theme),
    });
  };
  return [
    ...rows.bands.map(band),
    ...rows.rawLines.map((one) => line(one, theme.lineWidth * 0.75, theme.rawLineOpacity)),
    ...rows.lines.map((one) => line(one, theme.lineWidth, opacity)),
  ].join('');
}

/** Returns the markers of single points, best points and values that are not finite. */
function markersOf(layout: ChartLayout, rows: ChartRows): string {
  const { theme, box } = layout;
  const { x, y } = positions(layout);
  const { singlePoints, bestMarker } = shownMarkers(rows, layout);
  const dot = (radius: number, halo: boolean) => (point: PointMarker) =>
    element('circle', {
      cx: x(point.x),
      cy: y(point.y),
      r: radius,
      fill: point.color,
      stroke: halo ? theme.background : undefined,
      'stroke-width': halo ? 2 : undefined,
    });
  return [
    ...singlePoints.map(dot(3.4, false)),
    ...bestMarker.map(dot(4.5, true)),
    ...rows.nonFiniteMarkers.map((mark) =>
      element('path', {
        d: mark.shape,
        transform: `translate(${x(mark.x)},${mark.top ? 6 : box.height - 6}) scale(3.2)`,
        stroke: mark.color,
        'stroke-width': 0.5,
        fill: 'none',
      }),
    ),
  ].join('');
}

type Position = readonly [x: number, y: number];

/**
 * Distance from the corner of the plot at which lines are cut, in pixels: further than any plot reaches. The relative
 * coordinates after a longer line would be inexact.
 */
const cutPixels = 2000;

/** Returns a line whose points beyond the cut on an axis are replaced by the points where the line crosses it. */
function cut(points: readonly Position[], axis: 0 | 1): readonly Position[] {
  return points.flatMap((point, index): readonly Position[] => {
    const edge = Math.max(-cutPixels, Math.min(cutPixels, point[axis]));
    if (edge === point[axis]) return [point];
    const other = (1 - axis) as 0 | 1;
    return [points[index - 1], points[index + 1]].flatMap((end): Position[] => {
      if (end === undefined) return [];
      const share = (edge - point[axis]) / (end[axis] - point[axis]);
      const crossing = point[other] + (end[other] - point[other]) * (share > 0 ? Math.min(1, share) : 0);
      return [axis === 0 ? [edge, crossing] : [crossing, edge]];
    });
  });
}

/** Returns the path of a line with relative coordinates, exact to a tenth of a pixel. */
function pathOf(points: readonly Position[]): string {
  let path = '';
  let before: Position | undefined;
  for (const point of cut(cut(points, 1), 0)) {
    const at: Position = [round(point[0]), round(point[1])];
    path += before ? `l${round(at[0] - before[0])},${round(at[1] - before[1])}` : `M${at[0]},${at[1]}`;
    before = at;
  }
  return path;
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;

/** Returns the legend of several lines, at most `legendLimit` of them. */
function legendOf({ model, size, theme }: SvgChartInput): { readonly svg: string; readonly height: number } {
  if (model.lines.length < 2) return { svg: '', height: 0 };
  const columns = Math.max(1, Math.floor((size.width - 48) / legendColumn));
  const columnWidth = Math.floor((size.width - 48) / columns);
  const shown = model.lines.slice(0, model.lines.length > legendLimit ? legendLimit - 1 : legendLimit);
  const position = (index: number) => ({
    left: (index % columns) * columnWidth,
    top: Math.floor(index / columns) * legendRow,
  });
  const entries = shown.map(({ label, color, dash }, index) => {
    const { left, top } = position(index);
    const mark = {
      d: `M${left},${top + 6}h16`,
      stroke: color,
      'stroke-width': 2.5,
      'stroke-dasharray': dash.length > 0 ? dash.join(' ') : undefined,
    };
    // Names of one project often differ at their end.
    const name = shortenedMiddle(label, columnWidth - 28, theme.fontSize);
    return element('path', mark) + element('text', { x: left + 22, y: top + 10, fill: theme.text }, name);
  });
  if (shown.length < model.lines.length) {
    const { left, top } = position(shown.length);
    const more = `${countText(model.lines.length - shown.length)} more`;
    entries.push(element('text', { x: left + 22, y: top + 10, fill: theme.mutedText }, more));
  }
  const rows = Math.ceil(entries.length / columns);
  return { svg: entries.join(''), height: rows * legendRow + legendMargin };
}
