import type { ChartModel } from '@tracklens/core/charts';
import { type ChartSettings, changedSettings, type DrawingSpace, type Zoom, zoomInto } from '@tracklens/core/charts';
import type { ChartTheme } from '@tracklens/core/display';
import type { Translate } from '../text/translate.ts';
import { afterPaint } from './after-paint.ts';
import { summaryText } from './caption.ts';
import { type ChartContent, ChartDrawing, type DrawnPlot } from './chart-drawing.ts';
import { ChartInteraction, type InteractionCallbacks } from './chart-interaction.ts';
import { type ChartStats, publishStats } from './chart-stats.ts';
import { HoverBus } from './hover-bus.ts';
import type { LineReference } from './hover-value.ts';
import { plotPointer } from './plot-pointer.ts';
import type { SharedRange } from './shared-range.ts';
import { tickTexts } from './tick-texts.ts';

/** Options and event handlers of a mounted chart. */
export interface MountOptions extends InteractionCallbacks {
  readonly height: number;
  /** CSS font family. Default: the font of the container. */
  readonly font?: string;
  readonly hover?: HoverBus;
  /** Range shared by charts that show the same values. */
  readonly sharedRange?: SharedRange;
  /** Translation of the caption and the summary. Default: English. */
  readonly t?: Translate;
  /** Called when the user zooms, or resets the zoom (null). */
  readonly onZoom?: (zoom: Zoom | null) => void;
  /** Called when the user requests the previous or the next zoom. */
  readonly onStep?: (by: -1 | 1) => void;
  /** Handles a key that the chart does not handle. Returns whether it was handled. */
  readonly onKey?: (key: string) => boolean;
  /** Called after each drawing with its statistics. */
  readonly onDrawn?: (stats: ChartStats) => void;
}

/** Change of a chart. Settings that are not named stay. */
export interface ChartChange {
  readonly model?: ChartModel;
  readonly theme?: ChartTheme;
  readonly settings?: Partial<ChartSettings>;
}

/** Handle of a mounted chart. */
export interface ChartView {
  /** Draws what has changed. Zoom and hover are retained otherwise. */
  update(change: ChartChange): void;
  /** Emphasizes lines, as the legends do on hover. */
  emphasize(to: LineReference | null): void;
  /**
   * Returns the current drawing for export, or null before the first one. With `other`, returns the same view of
   * another model of the same lines in other colors.
   */
  drawn(other?: { readonly model: ChartModel; readonly theme: ChartTheme }): DrawnPlot | null;
  stats(): ChartStats;
  dispose(): void;
}

/** Draws a chart in a container and redraws it when its size, data, settings or theme change. */
export function mountChart(container: HTMLElement, content: ChartContent, options: MountOptions): ChartView {
  const { host, overlay } = layersOf(container, options.height);
  const font = () => options.font ?? (getComputedStyle(container).fontFamily || drawing.drawn.theme.font);
  let cancelSummary = () => {};
  const drawing = new ChartDrawing(host, content, {
    space: spaceOf(container, options.height, font),
    sharedRange: options.sharedRange,
    t: options.t,
    onHidden: () => resizing.awaitWidth(),
    onDrawn() {
      options.onDrawn?.(drawing.stats);
      interaction.refresh();
      cancelSummary();
      cancelSummary = afterPaint(() => {
        const { drawn, stats } = drawing;
        publishStats(container, stats, summaryText(drawn.model, stats.caption, options.t));
      });
    },
  });
  const interaction = new ChartInteraction(overlay, options.hover ?? new HoverBus(), options, () => drawing.drawn);
  const gestures = listenToGestures(container, drawing, interaction, options);
  const resizing = redrawOnResize(container, drawing);
  drawing.redraw();
  let disposed = false;
  return {
    update(change) {
      const { settings } = drawing.drawn;
      const changed = changedSettings(settings, { ...settings, ...change.settings });
      drawing.set({ ...change, settings: { ...settings, ...changed } });
      const { pin, ...redrawn } = changed;
      const isZoom = !change.model && !change.theme && Object.keys(redrawn).every((name) => name === 'zoom');
      if (change.model || change.theme || Object.keys(redrawn).length > 0) drawing.redraw(isZoom ? 'settled' : 'first');
      else if (pin !== undefined) interaction.refresh();
    },
    emphasize: (to) => interaction.emphasize(to),
    drawn: (other) => drawing.exported(other),
    stats: () => drawing.stats,
    dispose() {
      if (disposed) return;
      disposed = true;
      cancelSummary();
      resizing.dispose();
      interaction.dispose();
      gestures.dispose();
      drawing.dispose();
      container.replaceChildren();
    },
  };
}

/** Connects pointer and keyboard with a drawing. A zoom is reported when its movement has stopped. */
function listenToGestures(
  container: HTMLElement,
  drawing: ChartDrawing,
  interaction: ChartInteraction,
  options: MountOptions,
) {
  const settle = () => {
    drawing.redraw('settled');
    options.onZoom?.(drawing.drawn.settings.zoom);
  };
  const zoomTo = (zoom: Zoom | null, settled: boolean) => {
    drawing.set({ settings: { ...drawing.drawn.settings, zoom } });
    if (settled) return settle();
    drawing.pan(settle);
    interaction.draw();
  };
  return plotPointer(container, {
    box: () => drawing.drawn.layout?.box ?? null,
    hover: (at) => interaction.hover(at),
    select: (box) => interaction.select(box),
    zoomTo(part, axes) {
      const { layout, settings } = drawing.drawn;
      if (layout) zoomTo(zoomInto(layout, part, axes, settings.zoom), part.settled);
    },
    reset: () => (drawing.drawn.settings.pin ? options.onPin?.(null) : zoomTo(null, true)),
    pin: (at) => interaction.pin(at),
    moveFocus: (across, along) => interaction.moveFocus(across, along),
    step: (by) => options.onStep?.(by),
    key: (key) => options.onKey?.(key) ?? false,
    leave: () => interaction.leave(),
  });
}

/** Returns a function that measures the space in a container. */
function spaceOf(container: HTMLElement, height: number, font: () => string): () => DrawingSpace {
  const measure = container.ownerDocument.createElement('canvas').getContext('2d');
  return () => {
    const family = font();
    return {
      width: container.clientWidth,
      height,
      font: family,
      texts: tickTexts,
      widest(texts, fontSize) {
        if (measure) measure.font = `${fontSize}px ${family}`;
        return Math.max(0, ...texts.map((text) => measure?.measureText(text).width ?? text.length * 6.5));
      },
    };
  };
}

function redrawOnResize(container: HTMLElement, drawing: ChartDrawing) {
  let frame = 0;
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => drawing.resize());
  });
  observer.observe(container);
  return {
    /** Redraws when the container has a width. An observer misses that it was hidden for less than a frame. */
    awaitWidth() {
      observer.unobserve(container);
      observer.observe(container);
    },
    dispose() {
      cancelAnimationFrame(frame);
      observer.disconnect();
    },
  };
}

/** Creates the element of the drawing and the overlay canvas above it. */
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
