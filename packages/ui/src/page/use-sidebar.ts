import { useState, useSyncExternalStore } from 'react';
import { useKeyedState } from '../components/use-keyed-state.ts';
import { storedText, storeText } from '../source/browser-storage.ts';
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
  const [isShown, setIsShown] = useState(() => storedText(storageKey) !== 'hidden');
  // As an overlay it closes on each visit.
  const [opened, setOpened] = useKeyedState(over ? id : null, false);
  const toggle = () => {
    if (over) return setOpened(!opened);
    storeText(storageKey, isShown ? 'hidden' : 'shown');
    setIsShown(!isShown);
  };
  return { shown: over ? opened : isShown, over, toggle };
}

function onWidth(listener: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
