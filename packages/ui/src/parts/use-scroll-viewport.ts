import { type RefObject, useEffect, useState } from 'react';

/** Horizontal viewport of a scrolled element in pixels. */
export interface ScrollViewport {
  readonly left: number;
  readonly width: number;
  /** Width rounded down, so that it never exceeds the actual width. */
  readonly room: number;
}

/** Scroll distance after which the rendered columns are updated. */
const grain = 50;
const roomGrain = 10;

/** Tracks the horizontal viewport of an element in steps; `width` and `room` are 0 until they are measured. */
export function useScrollViewport(element: RefObject<HTMLElement | null>): ScrollViewport {
  const [sight, setSight] = useState<ScrollViewport>({ left: 0, width: 0, room: 0 });
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const look = () => {
      const left = Math.floor(watched.scrollLeft / grain) * grain;
      const width = Math.ceil(watched.clientWidth / grain) * grain + grain;
      const room = Math.floor(watched.clientWidth / roomGrain) * roomGrain;
      setSight((before) =>
        before.left === left && before.width === width && before.room === room ? before : { left, width, room },
      );
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(watched);
    // Captured before the rows change: measuring after that would force a synchronous style recalculation.
    watched.addEventListener('scroll', look, { passive: true, capture: true });
    return () => {
      sizes.disconnect();
      watched.removeEventListener('scroll', look, { capture: true });
    };
  }, [element]);
  return sight;
}
