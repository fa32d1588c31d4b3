import type { ChartModel } from './chart-model.ts';
import type { RenderOptions, ScaleKind, Zoom } from './chart-settings.ts';
import type { Picture } from './line-view.ts';
import { type Domain, paddedDomain, project, ticks, unproject, valueAt } from './scales.ts';

/** The room of a picture on the page, in pixels, and how its texts are set. */
export interface Room {
  readonly width: number;
  readonly height: number;
  /** A CSS font family. */
  readonly font: string;
  /** How wide the widest of some texts is. */
  widest(texts: readonly string[], fontSize: number): number;
}

const margins = { top: 10, right: 16, bottom: 42, leastLeft: 40 };

/** Pixels from one label of an axis to the next. */
const tickPixels = { x: 84, y: 44 };

/** The part of the x axis that is shown; followed, a zoomed part ends at the newest point. */
export function shownX(model: ChartModel, { zoom, follow }: Pick<RenderOptions, 'zoom' | 'follow'>): Domain {
  const [first, last] = model.xExtent;
  const part = partThatShows(model.xScale, zoom?.x);
  if (!part) return paddedDomain(model.xScale, first, last, 0);
  if (!follow || !(first <= last)) return part;
  const width = project(model.xScale, part[1]) - project(model.xScale, part[0]);
  return [unproject(model.xScale, project(model.xScale, last) - width), last];
}

/** The part of the y axis that is shown: what a person zoomed into, or all from the least to the greatest value of `extent`. */
export function shownY(model: ChartModel, zoom: Zoom | null, extent: Domain): Domain {
  return partThatShows(model.yScale, zoom?.y) ?? paddedDomain(model.yScale, extent[0], extent[1], 0.05);
}

/** As many pixel columns as lines have in a room, before the labels beside them are known. */
export function columnsIn({ width }: Room): number {
  return Math.ceil(Math.max(50, width - margins.leastLeft - margins.right));
}

/** How wide the room was that a picture was made for. */
export function roomOf({ box }: Picture): number {
  return box.left + box.width + margins.right;
}

/** Where everything of a picture stands: the plot leaves as much room on its left as its labels need. */
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

/** The zoom into parts of a picture's axes, 0 at their lesser end; an axis that is not named stays as it was. */
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

/** A zoomed part that an axis can show, or null. */
function partThatShows(scale: ScaleKind, part: Domain | undefined): Domain | null {
  if (!part || !(part[0] < part[1]) || !Number.isFinite(part[0]) || !Number.isFinite(part[1])) return null;
  return scale === 'log' && part[0] <= 0 ? null : part;
}
