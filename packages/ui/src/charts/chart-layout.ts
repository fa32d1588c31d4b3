import type { ChartModel } from './chart-model.ts';
import type { RenderOptions, ScaleKind, Zoom } from './chart-settings.ts';
import type { Picture } from './line-view.ts';
import { type Domain, paddedDomain, project, ticks, unproject, valueAt } from './scales.ts';

/** Space available to a drawing, in pixels, and its font. */
export interface Room {
  readonly width: number;
  readonly height: number;
  /** CSS font family. */
  readonly font: string;
  /** Returns the width of the widest text. */
  widest(texts: readonly string[], fontSize: number): number;
}

const margins = { top: 10, right: 16, bottom: 42, leastLeft: 40 };

/** Approximate distance between axis labels, in pixels. */
const tickPixels = { x: 84, y: 44 };

/** Returns the visible x domain. With `follow`, a zoomed range ends at the newest point. */
export function shownX(model: ChartModel, { zoom, follow }: Pick<RenderOptions, 'zoom' | 'follow'>): Domain {
  const [first, last] = model.xExtent;
  const part = partThatShows(model.xScale, zoom?.x);
  if (!part) return paddedDomain(model.xScale, first, last, 0);
  if (!follow || !(first <= last)) return part;
  const width = project(model.xScale, part[1]) - project(model.xScale, part[0]);
  return [unproject(model.xScale, project(model.xScale, last) - width), last];
}

/** Returns the visible y domain: the zoomed range, or the padded `extent`. */
export function shownY(model: ChartModel, zoom: Zoom | null, extent: Domain): Domain {
  return partThatShows(model.yScale, zoom?.y) ?? paddedDomain(model.yScale, extent[0], extent[1], 0.05);
}

/** Returns the number of pixel columns for the lines, before the widths of the y labels are known. */
export function columnsIn({ width }: Room): number {
  return Math.ceil(Math.max(50, width - margins.leastLeft - margins.right));
}

/** Returns the container width that a layout was made for. */
export function roomOf({ box }: Picture): number {
  return box.left + box.width + margins.right;
}

/** Lays out a chart. The left margin fits the y labels. */
export function chartLayout(model: ChartModel, manner: RenderOptions, yExtent: Domain, room: Room): Picture {
  const { theme } = manner;
  const xDomain = shownX(model, manner);
  const yDomain = shownY(model, manner.zoom, yExtent);
  const height = Math.max(20, room.height - margins.top - margins.bottom);
  const yTicks = ticks(model.yScale, 'number', yDomain, Math.max(2, Math.floor(height / tickPixels.y)));
  const left = Math.max(margins.leastLeft, Math.ceil(room.widest(yTicks.text, theme.fontSize)) + 14);
  const width = Math.max(20, room.width - left - margins.right);
  return {
    box: { left, top: margins.top, width, height },
    right: margins.right,
    bottom: margins.bottom,
    xScale: model.xScale,
    yScale: model.yScale,
    xDomain,
    yDomain,
    xTicks: ticks(model.xScale, model.xKind, xDomain, Math.max(2, Math.floor(width / tickPixels.x))),
    yTicks,
    xTitle: model.xTitle,
    font: room.font,
    theme,
    lines: model.lines,
  };
}

/**
 * Returns the zoom for parts of the visible axes, where 0 is the lesser end and 1 the greater. Axes not in `axes` are
 * unchanged.
 */
export function zoomInto(
  { xScale, yScale, xDomain, yDomain }: Picture,
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

/** Returns the range if the scale can show it, or null. */
function partThatShows(scale: ScaleKind, part: Domain | undefined): Domain | null {
  if (!part || !(part[0] < part[1]) || !Number.isFinite(part[0]) || !Number.isFinite(part[1])) return null;
  return scale === 'log' && part[0] <= 0 ? null : part;
}
