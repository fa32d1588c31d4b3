import type { ChartLine, Pin } from '@tracklens/core/charts';
import { type ChartLayout, containerWidth, fraction, valueAt } from '@tracklens/core/charts';
import type { Drawn } from './chart-drawing.ts';
import type { HoverBus, HoverPosition } from './hover-bus.ts';
import { type HoverValue, type LineReference, moveFocus, referencedLines, valuesAt } from './hover-value.ts';
import { drawOverlay, emptyScene, type OverlayScene } from './overlay.ts';

/** Values at the pointer. */
export interface HoverValues {
  readonly x: number;
  readonly entries: readonly HoverValue[];
  /** Key of the line nearest to the pointer. */
  readonly nearestKey: string | null;
  /** Whether the pointer is in this chart. Only then is a tooltip shown. */
  readonly own: boolean;
  readonly pinned: boolean;
  /**
   * Movement of the keyboard: along a line or to another line. The values are then announced. Null for the pointer.
   */
  readonly movedBy: 'point' | 'line' | null;
  /** Position of the crosshair, in pixels from the container's left and top. */
  readonly left: number;
  readonly top: number;
  /** Width of the container in pixels. */
  readonly width: number;
}

/** Callbacks of the interaction with a chart. */
export interface InteractionCallbacks {
  /**
   * Called with the values at the pointer, in this chart or another one of the same bus; null when there are none.
   */
  readonly onHover?: (values: HoverValues | null) => void;
  /** Called when the user pins the values, or removes the pin (null). */
  readonly onPin?: (pin: Pin | null) => void;
}

/** Position in the plot, in pixels from its left and top. */
interface PlotPosition {
  readonly left: number;
  readonly top: number;
}

type Shown = Drawn & { readonly layout: ChartLayout };

/** Maximum distance between the pointer and the nearest line, in pixels. Horizontal distance counts a third. */
const reach = 40;

/** Maximum number of points at the crosshair; more would overlap. */
const hoverPointLimit = 60;

/**
 * Hover, selection, pin and keyboard focus of a chart, and the overlay canvas that shows them. Positions are shared
 * over a bus, where the interaction identifies its chart.
 */
export class ChartInteraction {
  readonly #overlay: HTMLCanvasElement;
  readonly #bus: HoverBus;
  readonly #callbacks: InteractionCallbacks;
  readonly #drawn: () => Drawn;
  readonly #stopListening: () => void;
  #scene: OverlayScene = emptyScene;
  #emphasized: LineReference | null = null;
  #followed: LineReference | null = null;
  #movedBy: HoverValues['movedBy'] = null;
  #frame = 0;

  /** `drawn` returns the current drawing. */
  constructor(overlay: HTMLCanvasElement, bus: HoverBus, callbacks: InteractionCallbacks, drawn: () => Drawn) {
    this.#overlay = overlay;
    this.#bus = bus;
    this.#callbacks = callbacks;
    this.#drawn = drawn;
    this.#stopListening = bus.subscribe((position) => this.#show(position));
  }

  /** Moves the pointer; null when it has left. */
  hover(at: PlotPosition | null): void {
    cancelAnimationFrame(this.#frame);
    this.#movedBy = null;
    this.#frame = requestAnimationFrame(() => (at ? this.#pointAt(at) : this.#bus.set(null)));
  }

  /** Sets the rectangle of a zoom that is being dragged. */
  select(selection: OverlayScene['selection']): void {
    this.#scene = { ...this.#scene, selection };
    this.draw();
  }

  /** Pins the values at `clicked` or the current ones. Removes an existing pin. */
  pin(clicked: PlotPosition | null): void {
    const { model, settings } = this.#drawn();
    if (settings.pin) {
      this.#callbacks.onPin?.(null);
      return;
    }
    if (clicked) this.#pointAt(clicked);
    const at = this.#bus.position;
    if (at?.source !== this || at.axis !== model.axis) return;
    const { x, experimentKey, metricName } = at;
    const metric = model.metrics.length > 1 && metricName !== null ? { metric: metricName } : {};
    this.#callbacks.onPin?.({ x, experimentKey, ...metric });
  }

  /** Moves to another point (`across`) or another line (`along`). */
  moveFocus(across: number, along: number): void {
    const { model, layout } = this.#drawn();
    if (!layout) return;
    const before = this.#bus.position?.axis === model.axis ? this.#bus.position : null;
    const to = moveFocus(model, layout.xDomain, before, across, along);
    if (to === null) return;
    const { x, line } = to;
    this.#movedBy = before && referencedLines(model, before)[0] === line ? 'point' : 'line';
    this.#bus.set({ axis: model.axis, x, ...referenceTo(line), source: this });
  }

  leave(): void {
    this.#bus.set(null);
  }

  /** Recomputes the values after a redraw. */
  refresh(): void {
    this.#show(this.#bus.position);
  }

  /** Emphasizes the lines of an experiment, of a metric, or of both. */
  emphasize(to: LineReference | null): void {
    this.#emphasized = to;
    this.draw();
  }

  /** Draws the overlay. */
  draw(): void {
    const now = this.#drawn();
    if (!isShown(now)) return;
    const { highlighted } = this.#bus;
    const elsewhere = highlighted === null ? null : { experimentKey: highlighted, metricName: null };
    const emphasis = emphasisOf(now, this.#emphasized ?? elsewhere ?? this.#followed);
    drawOverlay(this.#overlay, now.layout.box, { ...this.#scene, emphasis }, now.theme);
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#stopListening();
    // A chart that is removed gets no `pointerleave` event.
    if (this.#bus.position?.source === this) this.#bus.set(null);
  }

  /** Shows the values at a position from any chart. A pin takes precedence. */
  #show(hovered: HoverPosition | null): void {
    const now = this.#drawn();
    if (!isShown(now)) return;
    const { model, layout, settings } = now;
    const { pin } = settings;
    const pinned = pin && { x: pin.x, experimentKey: pin.experimentKey, metricName: pin.metric ?? null };
    const position = pinned ? { axis: model.axis, source: this, ...pinned } : hovered;
    const here = position !== null && position.axis === model.axis ? position : null;
    if (!here || here.x < layout.xDomain[0] || here.x > layout.xDomain[1]) {
      this.#scene = { ...this.#scene, crosshairX: null, points: [] };
      this.#followed = null;
      this.#callbacks.onHover?.(null);
    } else {
      const entries = valuesAt(model, here.x, layout.xDomain);
      const points = entries.map(({ x, y, line }) => ({ x: pixelX(now, x), y: pixelY(now, y), color: line.color }));
      const crosshairX = pixelX(now, here.x);
      this.#scene = { ...this.#scene, crosshairX, points: points.length > hoverPointLimit ? [] : points };
      this.#followed = here;
      this.#callbacks.onHover?.({
        x: here.x,
        entries,
        nearestKey: referencedLines(model, here)[0]?.key ?? null,
        own: here.source === this,
        pinned: pin !== null,
        movedBy: this.#movedBy,
        left: layout.box.left + crosshairX,
        top: layout.box.top,
        width: containerWidth(layout),
      });
    }
    this.draw();
  }

  #pointAt({ left, top }: PlotPosition): void {
    const now = this.#drawn();
    if (!isShown(now)) return;
    const { model, layout } = now;
    const x = valueAt(model.xScale, layout.xDomain, left / layout.box.width);
    const entries = valuesAt(model, x, layout.xDomain);
    const nearest = nearestEntry(now, entries, { left, top });
    const to = { axis: model.axis, x: nearest?.x ?? entries[0]?.x ?? x };
    this.#bus.set({ ...to, ...referenceTo(nearest?.line), source: this });
  }
}

const referenceTo = (line: ChartLine | undefined): LineReference => ({
  experimentKey: line?.experimentKey ?? null,
  metricName: line?.metricName ?? null,
});

const isShown = (now: Drawn): now is Shown => now.layout !== null;

const pixelX = ({ model, layout }: Shown, x: number) => fraction(model.xScale, layout.xDomain, x) * layout.box.width;

const pixelY = ({ model, layout }: Shown, y: number) =>
  (1 - fraction(model.yScale, layout.yDomain, y)) * layout.box.height;

/** Returns the entry nearest to a position, or null when none is within reach. */
function nearestEntry(now: Shown, entries: readonly HoverValue[], { left, top }: PlotPosition): HoverValue | null {
  let nearest: HoverValue | null = null;
  let distance = reach;
  for (const entry of entries) {
    const away = Math.hypot((pixelX(now, entry.x) - left) / 3, pixelY(now, entry.y) - top);
    if (away < distance) {
      distance = away;
      nearest = entry;
    }
  }
  return nearest;
}

function emphasisOf(now: Shown, to: LineReference | null): OverlayScene['emphasis'] {
  const { model, rows } = now;
  if (to === null || model.lines.length < 2 || !rows) return [];
  return referencedLines(model, to).map(({ key, color, dash }) => {
    const pieces = rows.lines
      .filter((piece) => piece.series === key)
      .map(({ points }) => Float64Array.from(points.flatMap(({ x, y }) => [pixelX(now, x), pixelY(now, y)])));
    return { color, dash, pieces };
  });
}
