import { type RefObject, useEffect, useState } from 'react';
import { useNearViewport } from './use-near-viewport.ts';

/** Returns whether an element is near the viewport of a visible page. */
export function useVisible(element: RefObject<Element | null>, margin = '0px'): boolean {
  const inSight = useNearViewport(element, margin);
  const [pageShown, setPageShown] = useState(() => document.visibilityState !== 'hidden');

  useEffect(() => {
    const listen = () => setPageShown(document.visibilityState !== 'hidden');
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);

  return inSight && pageShown;
}

/** Returns whether an element has been near the viewport of a visible page: what is loaded for it stays loaded. */
export function useOnceVisible(element: RefObject<Element | null>, margin = '0px'): boolean {
  const visible = useVisible(element, margin);
  const [wasVisible, setWasVisible] = useState(visible);
  if (visible && !wasVisible) setWasVisible(true);
  return visible || wasVisible;
}
