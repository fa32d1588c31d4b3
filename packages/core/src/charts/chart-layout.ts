import type { ChartModel } from './chart-model.ts';
import type { RenderOptions, ScaleKind, Zoom } from './chart-settings.ts';
import type { ChartTheme } from './chart-theme.ts';
import { type Domain, fraction, paddedDomain, type Ticks, type TickTexts, ticks, valueAt } from './scales.ts';
import { shownPart, shownX } from './shown-domain.ts';

/** Rectangle of the plot within a drawing, in pixels. */
export interface PlotBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Space available to a drawing, in pixels, its font and the formats of its tick labels. */
export interface DrawingSpace {
  readonly width: number;
  readonly height: number;
  /** CSS font family. */
  readonly font: string;
  readonly texts: TickTexts;
  /** Returns the width of the widest text. */
  widest(texts: readonly string[], fontSize: number): number;
}

/** Layout and style of a drawing. */
export interface ChartLayout {
  readonly box: PlotBox;
  readonly right: number;
  readonly bottom: number;
  readonly xScale: ScaleKind;
  readonly yScale: ScaleKind;
  readonly xDomain: Domain;
  readonly yDomain: Domain;
  readonly xTicks: Ticks;
  readonly yTicks: Ticks;
  readonly xTitle: string;
  readonly font: string;
  readonly theme: ChartTheme;
  readonly lines: readonly { readonly key: string; readonly color: string; readonly dash: readonly number[] }[];
}

const margins = { top: 10, right: 16, bottom: 42, leastLeft: 40 };

/** Approximate distance between axis labels, in pixels. */
const tickPixels = { x: 84, y: 44 };

/** Minimum distance between two labels of the x axis, in pixels. */
const labelGap = 1;

/** Returns the visible y domain: the zoomed range, or the padded `extent`. */
function shownY(model: ChartModel, zoom: Zoom | null, extent: Domain): Domain {
  return shownPart(model.yScale, zoom?.y) ?? paddedDomain(model.yScale, extent[0], extent[1], 0.05);
}

/** Returns the number of pixel columns for the lines, before the widths of the y labels are known. */
export function columnsIn({ width }: Pick<DrawingSpace, 'width'>): number {
  return Math.ceil(Math.max(50, width - margins.leastLeft - margins.right));
}

/** Returns the container width that a layout was made for. */
export function containerWidth({ box }: ChartLayout): number {
  return box.left + box.width + margins.right;
}

/** Returns the container height that a layout was made for. */
export function containerHeight({ box, bottom }: ChartLayout): number {
  return box.top + box.height + bottom;
}

/** Lays out a chart. The left margin fits the y labels. A chart without finite values has none. */
export function chartLayout(
  model: ChartModel,
  { theme, settings }: RenderOptions,
  yExtent: Domain,
  space: DrawingSpace,
): ChartLayout {
  const xAxis = model.isWholeX ? 'step' : model.xKind;
  const xDomain = shownX(model, settings);
  const yDomain = shownY(model, settings.zoom, yExtent);
  const height = Math.max(20, space.height - margins.top - margins.bottom);
  const hasRange = yExtent[0] <= yExtent[1] || shownPart(model.yScale, settings.zoom?.y) !== null;
  const yTicks = hasRange
    ? ticks(model.yScale, 'number', yDomain, Math.max(2, Math.floor(height / tickPixels.y)), space.texts)
    : { values: [], text: [] };
  const left = Math.max(margins.leastLeft, Math.ceil(space.widest(yTicks.text, theme.fontSize)) + 14);
  const width = Math.max(20, space.width - left - margins.right);
  const xTicksOf = (count: number) => ticks(model.xScale, xAxis, xDomain, count, space.texts);
  const xCount = Math.max(2, Math.floor(width / tickPixels.x));
  const usual = xTicksOf(xCount);
  // A single tick does not show the scale.
  const xTicks = usual.values.length < 2 ? xTicksOf(2 * xCount) : usual;
  return {
    box: { left, top: margins.top, width, height },
    right: margins.right,
    bottom: margins.bottom,
    xScale: model.xScale,
    yScale: model.yScale,
    xDomain,
    yDomain,
    xTicks: {
      values: xTicks.values,
      text: freeLabels(
        xTicks.text,
        xTicks.values.map((value) => fraction(model.xScale, xDomain, value) * width),
        (text) => space.widest([text], theme.fontSize),
        width + margins.right,
      ),
    },
    yTicks,
    xTitle: model.xTitle,
    font: space.font,
    theme,
    lines: model.lines,
  };
}

/**
 * Returns labels of which none overlap and none ends beyond `right`: all of them, or every second and so on. The others
 * are empty.
 */
function freeLabels(
  labels: readonly string[],
  centers: readonly number[],
  widthOf: (text: string) => number,
  right: number,
): string[] {
  const halves = labels.map((label) => widthOf(label) / 2);
  const start = (index: number) => centers[index]! - halves[index]!;
  const end = (index: number) => centers[index]! + halves[index]!;
  let shown = labels.map((_, index) => index).filter((index) => end(index) <= right);
  while (shown.some((index, nth) => nth > 0 && start(index) < end(shown[nth - 1]!) + labelGap)) {
    shown = shown.filter((_, nth) => nth % 2 === 0);
  }
  return labels.map((label, index) => (shown.includes(index) ? label : ''));
}

/**
 * Returns the zoom for parts of the visible axes, where 0 is the lesser end and 1 the greater. Axes not in `axes` are
 * unchanged.
 */
export function zoomInto(
  { xScale, yScale, xDomain, yDomain }: ChartLayout,
  part: { readonly x: Domain; readonly y: Domain },
  axes: 'x' | 'y' | 'xy',
  before: Zoom | null,
): Zoom {
  const within = (scale: ScaleKind, domain: Domain, [from, to]: Domain): Domain => [
    valueAt(scale, domain, from),
    valueAt(scale, domain, to),
  ];
  return {
    x: axes.includes('x') ? within(xScale, xDomain, part.x) : before?.x,
    y: axes.includes('y') ? within(yScale, yDomain, part.y) : before?.y,
  };
}
