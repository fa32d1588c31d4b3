import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether an element is in the visible part of the page or within a margin of it. The margin counts in a view that scrolls by itself
 * too, where the browser knows `scrollMargin`; elsewhere only what is seen is near in there.
 */
export function useNearViewport(element: RefObject<Element | null>, margin: string): boolean {
  const [near, setNear] = useState(false);
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
