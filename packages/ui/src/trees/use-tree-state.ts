import { useRef } from 'react';
import { useEvent } from '../components/use-event.ts';
import type { TreeState } from './tree-state.ts';

/** Collects the state of a tree and notifies `onState` of each change. */
export function useTreeState(initial: TreeState, onState: (state: TreeState) => void) {
  const latest = useRef(initial);
  const change = useEvent((part: Partial<TreeState>) => {
    latest.current = { ...latest.current, ...part };
    onState(latest.current);
  });
  return {
    expand: (expanded: readonly string[]) => change({ expanded: [...expanded] }),
    /** Rows that are selected and not loaded yet stay selected until the user selects others. */
    select: (selected: readonly string[]) => selected.length > 0 && change({ selected: [...selected] }),
    scroll: (top: string | null) => change({ top }),
  };
}
