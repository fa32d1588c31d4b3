import { type FocusEvent, type KeyboardEvent, useState } from 'react';

/** Where an arrow, Home or End key leads in a list that wraps its lines, going round at the ends; null for other keys. */
export function movedInList(index: number, count: number, key: string): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (index + 1) % count;
    case 'ArrowLeft':
    case 'ArrowUp':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** One place of the Tab key in a list of many entries. */
export interface Roving {
  /** The `tabIndex` of every control in the entry of an id. */
  tabIndex(id: string): 0 | -1;
  /** For the list: its children are the entries, each with `data-entry`. */
  readonly list: {
    onFocus(event: FocusEvent<HTMLElement>): void;
    onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  };
}

const controlsOf = (entry: Element | undefined) => [
  ...(entry?.querySelectorAll<HTMLElement>('button:enabled, input:enabled') ?? []),
];

/**
 * Lets the Tab key stop once in a list, at the entry where a person was last: arrows, Home and End lead from entry to entry, and
 * stay with the same control of an entry that has several.
 */
export function useRoving(ids: readonly string[]): Roving {
  const [last, setLast] = useState<string | null>(null);
  const stop = last !== null && ids.includes(last) ? last : ids[0];
  return {
    tabIndex: (id) => (id === stop ? 0 : -1),
    list: {
      onFocus({ target }) {
        const id = target.closest<HTMLElement>('[data-entry]')?.dataset.entry;
        if (id !== undefined) setLast(id);
      },
      onKeyDown(event) {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        const entries = [...event.currentTarget.children];
        const at = entries.findIndex((entry) => entry.contains(event.target as Node));
        const to = at < 0 ? null : movedInList(at, entries.length, event.key);
        if (to === null) return;
        const which = controlsOf(entries[at]).indexOf(event.target as HTMLElement);
        event.preventDefault();
        event.stopPropagation();
        controlsOf(entries[to])[Math.max(0, which)]?.focus();
      },
    },
  };
}
