import type { ChartTheme } from '@tracklens/core/display';
import type { Translate } from '../text/translate.ts';
import { chartDrawing, type DrawnChart } from './chart-drawing.ts';
import { chartInteraction, type HoverValues } from './chart-interaction.ts';
import { zoomInto } from './chart-layout.ts';
import type { ChartModel } from './chart-model.ts';
import type { Pin, RenderOptions, Zoom } from './chart-settings.ts';
import { type ChartStats, publishStats } from './chart-stats.ts';
import { type HoverBus, hoverBus } from './hover-bus.ts';
import { plotPointer } from './plot-pointer.ts';
import type { SameRange } from './same-range.ts';

/** Options and event handlers of a mounted chart. */
export interface MountOptions extends Partial<RenderOptions> {
  readonly theme: ChartTheme;
  readonly height: number;
  /** CSS font family. Default: the font of the container. */
  readonly font?: string;
  readonly hover?: HoverBus;
  /** Range shared by charts that show the same values. */
  readonly sameY?: SameRange;
  /** Translation of the caption and the summary. Default: English. */
  readonly t?: Translate;
  /** Called when the user zooms, or resets the zoom (null). */
  readonly onZoom?: (zoom: Zoom | null) => void;
  /** Called when the user requests the previous or the next zoom. */
  readonly onStep?: (by: -1 | 1) => void;
  /** Called when the user pins the values, or removes the pin (null). */
  readonly onPin?: (pin: Pin | null) => void;
  /** Handles a key that the chart does not handle. Returns whether it was handled. */
  readonly onKey?: (key: string) => boolean;
  /**
   * Called with the values at the pointer, in this chart or another one of the same bus; null when there are none.
   */
  readonly onHover?: (hovered: HoverValues | null) => void;
  /** Called after each drawing with its statistics. */
  readonly onDrawn?: (stats: ChartStats) => void;
}

/** Handle of a mounted chart. */
export interface ChartView {
  /** Replaces the data. Zoom and hover are retained. */
  update(model: ChartModel): void;
  /** Changes render options. */
  change(options: Partial<RenderOptions>): void;
  /** Emphasizes one line, as the legend does on hover. */
  emphasize(key: string | null): void;
  /**
   * Returns the current drawing for export, or null before the first one. With `other`, returns the same view of
   * another model of the same lines in other colours.
   */
  drawn(other?: { readonly model: ChartModel; readonly theme: ChartTheme }): DrawnChart | null;
  stats(): ChartStats;
  dispose(): void;
}

/** Render options whose change requires a redraw. */
const redrawKeys = ['theme', 'zoom', 'yRange', 'follow', 'every'] as const;

/** Draws a model in a container and redraws it when its size, data, zoom or render options change. */
export function mountChart(container: HTMLElement, model: ChartModel, options: MountOptions): ChartView {
  const { theme, zoom = null, yRange = 'all', follow = false, every = false, pin = null } = options;
  const { host, overlay } = layersOf(container, options.height);
  const measure = container.ownerDocument.createElement('canvas').getContext('2d');
  let disposed = false;

  const space = () => {
    const font = options.font ?? (getComputedStyle(container).fontFamily || drawing.drawn.options.theme.font);
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
    space,
    { model, options: { theme, zoom, yRange, follow, every, pin } },
    {
      sameY: options.sameY,
      t: options.t,
      onDrawn() {
        publishStats(container, drawing.stats);
        options.onDrawn?.(drawing.stats);
        interaction.refresh();
      },
    },
  );

  const source = {};
  const hover = options.hover ?? hoverBus();
  const interaction = chartInteraction(overlay, source, hover, options, () => drawing.drawn);
  const stopListening = hover.subscribe(interaction.showPosition);

  const settle = () => {
    drawing.redraw('settled');
    options.onZoom?.(drawing.drawn.options.zoom);
  };
  const zoomTo = (next: Zoom | null, resting: boolean) => {
    drawing.set({ options: { ...drawing.drawn.options, zoom: next } });
    if (resting) return settle();
    drawing.pan(settle);
    interaction.draw();
  };
  const pointer = plotPointer(container, {
    box: () => drawing.drawn.layout?.box ?? null,
    hover: interaction.hover,
    select: interaction.select,
    zoomTo(part, axes) {
      const { layout, options } = drawing.drawn;
      if (layout) zoomTo(zoomInto(layout, part, axes, options.zoom), part.settled);
    },
    reset: () => (drawing.drawn.options.pin ? options.onPin?.(null) : zoomTo(null, true)),
    pin: interaction.pin,
    moveFocus: interaction.moveFocus,
    step: (by) => options.onStep?.(by),
    key: (key) => options.onKey?.(key) ?? false,
    leave: interaction.leave,
  });

  let resizeFrame = 0;
  const resizing = new ResizeObserver(() => {
    cancelAnimationFrame(resizeFrame);
    resizeFrame = requestAnimationFrame(drawing.resize);
  });
  drawing.redraw();
  resizing.observe(container);

  return {
    update(next) {
      drawing.set({ model: next });
      drawing.redraw();
    },
    change(next) {
      const before = drawing.drawn.options;
      const changed = { ...before, ...next };
      const differs = (name: keyof RenderOptions) => JSON.stringify(changed[name]) !== JSON.stringify(before[name]);
      drawing.set({ options: changed });
      if (redrawKeys.some(differs)) drawing.redraw();
      else if (differs('pin')) interaction.refresh();
    },
    emphasize: interaction.emphasize,
    drawn: drawing.exported,
    stats: () => drawing.stats,
    dispose() {
      if (disposed) return;
      disposed = true;
      cancelAnimationFrame(resizeFrame);
      resizing.disconnect();
      stopListening();
      interaction.dispose();
      pointer.dispose();
      drawing.dispose();
      container.replaceChildren();
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
