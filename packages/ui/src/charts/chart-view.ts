import type { ChartTheme } from '@tracklens/core/display';
import type { Translate } from '../text/translate.ts';
import { chartDrawing, type DrawnChart } from './chart-drawing.ts';
import { chartInteraction, type Reading } from './chart-interaction.ts';
import { zoomInto } from './chart-layout.ts';
import type { ChartModel } from './chart-model.ts';
import type { Pin, RenderOptions, Zoom } from './chart-settings.ts';
import { type ChartStats, publishStats } from './chart-stats.ts';
import { type HoverBus, hoverBus } from './hover-bus.ts';
import { plotPointer } from './plot-pointer.ts';
import type { SameRange } from './same-range.ts';

/** How a chart is drawn and whom it tells. */
export interface ChartOptions extends Partial<RenderOptions> {
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
  change(manner: Partial<RenderOptions>): void;
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

/** What a change of asks for another picture. */
const redrawKeys = ['theme', 'zoom', 'yRange', 'follow', 'every'] as const;

/** Draws a model in a container and keeps it drawn while sizes, data, zoom and pointer change. */
export function mountChart(container: HTMLElement, model: ChartModel, options: ChartOptions): ChartView {
  const { theme, zoom = null, yRange = 'all', follow = false, every = false, pin = null } = options;
  const { host, overlay } = layersOf(container, options.height);
  const measure = container.ownerDocument.createElement('canvas').getContext('2d');
  let disposed = false;

  const room = () => {
    const font = options.font ?? (getComputedStyle(container).fontFamily || drawing.drawn.manner.theme.font);
    return {
      width: container.clientWidth,
      height: options.height,
      font,
      widest(texts: readonly string[], fontSize: number) {
        if (measure) measure.font = `${fontSize}px ${font}`;
        return Math.max(0, ...texts.map((text) => measure?.measureText(text).width ?? text.length * 6.5));
      },
    };
  };
  const drawing = chartDrawing(
    host,
    room,
    { model, manner: { theme, zoom, yRange, follow, every, pin } },
    {
      sameY: options.sameY,
      t: options.t,
      onDrawn() {
        publishStats(container, drawing.stats);
        options.onDrawn?.(drawing.stats);
        pointing.renew();
      },
    },
  );

  const source = {};
  const hover = options.hover ?? hoverBus();
  const pointing = chartInteraction(overlay, source, hover, options, () => drawing.drawn);
  const stopListening = hover.subscribe(pointing.point);

  const settle = () => {
    drawing.redraw('settled');
    options.onZoom?.(drawing.drawn.manner.zoom);
  };
  const zoomTo = (next: Zoom | null, resting: boolean) => {
    drawing.take({ manner: { ...drawing.drawn.manner, zoom: next } });
    if (resting) return settle();
    drawing.slide(settle);
    pointing.draw();
  };
  const pointer = plotPointer(container, {
    box: () => drawing.drawn.picture?.box ?? null,
    hover: pointing.hover,
    select: pointing.select,
    zoomTo(part, axes) {
      const { picture, manner } = drawing.drawn;
      if (picture) zoomTo(zoomInto(picture, part, axes, manner.zoom), part.resting);
    },
    reset: () => (drawing.drawn.manner.pin ? options.onPin?.(null) : zoomTo(null, true)),
    pin: pointing.pin,
    walk: pointing.walk,
    step: (by) => options.onStep?.(by),
    key: (key) => options.onKey?.(key) ?? false,
    leave: pointing.leave,
  });

  let resizeFrame = 0;
  const resizing = new ResizeObserver(() => {
    cancelAnimationFrame(resizeFrame);
    resizeFrame = requestAnimationFrame(drawing.fit);
  });
  drawing.redraw();
  resizing.observe(container);

  return {
    update(next) {
      drawing.take({ model: next });
      drawing.redraw();
    },
    change(next) {
      const before = drawing.drawn.manner;
      const manner = { ...before, ...next };
      const differs = (name: keyof RenderOptions) => JSON.stringify(manner[name]) !== JSON.stringify(before[name]);
      drawing.take({ manner });
      if (redrawKeys.some(differs)) drawing.redraw();
      else if (differs('pin')) pointing.renew();
    },
    emphasize: pointing.emphasize,
    drawn: drawing.saved,
    stats: () => drawing.stats,
    dispose() {
      if (disposed) return;
      disposed = true;
      cancelAnimationFrame(resizeFrame);
      resizing.disconnect();
      stopListening();
      pointing.dispose();
      pointer.dispose();
      drawing.dispose();
      container.replaceChildren();
    },
  };
}

/** Where the picture is drawn, and over it what stands out at the pointer. */
function layersOf(container: HTMLElement, height: number) {
  const host = container.ownerDocument.createElement('div');
  const overlay = container.ownerDocument.createElement('canvas');
  container.replaceChildren(host, overlay);
  container.style.position = 'relative';
  container.style.height = `${height}px`;
  Object.assign(overlay.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
  container.setAttribute('role', 'img');
  return { host, overlay };
}
