import type { ChartTheme } from '@tracklens/core/display';
import type { Translate } from '../text/translate.ts';
import type { ChartModel } from './chart-model.ts';
import { chartPointing, type Reading } from './chart-pointing.ts';
import { type ChartRows, chartRows } from './chart-rows.ts';
import type { Pin, YRange, Zoom } from './chart-settings.ts';
import { type ChartStats, chartStats, publishStats } from './chart-stats.ts';
import type { DrawnPlot } from './export/chart-picture.ts';
import { type HoverBus, hoverBus } from './hover-bus.ts';
import { type LineView, lineView, type Picture } from './line-view.ts';
import { plotPointer } from './plot-pointer.ts';
import type { SameRange } from './same-range.ts';
import { type Domain, paddedDomain, project, ticks, unproject, valueAt } from './scales.ts';
import { type Sliding, sliding } from './sliding.ts';
import { countBeyond, yExtentOf } from './y-range.ts';

/** How a model is drawn; all of it may change while the chart stands. */
export interface ChartManner {
  readonly theme: ChartTheme;
  readonly zoom: Zoom | null;
  /** The values shown where nobody zoomed. */
  readonly yRange: YRange;
  /** Whether a zoomed part keeps its width and moves on with the newest points. */
  readonly follow: boolean;
  /** Whether each point is drawn, as far as there are not too many. */
  readonly every: boolean;
  /** A reading that stays. */
  readonly pin: Pin | null;
}

/** How a chart is drawn and whom it tells. */
export interface ChartOptions extends Partial<ChartManner> {
  readonly theme: ChartTheme;
  readonly height: number;
  /** A CSS font family; the container's own unless told. */
  readonly font?: string;
  readonly hover?: HoverBus;
  /** Shared by charts that show the same range of values. */
  readonly sameY?: SameRange;
  /** The language of the caption and of what is said aloud; English unless told. */
  readonly t?: Translate;
  /** A person zoomed, or went back to the whole (null). */
  readonly onZoom?: (zoom: Zoom | null) => void;
  /** A person asked for the zoom before, or the one after. */
  readonly onStep?: (by: -1 | 1) => void;
  /** A person pinned what is read, or took the pin away. */
  readonly onPin?: (pin: Pin | null) => void;
  /** A key that the chart itself does not know; true when it did something. */
  readonly onKey?: (key: string) => boolean;
  /** What stands at the pointer, in this chart or in another of the same bus; null when nothing does. */
  readonly onReading?: (reading: Reading | null) => void;
  /** The picture changed: what it shows, for the caption. */
  readonly onDrawn?: (stats: ChartStats) => void;
}

/** A chart on the page. */
export interface ChartView {
  /** Other or more data in place: zoom and hover stay. */
  update(model: ChartModel): void;
  /** Draws what it has in another manner. */
  change(manner: Partial<ChartManner>): void;
  /** Draws one line above the others, as the legend does under the pointer. */
  emphasize(key: string | null): void;
  /**
   * What is drawn now, to be saved; null before there is a picture. With `other`, the same picture of another model of the same
   * lines, in other colours.
   */
  drawn(other?: { readonly model: ChartModel; readonly theme: ChartTheme }): DrawnChart | null;
  stats(): ChartStats;
  dispose(): void;
}

/** A picture to be saved; disposed of when that is done. */
export interface DrawnChart {
  readonly rows: ChartRows;
  readonly plot: DrawnPlot;
  dispose(): void;
}

/** Vertices of a picture right after a movement, of a first one, and of the one that follows when nothing more happens. */
const vertexBudget = { settled: 14_000, first: 36_000, full: 80_000 } as const;

/** How long a first picture rests before it is drawn in full. */
const refineMillis = 300;

/** How long a zoom by wheel rests before the columns are made anew. */
const settleMillis = 70;

/** Of more points than this, each is no longer drawn. */
const everyLimit = 200_000;

const margins = { top: 10, right: 16, bottom: 42, leastLeft: 40 };

/** Draws a model in a container and keeps it drawn while sizes, data, zoom and pointer change. */
export function mountChart(container: HTMLElement, first: ChartModel, options: ChartOptions): ChartView {
  const page = container.ownerDocument;
  const canvasHost = page.createElement('div');
  const overlay = page.createElement('canvas');
  container.replaceChildren(canvasHost, overlay);
  container.style.position = 'relative';
  container.style.height = `${options.height}px`;
  Object.assign(overlay.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
  container.setAttribute('role', 'img');

  const source = {};
  const hover = options.hover ?? hoverBus();
  const measure = page.createElement('canvas').getContext('2d');
  let model = first;
  const {
    theme: firstTheme,
    zoom: firstZoom = null,
    yRange = 'all',
    follow = false,
    every = false,
    pin = null,
  } = options;
  let manner: ChartManner = { theme: firstTheme, zoom: firstZoom, yRange, follow, every, pin };
  let moving: Sliding | null = null;
  let view: LineView | null = null;
  let rows: ChartRows | null = null;
  let picture: Picture | null = null;
  let yExtent: Domain = [1, 0];
  let settling: ReturnType<typeof setTimeout> | undefined;
  let disposed = false;
  let stats = chartStats(
    first,
    null,
    { window: [0, 1], zoomed: false, beyond: 0, tooMany: false },
    { interpreted: 0, drawMillis: 0 },
    options.t,
  );

  const font = () => options.font ?? (getComputedStyle(container).fontFamily || manner.theme.font);
  const wholeX = () => paddedDomain(model.xScale, model.xExtent[0], model.xExtent[1], 0);

  function xDomain(): Domain {
    const part = visible(model.xScale, manner.zoom?.x);
    if (!part || !manner.follow || !(model.xExtent[0] <= model.xExtent[1])) return part ?? wholeX();
    const newest = project(model.xScale, model.xExtent[1]);
    const width = project(model.xScale, part[1]) - project(model.xScale, part[0]);
    return [unproject(model.xScale, newest - width), model.xExtent[1]];
  }

  function yDomain(): Domain {
    const chosen = visible(model.yScale, manner.zoom?.y);
    if (chosen) return chosen;
    const [least, greatest] = options.sameY?.whole ?? yExtent;
    return paddedDomain(model.yScale, least, greatest, 0.05);
  }

  /** Thins to the columns there are; many lines share a budget, and each keeps its extremes exactly. */
  function bucket(budget: keyof typeof vertexBudget): { readonly coarse: boolean } {
    const width = Math.ceil(Math.max(50, container.clientWidth - margins.leastLeft - margins.right));
    const drawn = model.lines.reduce((sum, line) => sum + 1 + line.members.length, 0);
    const least = drawn > 300 ? 8 : 40;
    const share = Math.max(least, Math.floor(vertexBudget[budget] / (4 * Math.max(1, drawn))));
    const each = manner.every && model.total <= everyLimit;
    rows = chartRows(model, xDomain(), Math.min(width, share), each);
    yExtent = yExtentOf(model, rows, xDomain(), manner.yRange);
    options.sameY?.tell(source, yExtent);
    return { coarse: !each && share < width && budget !== 'full' };
  }

  function layout(): Picture {
    const y = yDomain();
    const x = xDomain();
    const plotHeight = Math.max(20, options.height - margins.top - margins.bottom);
    const yTicks = ticks(model.yScale, 'number', y, Math.max(2, Math.floor(plotHeight / 44)));
    if (measure) measure.font = `${manner.theme.fontSize}px ${font()}`;
    const labelWidth = Math.max(0, ...yTicks.text.map((text) => measure?.measureText(text).width ?? text.length * 6.5));
    const left = Math.max(margins.leastLeft, Math.ceil(labelWidth) + 14);
    const plotWidth = Math.max(20, container.clientWidth - left - margins.right);
    return {
      box: { left, top: margins.top, width: plotWidth, height: plotHeight },
      right: margins.right,
      bottom: margins.bottom,
      xScale: model.xScale,
      yScale: model.yScale,
      xDomain: x,
      yDomain: y,
      xTicks: ticks(model.xScale, model.xKind, x, Math.max(2, Math.floor(plotWidth / 84))),
      yTicks,
      xTitle: model.xTitle,
      font: font(),
      theme: manner.theme,
      lines: model.lines,
    };
  }

  function describe(drawMillis: number): void {
    const window = xDomain();
    const beyond = picture === null || rows === null ? 0 : countBeyond(model, window, picture.yDomain);
    const shown = {
      window,
      zoomed: manner.zoom?.x !== undefined,
      beyond,
      tooMany: manner.every && model.total > everyLimit,
    };
    stats = chartStats(model, rows, shown, { interpreted: view?.missing.size ?? 0, drawMillis }, options.t);
    publishStats(container, stats);
    options.onDrawn?.(stats);
  }

  /** Makes the columns anew and draws them; a coarse picture is followed by the full one. */
  function redraw(budget: keyof typeof vertexBudget = 'first'): void {
    clearTimeout(settling);
    settling = undefined;
    if (disposed || container.clientWidth === 0) return;
    const started = performance.now();
    const { coarse } = bucket(budget);
    const next = layout();
    const sameScales = picture?.xScale === next.xScale && picture.yScale === next.yScale;
    moving?.dispose();
    moving = null;
    // Replacing very many rows costs more than a new view: vega takes each old one out by itself.
    if (view && sameScales && rows!.vertices < 4000) {
      view.draw(next, rows);
    } else {
      view?.dispose();
      view = lineView(canvasHost, next, rows!);
    }
    picture = next;
    describe(performance.now() - started);
    if (coarse && rows!.shown < stats.pointsTotal) settling = setTimeout(() => redraw('full'), refineMillis);
    pointing.renew();
  }

  /** Other axes for the rows there are. */
  function relayout(): void {
    if (!view || !rows || moving) return;
    picture = layout();
    view.draw(picture, null);
    describe(stats.drawMillis);
    pointing.renew();
  }

  /** Moves the picture there is, as an image; new columns follow when the movement rests. */
  function slide(): void {
    const canvas = canvasHost.querySelector('canvas');
    if (!view || !rows || !picture || !canvas) {
      redraw();
      return;
    }
    moving ??= sliding(canvasHost, canvas, picture);
    picture = layout();
    moving.draw(picture);
    pointing.draw();
    clearTimeout(settling);
    settling = setTimeout(settle, settleMillis);
  }

  function settle(): void {
    redraw('settled');
    options.onZoom?.(manner.zoom);
  }

  function zoomTo(next: Zoom | null, resting: boolean): void {
    manner = { ...manner, zoom: next };
    if (resting) settle();
    else slide();
  }

  const pointing = chartPointing(overlay, source, hover, options, () => ({ model, manner, rows, picture }));
  const pointer = plotPointer(container, {
    box: () => picture?.box ?? null,
    hover: pointing.hover,
    select: pointing.select,
    zoomTo: (part, axes) => {
      if (!picture) return;
      const { xDomain: x, yDomain: y } = picture;
      const within = (kind: ChartModel['xScale'], domain: Domain, from: number, to: number): Domain => [
        valueAt(kind, domain, from),
        valueAt(kind, domain, to),
      ];
      const next = {
        x: axes.includes('x') ? within(model.xScale, x, part.x[0], part.x[1]) : manner.zoom?.x,
        y: axes.includes('y') ? within(model.yScale, y, part.y[0], part.y[1]) : manner.zoom?.y,
      };
      zoomTo(next, part.resting);
    },
    reset: () => (manner.pin ? options.onPin?.(null) : zoomTo(null, true)),
    pin: pointing.pin,
    walk: pointing.walk,
    step: (by) => options.onStep?.(by),
    key: (key) => options.onKey?.(key) ?? false,
    leave: pointing.leave,
  });

  const resizing = new ResizeObserver(() => {
    cancelAnimationFrame(resizeFrame);
    resizeFrame = requestAnimationFrame(() => {
      const known = picture ? picture.box.left + picture.box.width + margins.right : 0;
      if (known !== container.clientWidth) redraw();
    });
  });
  let resizeFrame = 0;
  const stopListening = hover.subscribe(pointing.point);
  const stopSharing = options.sameY?.subscribe(relayout);
  redraw();
  resizing.observe(container);

  return {
    update(next) {
      model = next;
      redraw();
    },
    change(next) {
      const before = manner;
      manner = { ...manner, ...next };
      const differs = (name: keyof ChartManner) => JSON.stringify(manner[name]) !== JSON.stringify(before[name]);
      if ((['theme', 'zoom', 'yRange', 'follow', 'every'] as const).some(differs)) redraw();
      else if (differs('pin')) pointing.renew();
    },
    emphasize: pointing.emphasize,
    drawn(other) {
      if (!view || !rows || !picture) return null;
      const size = { width: container.clientWidth, height: options.height, font: picture.font };
      if (!other) {
        const { toSvg, toCanvas } = view;
        return { rows, plot: { ...size, theme: manner.theme, toSvg, toCanvas }, dispose() {} };
      }
      const recolored = chartRows(other.model, picture.xDomain, picture.box.width, false);
      const shown = { ...picture, theme: other.theme, lines: other.model.lines };
      const { toSvg, toCanvas, dispose } = lineView(page.createElement('div'), shown, recolored);
      return { rows: recolored, plot: { ...size, theme: other.theme, toSvg, toCanvas }, dispose };
    },
    stats: () => stats,
    dispose() {
      if (disposed) return;
      disposed = true;
      clearTimeout(settling);
      cancelAnimationFrame(resizeFrame);
      resizing.disconnect();
      stopListening();
      pointing.dispose();
      stopSharing?.();
      options.sameY?.tell(source, null);
      moving?.dispose();
      pointer.dispose();
      view?.dispose();
      container.replaceChildren();
    },
  };
}

/** A zoomed part that an axis can show, or null. */
function visible(kind: ChartModel['xScale'], part: readonly [number, number] | undefined): Domain | null {
  if (!part || !(part[0] < part[1]) || !Number.isFinite(part[0]) || !Number.isFinite(part[1])) return null;
  return kind === 'log' && part[0] <= 0 ? null : part;
}
