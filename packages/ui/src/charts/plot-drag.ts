import type { PlotBox } from '@tracklens/core/charts';
import type { PlotGestures, PointerPosition, ZoomAxes } from './plot-gestures.ts';

/** Minimum drag distance in pixels; less is a click. */
const minDrag = 5;

/** Maximum height in pixels of a drag that zooms x only. */
const flatHeight = 12;

const all = [0, 1] as const;

type Drag =
  | { readonly kind: 'box'; readonly left: number; readonly top: number; readonly yOnly: boolean }
  | { readonly kind: 'pan'; readonly clientX: number; readonly clientY: number; readonly moved: boolean };

/** Drag in a plot: of a box that is zoomed into, or with Alt of the visible part. */
export class PlotDrag {
  readonly #gestures: PlotGestures;
  #drag: Drag | null = null;

  constructor(gestures: PlotGestures) {
    this.#gestures = gestures;
  }

  /** Whether a box is being dragged. */
  get selecting(): boolean {
    return this.#drag?.kind === 'box';
  }

  /** Whether the visible part is being moved. */
  get panning(): boolean {
    return this.#drag?.kind === 'pan';
  }

  start(at: PointerPosition, { altKey, shiftKey, clientX, clientY }: PointerEvent): void {
    this.#drag = altKey
      ? { kind: 'pan', clientX, clientY, moved: false }
      : { kind: 'box', left: at.left, top: at.top, yOnly: shiftKey };
  }

  /** Moves the box or the visible part. Returns whether the pointer is more than a click away from the start. */
  move(at: PointerPosition, event: PointerEvent): boolean {
    if (this.#drag?.kind === 'pan') {
      this.#pan(at, event, this.#drag);
      return true;
    }
    if (this.#drag === null) return false;
    const selected = selection(this.#drag, at);
    this.#gestures.select(selected?.box ?? null);
    return selected !== null;
  }

  /** Ends the drag: zooms into its box, or pins where it was only a click. */
  end(at: PointerPosition | null): void {
    const drag = this.#drag;
    this.#drag = null;
    if (drag?.kind === 'pan') {
      if (drag.moved) this.#gestures.zoomTo({ x: all, y: all, settled: true }, 'x');
      return;
    }
    this.#gestures.select(null);
    if (drag === null || at === null) return;
    const selected = selection(drag, at);
    if (selected === null) {
      if (at.inside) this.#gestures.pin(at);
      return;
    }
    const { box, axes } = selected;
    const x = [box.left / at.box.width, (box.left + box.width) / at.box.width] as const;
    const y = [1 - (box.top + box.height) / at.box.height, 1 - box.top / at.box.height] as const;
    this.#gestures.zoomTo({ x, y, settled: true }, axes);
    if (at.inside) this.#gestures.hover(at);
  }

  cancel(): void {
    this.#drag = null;
    this.#gestures.select(null);
  }

  #pan({ box }: PointerPosition, { clientX, clientY, shiftKey }: PointerEvent, from: Drag & { kind: 'pan' }): void {
    const across = (from.clientX - clientX) / box.width;
    const down = (clientY - from.clientY) / box.height;
    if (across === 0 && down === 0) return;
    this.#drag = { kind: 'pan', clientX, clientY, moved: true };
    this.#gestures.zoomTo({ x: [across, 1 + across], y: [down, 1 + down], settled: false }, shiftKey ? 'y' : 'x');
  }
}

/** Returns the box of a drag and the axes that it zooms, or null for a click. Flat boxes zoom x only. */
function selection(drag: Drag & { kind: 'box' }, at: PointerPosition): { box: PlotBox; axes: ZoomAxes } | null {
  const width = Math.abs(at.left - drag.left);
  const height = Math.abs(at.top - drag.top);
  if (Math.max(width, height) < minDrag) return null;
  const axes = drag.yOnly ? 'y' : height < flatHeight ? 'x' : width < minDrag ? 'y' : 'xy';
  return {
    axes,
    box: {
      left: axes === 'y' ? 0 : Math.min(at.left, drag.left),
      width: axes === 'y' ? at.box.width : width,
      top: axes === 'x' ? 0 : Math.min(at.top, drag.top),
      height: axes === 'x' ? at.box.height : height,
    },
  };
}
