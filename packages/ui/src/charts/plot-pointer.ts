import type { PlotBox } from './overlay.ts';

/** Handlers of the gestures in a plot. */
export interface PlotGestures {
  box(): PlotBox | null;
  /** Pointer position in pixels from the plot's corner; null when it has left. */
  hover(at: { readonly left: number; readonly top: number } | null): void;
  /** Box of the current drag in pixels from the plot's corner; null when the drag has ended. */
  select(box: PlotBox | null): void;
  /**
   * Zooms to parts of the visible axes, where 0 is the lesser end and 1 the greater. `settled` is false while more
   * calls follow.
   */
  zoomTo(
    part: { readonly x: readonly [number, number]; readonly y: readonly [number, number]; readonly settled: boolean },
    axes: 'x' | 'y' | 'xy',
  ): void;
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

/** Minimum drag distance in pixels; less is a click. */
const minDrag = 5;

/** Number of points that the Page keys move. */
const pageOfPoints = 10;

const all = [0, 1] as const;

/**
 * Handles pointer and keyboard in a plot. Dragging a box zooms (flat boxes zoom x only, Shift zooms y only) and
 * Alt+drag pans. Double-click and Escape reset. Ctrl or Meta with the wheel zooms around the pointer, so that a
 * notebook still scrolls without it. Arrow, Page, Home and End keys move between points, + and - zoom, and Shift with
 * arrows pans. Backspace goes one zoom back, Shift+Backspace forward, and Enter pins.
 */
export function plotPointer(container: HTMLElement, gestures: PlotGestures): { dispose(): void } {
  const stopped = new AbortController();
  const listening = { signal: stopped.signal };
  let drag: { readonly left: number; readonly top: number; readonly yOnly: boolean } | null = null;
  let pan: { left: number; top: number; moved: boolean } | null = null;
  container.tabIndex = 0;
  container.style.touchAction = 'pan-y';

  function positionOf(event: MouseEvent) {
    const box = gestures.box();
    if (!box) return null;
    const outer = container.getBoundingClientRect();
    const left = event.clientX - outer.left - box.left;
    const top = event.clientY - outer.top - box.top;
    const inside = left >= 0 && left <= box.width && top >= 0 && top <= box.height;
    const clamped = { left: Math.min(box.width, Math.max(0, left)), top: Math.min(box.height, Math.max(0, top)) };
    return { box, inside, ...clamped };
  }

  function dragged(at: NonNullable<ReturnType<typeof positionOf>>): { box: PlotBox; axes: 'x' | 'y' | 'xy' } | null {
    if (!drag) return null;
    const width = Math.abs(at.left - drag.left);
    const height = Math.abs(at.top - drag.top);
    if (Math.max(width, height) < minDrag) return null;
    const axes = drag.yOnly ? 'y' : height < 12 ? 'x' : width < minDrag ? 'y' : 'xy';
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

  container.addEventListener(
    'pointerdown',
    (event) => {
      const at = positionOf(event);
      if (event.button !== 0 || !at?.inside || event.pointerType === 'touch') return;
      if (event.altKey) pan = { left: event.clientX, top: event.clientY, moved: false };
      else drag = { left: at.left, top: at.top, yOnly: event.shiftKey };
      container.setPointerCapture(event.pointerId);
    },
    listening,
  );
  container.addEventListener(
    'pointermove',
    (event) => {
      const at = positionOf(event);
      if (!at) return;
      if (pan) {
        const across = (pan.left - event.clientX) / at.box.width;
        const down = (event.clientY - pan.top) / at.box.height;
        if (across === 0 && down === 0) return;
        const axes = event.shiftKey ? 'y' : 'x';
        pan = { left: event.clientX, top: event.clientY, moved: true };
        gestures.zoomTo({ x: [across, 1 + across], y: [down, 1 + down], settled: false }, axes);
        return;
      }
      const selected = dragged(at);
      if (drag) gestures.select(selected?.box ?? null);
      gestures.hover(at.inside && !selected ? at : null);
      container.style.cursor = at.inside ? 'crosshair' : '';
    },
    listening,
  );
  container.addEventListener(
    'pointerup',
    (event) => {
      const at = positionOf(event);
      if (pan) {
        if (pan.moved) gestures.zoomTo({ x: all, y: all, settled: true }, 'x');
        pan = null;
        return;
      }
      const selected = at && dragged(at);
      const clicked = drag !== null && at?.inside === true && !selected;
      drag = null;
      gestures.select(null);
      if (clicked) gestures.pin(at);
      if (!at || !selected) return;
      const { box, axes } = selected;
      const x = [box.left / at.box.width, (box.left + box.width) / at.box.width] as const;
      const y = [1 - (box.top + box.height) / at.box.height, 1 - box.top / at.box.height] as const;
      gestures.zoomTo({ x, y, settled: true }, axes);
      if (at.inside) gestures.hover(at);
    },
    listening,
  );
  container.addEventListener(
    'pointercancel',
    () => {
      drag = null;
      pan = null;
      gestures.select(null);
    },
    listening,
  );
  container.addEventListener('pointerleave', () => !drag && gestures.hover(null), listening);
  container.addEventListener('dblclick', () => gestures.reset(), listening);
  container.addEventListener('blur', () => gestures.leave(), listening);
  container.addEventListener(
    'wheel',
    (event) => {
      const at = positionOf(event);
      if (!at?.inside || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      const factor = Math.exp(Math.max(-1, Math.min(1, event.deltaY / 240)));
      const about = (part: number) => [part - part * factor, part + (1 - part) * factor] as const;
      const x = about(at.left / at.box.width);
      const y = about(1 - at.top / at.box.height);
      gestures.zoomTo({ x, y, settled: false }, event.shiftKey ? 'y' : 'x');
    },
    { ...listening, passive: false },
  );
  container.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const zoomBy = (factor: number) => {
        const part = [0.5 - factor / 2, 0.5 + factor / 2] as const;
        gestures.zoomTo({ x: part, y: part, settled: true }, 'x');
      };
      const move = (across: number, down: number) =>
        gestures.zoomTo({ x: [across, 1 + across], y: [down, 1 + down], settled: true }, down === 0 ? 'x' : 'y');
      const arrow = (across: number, along: number) =>
        event.shiftKey ? move(across * 0.1, -along * 0.1) : gestures.moveFocus(across, along);
      const steps: Record<string, () => void> = {
        Escape: () => {
          if (drag) {
            drag = null;
            gestures.select(null);
          } else {
            gestures.reset();
          }
        },
        ArrowLeft: () => arrow(-1, 0),
        ArrowRight: () => arrow(1, 0),
        ArrowUp: () => arrow(0, -1),
        ArrowDown: () => arrow(0, 1),
        PageUp: () => gestures.moveFocus(-pageOfPoints, 0),
        PageDown: () => gestures.moveFocus(pageOfPoints, 0),
        Home: () => gestures.moveFocus(Number.NEGATIVE_INFINITY, 0),
        End: () => gestures.moveFocus(Number.POSITIVE_INFINITY, 0),
        Enter: () => gestures.pin(null),
        Backspace: () => gestures.step(event.shiftKey ? 1 : -1),
        '+': () => zoomBy(0.5),
        '=': () => zoomBy(0.5),
        '-': () => zoomBy(2),
        '0': () => gestures.reset(),
      };
      const step = steps[event.key];
      if (!step && !gestures.key(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      step?.();
    },
    listening,
  );
  return { dispose: () => stopped.abort() };
}
