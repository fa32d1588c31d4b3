import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Measures the width of an element in whole CSS pixels, at least `least`. An SVG drawn at that width has unscaled
 * text.
 */
export function useWidth<E extends Element>(otherwise: number, least = 240): readonly [RefObject<E>, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(otherwise);
  useLayoutEffect(() => {
    if (!element.current) return;
    const measure = () => {
      const now = Math.round(element.current?.getBoundingClientRect().width ?? 0);
      if (now > 0) setWidth(Math.max(least, now));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [least]);
  return [element, width];
}
