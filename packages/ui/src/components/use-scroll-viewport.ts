import { type RefObject, useEffect, useState } from 'react';

/** Horizontal viewport of a scrolled element in pixels. */
export interface ScrollViewport {
  readonly left: number;
  /** Width rounded up and one step wider, so that the rendered columns cover it. */
  readonly width: number;
  /** Width rounded down, so that it never exceeds the actual width. */
  readonly innerWidth: number;
  /** Font size in pixels, as it was when the element got its size. */
  readonly fontSize: number;
}

/** Scroll distance after which the rendered columns are updated, and the steps of `innerWidth`, in pixels. */
const scrollStep = 50;
const widthStep = 10;

/** Tracks the horizontal viewport of an element in steps; its sizes are 0 until they are measured. */
export function useScrollViewport(element: RefObject<HTMLElement | null>): ScrollViewport {
  const [viewport, setViewport] = useState<ScrollViewport>({ left: 0, width: 0, innerWidth: 0, fontSize: 0 });
  useEffect(() => {
    const scroller = element.current;
    if (scroller === null) return;
    const measure = () => {
      const left = Math.floor(scroller.scrollLeft / scrollStep) * scrollStep;
      const width = Math.ceil(scroller.clientWidth / scrollStep) * scrollStep + scrollStep;
      const innerWidth = Math.floor(scroller.clientWidth / widthStep) * widthStep;
      setViewport((before) =>
        before.left === left && before.width === width && before.innerWidth === innerWidth
          ? before
          : { ...before, left, width, innerWidth },
      );
    };
    const sizes = new ResizeObserver(() => {
      measure();
      const fontSize = Number.parseFloat(getComputedStyle(scroller).fontSize);
      setViewport((before) => (before.fontSize === fontSize ? before : { ...before, fontSize }));
    });
    sizes.observe(scroller);
    // Captured before the rows change: measuring after that would force a synchronous style recalculation.
    scroller.addEventListener('scroll', measure, { passive: true, capture: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', measure, { capture: true });
    };
  }, [element]);
  return viewport;
}
