import { PlotDrag } from './plot-drag.ts';
import { type PlotGestures, pointerPosition } from './plot-gestures.ts';
import { plotKeyAction } from './plot-keys.ts';

/** Wheel distance in pixels that zooms by the factor e. */
const wheelDistance = 240;

/**
 * Handles pointer and keyboard in a plot. Dragging a box zooms (flat boxes zoom x only, Shift zooms y only) and
 * Alt+drag pans. Double-click and Escape reset. Ctrl or Meta with the wheel zooms around the pointer, so that a
 * notebook still scrolls without it. Arrow, Page, Home and End keys move between points, + and - zoom, and Shift with
 * arrows pans. Backspace goes one zoom back, Shift+Backspace forward, and Enter pins.
 */
export function plotPointer(container: HTMLElement, gestures: PlotGestures): { dispose(): void } {
  const stopped = new AbortController();
  const drag = new PlotDrag(gestures);
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
    passive = true,
  ) => container.addEventListener(type, listener, { signal: stopped.signal, passive });
  const position = (event: MouseEvent) => pointerPosition(container, gestures.box(), event);
  container.tabIndex = 0;
  container.style.touchAction = 'pan-y';

  on('pointerdown', (event) => {
    const at = position(event);
    if (event.button !== 0 || !at?.inside || event.pointerType === 'touch') return;
    drag.start(at, event);
    container.setPointerCapture(event.pointerId);
  });
  on('pointermove', (event) => {
    const at = position(event);
    if (!at) return;
    const dragging = drag.move(at, event);
    if (drag.panning) return;
    gestures.hover(at.inside && !dragging ? at : null);
    container.style.cursor = at.inside ? 'crosshair' : '';
  });
  on('pointerup', (event) => drag.end(position(event)));
  on('pointercancel', () => drag.cancel());
  on('pointerleave', () => !drag.selecting && gestures.hover(null));
  on('dblclick', () => gestures.reset());
  on('blur', () => gestures.leave());
  on(
    'wheel',
    (event) => {
      const at = position(event);
      if (!at?.inside || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      const factor = Math.exp(Math.max(-1, Math.min(1, event.deltaY / wheelDistance)));
      const around = (part: number) => [part - part * factor, part + (1 - part) * factor] as const;
      const x = around(at.left / at.box.width);
      const y = around(1 - at.top / at.box.height);
      gestures.zoomTo({ x, y, settled: false }, event.shiftKey ? 'y' : 'x');
    },
    false,
  );
  on(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const cancels = event.key === 'Escape' && drag.selecting;
      const action = cancels ? () => drag.cancel() : plotKeyAction(gestures, event.key, event.shiftKey);
      if (!action && !gestures.key(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      action?.();
    },
    false,
  );
  return { dispose: () => stopped.abort() };
}
