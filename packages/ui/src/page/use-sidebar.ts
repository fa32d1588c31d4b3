import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Visit } from './router.ts';

const storageKey = 'tracklens.sidebar';
/** In a page of this width the sidebar lies over the content, and goes once something was chosen in it. */
const narrow = '(max-width: 800px)';

/** Whether the sidebar is shown: beside the content as a person left it, over it only while it is asked for. */
export interface SidebarChoice {
  readonly shown: boolean;
  /** Whether it lies over the content. */
  readonly over: boolean;
  toggle(): void;
}

/** The sidebar of the page at a visit. */
export function useSidebar({ id }: Visit): SidebarChoice {
  const over = useSyncExternalStore(onWidth, () => matchMedia(narrow).matches);
  const [kept, setKept] = useState(() => localStorage.getItem(storageKey) !== 'hidden');
  const [called, setCalled] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each visit.
  useEffect(() => setCalled(false), [id, over]);
  const toggle = () => {
    if (over) return setCalled(!called);
    localStorage.setItem(storageKey, kept ? 'hidden' : 'shown');
    setKept(!kept);
  };
  return { shown: over ? called : kept, over, toggle };
}

function onWidth(listener: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
