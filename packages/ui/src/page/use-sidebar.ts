import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Visit } from './router.ts';

const storageKey = 'tracklens.sidebar';
/** On pages of this width the sidebar overlays the content, and closes after a choice. */
const narrow = '(max-width: 800px)';

/**
 * Visibility of the sidebar. Next to the content its last state is restored; as an overlay it is shown only on
 * request.
 */
export interface SidebarChoice {
  readonly shown: boolean;
  /** Whether it overlays the content. */
  readonly over: boolean;
  toggle(): void;
}

/** Manages the visibility of the sidebar. */
export function useSidebar({ id }: Visit): SidebarChoice {
  const over = useSyncExternalStore(onWidth, () => matchMedia(narrow).matches);
  const [kept, setKept] = useState(() => localStorage.getItem(storageKey) !== 'hidden');
  const [called, setCalled] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each visit.
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
