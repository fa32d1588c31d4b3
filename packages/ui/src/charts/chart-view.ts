import { type ChartTheme, nearest } from '@tracklens/core/display';
import { captionText, summaryText } from './caption.ts';
import type { ChartLine, ChartModel } from './chart-model.ts';
import { type ChartRows, chartRows, pointsWithin } from './chart-rows.ts';
import type { Zoom } from './chart-settings.ts';
import type { DrawnPlot } from './export/chart-picture.ts';
import type { HoverBus, HoverPosition } from './hover-bus.ts';
import { type LineView, lineView, type Picture } from './line-view.ts';
import { drawOverlay, emptyScene, type OverlayScene } from './overlay.ts';
import { plotPointer } from './plot-pointer.ts';
import { type ReadingEntry, readingAt } from './reading.ts';
import { type Domain, fraction, paddedDomain, ticks, valueAt } from './scales.ts';

/** How a chart is drawn and whom it tells. */
export interface ChartOptions {
  readonly theme: ChartTheme;
  readonly height: number;
  /** A CSS font family; the container's own unless told. */
  readonly font?: string;
  readonly zoom?: Zoom | null;
  readonly hover?: HoverBus;
  /** A person zoomed, or went back to the whole (null). */
  readonly onZoom?: (zoom: Zoom | null) => void;
  /** What stands at the pointer, in this chart or in another of the same bus; null when nothing does. */
  readonly onReading?: (reading: Reading | null) => void;
  /** The picture changed: what it shows, for the caption. */
  readonly onDrawn?: (stats: ChartStats) => void;
}

/** What stands at the pointer. */
export interface Reading {
  readonly x: number;
  readonly entries: readonly ReadingEntry[];
  /** The line nearest to the pointer. */
  readonly nearestKey: string | null;
  /** Whether the pointer is in this chart: only then a tooltip belongs here. */
  readonly own: boolean;
  /** Where the crosshair stands, in pixels from the container's left and top. */
  readonly left: number;
  readonly top: number;
}

/** What a picture shows, for tests and people. */
export interface ChartStats {
  readonly series: number;
  readonly pointsShown: number;
  /** Points in view when zoomed, or logged in all. */
  readonly pointsTotal: number;
  readonly nan: number;
  readonly infinite: number;
  readonly markers: number;
  readonly caption: string;
  readonly summary: string;
  /** Expressions that were not compiled ahead of time. */
  readonly interpreted: number;
  /** Milliseconds the last thinning and drawing took. */
  readonly drawMillis: number;
}

/** A chart on the page. */
export interface ChartView {
  /** Other or more data in place: zoom and hover stay. */
  update(model: ChartModel): void;
  setZoom(zoom: Zoom | null): void;
  setTheme(theme: ChartTheme): void;
  /** Draws one line above the others, as the legend does under the pointer. */
  emphasize(key: string | null): void;
  /** What is drawn now, to be saved; null before there is a picture. */
  drawn(): { readonly rows: ChartRows; readonly plot: DrawnPlot } | null;
  stats(): ChartStats;
  dispose(): void;
}

/** Vertices of a first picture, and of the one that follows when nothing more happens. */
const vertexBudget = { first: 36_000, full: 80_000 } as const;

/** How long a first picture rests before it is drawn in full. */
const refineMillis = 300;

/** How long a zoom by wheel or key rests before the columns are made anew. */
const settleMillis = 140;

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
  const measure = page.createElement('canvas').getContext('2d');
  let model = first;
  let theme = options.theme;
  let zoom: Zoom | null = options.zoom ?? null;
  let view: LineView | null = null;
  let rows: ChartRows | null = null;
  let picture: Picture | null = null;
  let scene: OverlayScene = emptyScene;
  let emphasized: string | null = null;
  let followed: string | null = null;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  let disposed = false;

  const font = () => options.font ?? (getComputedStyle(container).fontFamily || theme.font);
  const wholeX = () => paddedDomain(model.xScale, model.xExtent[0], model.xExtent[1], 0);
  const xDomain = (): Domain => visible(model.xScale, zoom?.x) ?? wholeX();

  let stats = statsOf(null, 0);

  function yDomain(): Domain {
    const chosen = visible(model.yScale, zoom?.y);
    return chosen ?? paddedDomain(model.yScale, rows!.yExtent[0], rows!.yExtent[1], 0.05);
  }

  /** Thins to the columns there are; many lines share a budget, and each keeps its extremes exactly. */
  function bucket(budget: keyof typeof vertexBudget): { readonly coarse: boolean } {
    const width = Math.ceil(Math.max(50, container.clientWidth - margins.leastLeft - margins.right));
    const drawn = model.lines.reduce((sum, line) => sum + 1 + line.members.length, 0);
    const share = Math.max(50, Math.floor(vertexBudget[budget] / (4 * Math.max(1, drawn))));
    rows = chartRows(model, xDomain(), Math.min(width, share));
    return { coarse: share < width && budget === 'first' };
  }

  function layout(): Picture {
    const y = yDomain();
    const x = xDomain();
    const plotHeight = Math.max(20, options.height - margins.top - margins.bottom);
    const yTicks = ticks(model.yScale, 'number', y, Math.max(2, Math.floor(plotHeight / 44)));
    if (measure) measure.font = `${theme.fontSize}px ${font()}`;
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
      theme,
      lines: model.lines,
    };
  }

  function statsOf(drawn: ChartRows | null, drawMillis: number): ChartStats {
    const zoomed = zoom?.x !== undefined;
    const total = zoomed ? pointsWithin(model, xDomain()) : model.total;
    const points = { shown: drawn?.shown ?? 0, total, zoomed };
    return {
      series: drawn?.series ?? 0,
      pointsShown: points.shown,
      pointsTotal: total,
      nan: model.nan,
      infinite: model.infinite,
      markers: drawn?.gaps.length ?? 0,
      caption: captionText(model, points),
      summary: summaryText(model, points),
      interpreted: view?.missing.size ?? 0,
      drawMillis,
    };
  }

  function publish(): void {
    container.setAttribute('aria-label', stats.summary);
    Object.assign(container.dataset, {
      series: String(stats.series),
      pointsShown: String(stats.pointsShown),
      pointsTotal: String(stats.pointsTotal),
      nan: String(stats.nan),
      infinite: String(stats.infinite),
      markers: String(stats.markers),
      interpreted: String(stats.interpreted),
      drawMillis: stats.drawMillis.toFixed(1),
    });
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
    // Replacing very many rows costs more than a new view: vega takes each old one out by itself.
    if (view && sameScales && rows!.vertices < 4000) {
      view.draw(next, rows);
    } else {
      view?.dispose();
      view = lineView(canvasHost, next, rows!);
    }
    picture = next;
    stats = statsOf(rows, performance.now() - started);
    publish();
    if (coarse && rows!.shown < stats.pointsTotal) settling = setTimeout(() => redraw('full'), refineMillis);
    point(options.hover?.position ?? null);
  }

  /** Moves the axes over the rows there are; new columns follow when the movement rests. */
  function slide(): void {
    if (!view || !rows) {
      redraw();
      return;
    }
    picture = layout();
    view.draw(picture, null);
    drawScene();
    clearTimeout(settling);
    settling = setTimeout(() => redraw(), settleMillis);
  }

  function drawScene(): void {
    if (picture) drawOverlay(overlay, picture.box, { ...scene, emphasis: emphasisOf(emphasized ?? followed) }, theme);
  }

  function emphasisOf(key: string | null): OverlayScene['emphasis'] {
    const line = key === null || model.lines.length < 2 ? null : model.lines.find((each) => each.key === key);
    if (!line || !rows || !picture) return null;
    const pieces = rows.lines
      .filter((piece) => piece.series === line.key)
      .map(({ points }) => Float64Array.from(points.flatMap((point) => [pixelX(point.x), pixelY(point.y)])));
    return { color: line.color, pieces };
  }

  const pixelX = (x: number) => fraction(model.xScale, picture!.xDomain, x) * picture!.box.width;
  const pixelY = (y: number) => (1 - fraction(model.yScale, picture!.yDomain, y)) * picture!.box.height;

  /** Shows what stands at a position, wherever it was pointed at. */
  function point(position: HoverPosition | null): void {
    if (!picture) return;
    const here = position !== null && position.axis === model.axis ? position : null;
    const inside = here && here.x >= picture.xDomain[0] && here.x <= picture.xDomain[1];
    if (!here || !inside) {
      scene = { ...scene, crosshairX: null, dots: [] };
      followed = null;
      options.onReading?.(null);
    } else {
      const entries = readingAt(model, here.x, picture.xDomain);
      const dots = entries.map((entry) => ({ x: pixelX(entry.x), y: pixelY(entry.y), color: entry.line.color }));
      const crosshairX = pixelX(here.x);
      scene = { ...scene, crosshairX, dots: dots.length > 60 ? [] : dots };
      followed = here.experimentKey;
      options.onReading?.({
        x: here.x,
        entries,
        nearestKey: here.experimentKey,
        own: here.source === source,
        left: picture.box.left + crosshairX,
        top: picture.box.top,
      });
    }
    drawScene();
  }

  function pointAt(left: number, top: number): void {
    if (!picture) return;
    const x = valueAt(model.xScale, picture.xDomain, left / picture.box.width);
    const entries = readingAt(model, x, picture.xDomain);
    let nearestEntry: ReadingEntry | null = null;
    let distance = 40;
    for (const entry of entries) {
      const away = Math.hypot((pixelX(entry.x) - left) / 3, pixelY(entry.y) - top);
      if (away < distance) {
        distance = away;
        nearestEntry = entry;
      }
    }
    tell({
      axis: model.axis,
      x: nearestEntry?.x ?? entries[0]?.x ?? x,
      experimentKey: nearestEntry?.line.key ?? null,
      source,
    });
  }

  function tell(position: HoverPosition | null): void {
    if (options.hover) options.hover.set(position);
    else point(position);
  }

  function zoomTo(next: Zoom | null, resting: boolean): void {
    zoom = next;
    if (resting) redraw();
    else slide();
    options.onZoom?.(zoom);
  }

  const pointer = plotPointer(container, {
    box: () => picture?.box ?? null,
    hover: (at) => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => (at ? pointAt(at.left, at.top) : tell(null)));
    },
    select: (selection) => {
      scene = { ...scene, selection };
      drawScene();
    },
    zoomTo: (part, axes) => {
      if (!picture) return;
      const { xDomain: x, yDomain: y } = picture;
      const within = (kind: ChartModel['xScale'], domain: Domain, from: number, to: number): Domain => [
        valueAt(kind, domain, from),
        valueAt(kind, domain, to),
      ];
      const next = {
        x: axes.includes('x') ? within(model.xScale, x, part.x[0], part.x[1]) : zoom?.x,
        y: axes.includes('y') ? within(model.yScale, y, part.y[0], part.y[1]) : zoom?.y,
      };
      zoomTo(next, part.resting);
    },
    reset: () => zoomTo(null, true),
    walk: (across, along) => walk(across, along),
    leave: () => tell(null),
  });

  /** Moves the reading by points of a line, or to another line. */
  function walk(across: number, along: number): void {
    const { lines } = model;
    if (lines.length === 0 || !picture) return;
    const at = options.hover?.position ?? null;
    const current = Math.max(
      0,
      lines.findIndex((line) => line.key === at?.experimentKey),
    );
    const line: ChartLine = lines[(current + along + lines.length) % lines.length]!;
    const x = line.series.x;
    if (x.length === 0) return;
    const place =
      at === null ? (across < 0 ? x.length - 1 : 0) : nearest(x, at.x) + (at.experimentKey === line.key ? across : 0);
    const index = Math.min(x.length - 1, Math.max(0, place));
    tell({ axis: model.axis, x: x[index]!, experimentKey: line.key, source });
  }

  const resizing = new ResizeObserver(() => {
    cancelAnimationFrame(resizeFrame);
    resizeFrame = requestAnimationFrame(() => {
      const known = picture ? picture.box.left + picture.box.width + margins.right : 0;
      if (known !== container.clientWidth) redraw();
    });
  });
  let resizeFrame = 0;
  const stopListening = options.hover?.subscribe(point);
  redraw();
  resizing.observe(container);

  return {
    update(next) {
      model = next;
      redraw();
    },
    setZoom(next) {
      if (JSON.stringify(next) === JSON.stringify(zoom)) return;
      zoom = next;
      redraw();
    },
    setTheme(next) {
      theme = next;
      redraw();
    },
    emphasize(key) {
      emphasized = key;
      drawScene();
    },
    drawn() {
      if (!view || !rows || !picture) return null;
      const { toSvg, toCanvas } = view;
      const width = container.clientWidth;
      return { rows, plot: { width, height: options.height, font: picture.font, theme, toSvg, toCanvas } };
    },
    stats: () => stats,
    dispose() {
      if (disposed) return;
      disposed = true;
      clearTimeout(settling);
      cancelAnimationFrame(frame);
      cancelAnimationFrame(resizeFrame);
      resizing.disconnect();
      stopListening?.();
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
