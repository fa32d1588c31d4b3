import type { PlotBox } from './overlay.ts';

/** What a person does in a plot, in parts of it. */
export interface PlotGestures {
  box(): PlotBox | null;
  /** The pointer within the plot, in pixels from its corner; null when it left. */
  hover(at: { readonly left: number; readonly top: number } | null): void;
  /** The box dragged so far, in pixels from the plot's corner; null when it is done. */
  select(box: PlotBox | null): void;
  /** Parts of the visible axes to show, 0 at the lesser end; `resting` when no more follows at once. */
  zoomTo(
    part: { readonly x: readonly [number, number]; readonly y: readonly [number, number]; readonly resting: boolean },
    axes: 'x' | 'y' | 'xy',
  ): void;
  reset(): void;
  /** Arrow keys: along a line's points, or from line to line. */
  walk(across: number, along: number): void;
  leave(): void;
}

/** Less than this is a click, not a box. */
const leastDrag = 5;

/**
 * Listens to a plot: drag a box to zoom (flat boxes take x only, shift takes y only), double-click or Escape to go back,
 * wheel with ctrl or meta to zoom about the pointer so that a notebook still scrolls, arrow keys to walk the points.
 */
export function plotPointer(container: HTMLElement, gestures: PlotGestures): { dispose(): void } {
  const stopped = new AbortController();
  const listening = { signal: stopped.signal };
  let drag: { readonly left: number; readonly top: number; readonly yOnly: boolean } | null = null;
  container.tabIndex = 0;
  container.style.touchAction = 'pan-y';

  function place(event: MouseEvent) {
    const box = gestures.box();
    if (!box) return null;
    const outer = container.getBoundingClientRect();
    const left = event.clientX - outer.left - box.left;
    const top = event.clientY - outer.top - box.top;
    const inside = left >= 0 && left <= box.width && top >= 0 && top <= box.height;
    const clamped = { left: Math.min(box.width, Math.max(0, left)), top: Math.min(box.height, Math.max(0, top)) };
    return { box, inside, ...clamped };
  }

  function dragged(at: NonNullable<ReturnType<typeof place>>): { box: PlotBox; axes: 'x' | 'y' | 'xy' } | null {
    if (!drag) return null;
    const width = Math.abs(at.left - drag.left);
    const height = Math.abs(at.top - drag.top);
    if (Math.max(width, height) < leastDrag) return null;
    const axes = drag.yOnly ? 'y' : height < 12 ? 'x' : width < leastDrag ? 'y' : 'xy';
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
      const at = place(event);
      if (event.button !== 0 || !at?.inside || event.pointerType === 'touch') return;
      drag = { left: at.left, top: at.top, yOnly: event.shiftKey };
      container.setPointerCapture(event.pointerId);
    },
    listening,
  );
  container.addEventListener(
    'pointermove',
    (event) => {
      const at = place(event);
      if (!at) return;
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
      const at = place(event);
      const selected = at && dragged(at);
      drag = null;
      gestures.select(null);
      if (!at || !selected) return;
      const { box, axes } = selected;
      const x = [box.left / at.box.width, (box.left + box.width) / at.box.width] as const;
      const y = [1 - (box.top + box.height) / at.box.height, 1 - box.top / at.box.height] as const;
      gestures.zoomTo({ x, y, resting: true }, axes);
      if (at.inside) gestures.hover(at);
    },
    listening,
  );
  container.addEventListener(
    'pointercancel',
    () => {
      drag = null;
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
      const at = place(event);
      if (!at?.inside || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      const factor = Math.exp(Math.max(-1, Math.min(1, event.deltaY / 240)));
      const about = (part: number) => [part - part * factor, part + (1 - part) * factor] as const;
      const x = about(at.left / at.box.width);
      const y = about(1 - at.top / at.box.height);
      gestures.zoomTo({ x, y, resting: false }, event.shiftKey ? 'y' : 'x');
    },
    { ...listening, passive: false },
  );
  container.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const steps: Record<string, () => void> = {
        Escape: () => {
          if (drag) {
            drag = null;
            gestures.select(null);
          } else {
            gestures.reset();
          }
        },
        ArrowLeft: () => gestures.walk(-1, 0),
        ArrowRight: () => gestures.walk(1, 0),
        ArrowUp: () => gestures.walk(0, -1),
        ArrowDown: () => gestures.walk(0, 1),
      };
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      step();
    },
    listening,
  );
  return { dispose: () => stopped.abort() };
}
