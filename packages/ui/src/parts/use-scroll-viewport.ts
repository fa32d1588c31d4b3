import { type RefObject, useEffect, useState } from 'react';

/** What of a scrolled element is in sight sideways, in pixels. */
export interface ScrollViewport {
  readonly left: number;
  readonly width: number;
  /** How wide it is, no more than that. */
  readonly room: number;
}

/** So far a table goes sideways before its columns are looked at again. */
const grain = 50;
const roomGrain = 10;

/** Follows what is in sight of an element sideways, in steps; `width` and `room` are 0 until they are known. */
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
    // Before the rows change: looking after that would make the page work out all styles at once.
    watched.addEventListener('scroll', look, { passive: true, capture: true });
    return () => {
      sizes.disconnect();
      watched.removeEventListener('scroll', look, { capture: true });
    };
  }, [element]);
  return sight;
}
