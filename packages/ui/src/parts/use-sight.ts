import { type RefObject, useEffect, useState } from 'react';

/** What of a scrolled element is in sight sideways, in pixels. */
export interface Sight {
  readonly left: number;
  readonly width: number;
}

/** So far a table goes sideways before its columns are looked at again. */
const grain = 50;

/** Follows what is in sight of an element sideways, in steps; `width` is 0 until it is known. */
export function useSight(element: RefObject<HTMLElement | null>): Sight {
  const [sight, setSight] = useState<Sight>({ left: 0, width: 0 });
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const look = () => {
      const left = Math.floor(watched.scrollLeft / grain) * grain;
      const width = Math.ceil(watched.clientWidth / grain) * grain + grain;
      setSight((before) => (before.left === left && before.width === width ? before : { left, width }));
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
