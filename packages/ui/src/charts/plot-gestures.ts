import type { PlotBox } from '@tracklens/core/charts';

/** Axes that a gesture zooms. */
export type ZoomAxes = 'x' | 'y' | 'xy';

/** Parts of the visible axes, where 0 is the lesser end and 1 the greater. */
interface VisibleParts {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  /** False while more changes follow. */
  readonly settled: boolean;
}

/** Handlers of the gestures in a plot. */
export interface PlotGestures {
  box(): PlotBox | null;
  /** Pointer position in pixels from the plot's corner; null when it has left. */
  hover(at: { readonly left: number; readonly top: number } | null): void;
  /** Box of the current drag in pixels from the plot's corner; null when the drag has ended. */
  select(box: PlotBox | null): void;
  /** Zooms to parts of the visible axes. */
  zoomTo(parts: VisibleParts, axes: ZoomAxes): void;
  /** Removes the pin, or resets the zoom where nothing is pinned. */
  reset(): void;
  /** Pins at a click without a drag, or by Enter (null). */
  pin(at: { readonly left: number; readonly top: number } | null): void;
  /** Moves along a line's points, or between lines. Infinity moves to the end. */
  moveFocus(across: number, along: number): void;
  /** Moves one zoom back or forward. */
  step(by: -1 | 1): void;
  /** Handles other keys. Returns whether the key was handled. */
  key(key: string): boolean;
  leave(): void;
}

/** Position of the pointer in a plot, limited to the plot. */
export interface PointerPosition {
  readonly box: PlotBox;
  readonly inside: boolean;
  readonly left: number;
  readonly top: number;
}

/** Returns where a pointer is in a plot, or null before the plot has been drawn. */
export function pointerPosition(
  container: HTMLElement,
  box: PlotBox | null,
  event: MouseEvent,
): PointerPosition | null {
  if (!box) return null;
  const outer = container.getBoundingClientRect();
  const left = event.clientX - outer.left - box.left;
  const top = event.clientY - outer.top - box.top;
  return {
    box,
    inside: left >= 0 && left <= box.width && top >= 0 && top <= box.height,
    left: Math.min(box.width, Math.max(0, left)),
    top: Math.min(box.height, Math.max(0, top)),
  };
}
