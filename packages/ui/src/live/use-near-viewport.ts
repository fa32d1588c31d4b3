import { type RefObject, useEffect, useState } from 'react';

/**
 * Returns whether an element is in the viewport or within a margin of it. In a view that scrolls by itself, the
 * margin applies only in browsers that support `scrollMargin`; in others only visible elements count as near there.
 * `initially` is the assumption until the browser has measured it.
 */
export function useNearViewport(element: RefObject<Element | null>, margin: string, initially = false): boolean {
  const [near, setNear] = useState(initially);
  useEffect(() => {
    if (!element.current) return;
    const options = { rootMargin: margin, scrollMargin: margin };
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)?.isIntersecting ?? false),
      options satisfies IntersectionObserverInit,
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, margin]);
  return near;
}
