import type { Drawn } from './chart-drawing.ts';
import type { MountOptions } from './chart-view.ts';
import type { HoverBus, HoverPosition } from './hover-bus.ts';
import { type HoverValue, moveFocus, valuesAt } from './hover-value.ts';
import type { ChartLayout } from './line-view.ts';
import { drawOverlay, emptyScene, type OverlayScene } from './overlay.ts';
import { fraction, valueAt } from './scales.ts';

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
   * How the keyboard moved here: along a line or to another line. The values are then announced. Null for the
   * pointer.
   */
  readonly movedBy: 'point' | 'line' | null;
  /** Position of the crosshair, in pixels from the container's left and top. */
  readonly left: number;
  readonly top: number;
}

/** Position in the plot, in pixels from its left and top. */
interface PlotPosition {
  readonly left: number;
  readonly top: number;
}

/** Hover, selection, pin and keyboard focus of a chart, and the overlay that shows them. */
export interface ChartInteraction {
  /** Moves the pointer; null when it has left. */
  hover(at: PlotPosition | null): void;
  /** Sets the rectangle of a zoom that is being dragged. */
  select(selection: OverlayScene['selection']): void;
  /** Pins the values at `at` or the current ones. Removes an existing pin. */
  pin(at: PlotPosition | null): void;
  /** Moves to another point or another line. */
  moveFocus(across: number, along: number): void;
  leave(): void;
  /** Shows the values at a position from any chart. A pin takes precedence. */
  showPosition(pointed: HoverPosition | null): void;
  /** Recomputes the values after a redraw. */
  refresh(): void;
  /** Emphasizes one line. */
  emphasize(key: string | null): void;
  /** Draws the overlay. */
  draw(): void;
  dispose(): void;
}

/** Maximum distance between the pointer and the nearest line, in pixels. Horizontal distance counts a third. */
const reach = 40;

/** Maximum number of points at the crosshair; more would overlap. */
const hoverPointLimit = 60;

/**
 * Creates the interaction of a chart, drawn on `overlay`. Positions are shared over `bus`, where `source` identifies
 * this chart. `drawn` returns the current drawing.
 */
export function chartInteraction(
  overlay: HTMLCanvasElement,
  source: object,
  bus: HoverBus,
  callbacks: Pick<MountOptions, 'onHover' | 'onPin'>,
  drawn: () => Drawn,
): ChartInteraction {
  let scene: OverlayScene = emptyScene;
  let emphasized: string | null = null;
  let followed: string | null = null;
  let movedBy: HoverValues['movedBy'] = null;
  let frame = 0;

  const across = ({ model, layout }: Shown, x: number) => fraction(model.xScale, layout.xDomain, x) * layout.box.width;
  const up = ({ model, layout }: Shown, y: number) =>
    (1 - fraction(model.yScale, layout.yDomain, y)) * layout.box.height;

  function draw(): void {
    const now = drawn();
    if (!isShown(now)) return;
    const emphasis = emphasisOf(now, emphasized ?? bus.highlighted ?? followed);
    drawOverlay(overlay, now.layout.box, { ...scene, emphasis }, now.options.theme);
  }

  function emphasisOf(now: Shown, key: string | null): OverlayScene['emphasis'] {
    const { lines } = now.model;
    const line = key === null || lines.length < 2 ? null : lines.find((each) => each.key === key);
    if (!line || !now.rows) return null;
    const pieces = now.rows.lines
      .filter((piece) => piece.series === line.key)
      .map(({ points }) => Float64Array.from(points.flatMap(({ x, y }) => [across(now, x), up(now, y)])));
    return { color: line.color, pieces };
  }

  function showPosition(pointed: HoverPosition | null): void {
    const now = drawn();
    if (!isShown(now)) return;
    const { model, layout } = now;
    const { pin } = now.options;
    const position = pin ? { axis: model.axis, source, ...pin } : pointed;
    const here = position !== null && position.axis === model.axis ? position : null;
    if (!here || here.x < layout.xDomain[0] || here.x > layout.xDomain[1]) {
      scene = { ...scene, crosshairX: null, points: [] };
      followed = null;
      callbacks.onHover?.(null);
    } else {
      const entries = valuesAt(model, here.x, layout.xDomain);
      const points = entries.map(({ x, y, line }) => ({ x: across(now, x), y: up(now, y), color: line.color }));
      const crosshairX = across(now, here.x);
      scene = { ...scene, crosshairX, points: points.length > hoverPointLimit ? [] : points };
      followed = here.experimentKey;
      callbacks.onHover?.({
        x: here.x,
        entries,
        nearestKey: here.experimentKey,
        own: here.source === source,
        pinned: pin !== null,
        movedBy,
        left: layout.box.left + crosshairX,
        top: layout.box.top,
      });
    }
    draw();
  }

  function pointAt({ left, top }: PlotPosition): void {
    const now = drawn();
    if (!isShown(now)) return;
    const { model, layout } = now;
    const x = valueAt(model.xScale, layout.xDomain, left / layout.box.width);
    const entries = valuesAt(model, x, layout.xDomain);
    let nearest: HoverValue | null = null;
    let distance = reach;
    for (const entry of entries) {
      const away = Math.hypot((across(now, entry.x) - left) / 3, up(now, entry.y) - top);
      if (away < distance) {
        distance = away;
        nearest = entry;
      }
    }
    const experimentKey = nearest?.line.key ?? null;
    bus.set({ axis: model.axis, x: nearest?.x ?? entries[0]?.x ?? x, experimentKey, source });
  }

  return {
    hover(at) {
      cancelAnimationFrame(frame);
      movedBy = null;
      frame = requestAnimationFrame(() => (at ? pointAt(at) : bus.set(null)));
    },
    select(selection) {
      scene = { ...scene, selection };
      draw();
    },
    pin(clicked) {
      const { model, options } = drawn();
      if (options.pin) return callbacks.onPin?.(null);
      if (clicked) pointAt(clicked);
      const at = bus.position;
      if (at?.source === source && at.axis === model.axis)
        callbacks.onPin?.({ x: at.x, experimentKey: at.experimentKey });
    },
    moveFocus(by, along) {
      const { model, layout } = drawn();
      if (!layout) return;
      const to = moveFocus(model, layout.xDomain, bus.position, by, along);
      movedBy = to !== null && to.experimentKey === bus.position?.experimentKey ? 'point' : 'line';
      if (to) bus.set({ axis: model.axis, ...to, source });
    },
    leave: () => bus.set(null),
    showPosition,
    refresh: () => showPosition(bus.position),
    emphasize(key) {
      emphasized = key;
      draw();
    },
    draw,
    dispose() {
      cancelAnimationFrame(frame);
      // A chart that is removed gets no `pointerleave` event.
      if (bus.position?.source === source) bus.set(null);
    },
  };
}

type Shown = Drawn & { readonly layout: ChartLayout };

const isShown = (now: Drawn): now is Shown => now.layout !== null;
