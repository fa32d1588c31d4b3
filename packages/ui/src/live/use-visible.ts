import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is near the visible part of a page that is itself shown. */
export function useVisible(element: RefObject<Element | null>, margin = '0px'): boolean {
  const [inSight, setInSight] = useState(false);
  const [pageShown, setPageShown] = useState(() => document.visibilityState !== 'hidden');

  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: margin,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, margin]);

  useEffect(() => {
    const listen = () => setPageShown(document.visibilityState !== 'hidden');
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);

  return inSight && pageShown;
}
