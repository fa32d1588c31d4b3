import { type FocusEvent, type KeyboardEvent, useState } from 'react';

/**
 * Returns the index that an arrow, Home or End key moves to in a wrapping list, cycling at the ends; `null` for other
 * keys.
 */
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

/** Roving tab stop of a list. */
export interface Roving {
  /** Returns the `tabIndex` for every control in an entry. */
  tabIndex(id: string): 0 | -1;
  /** Properties of the list element. Its children are the entries, each with `data-entry`. */
  readonly list: {
    onFocus(event: FocusEvent<HTMLElement>): void;
    onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  };
}

const controlsOf = (entry: Element | undefined) => [
  ...(entry?.querySelectorAll<HTMLElement>('button:enabled, input:enabled') ?? []),
];

/**
 * Makes a list a single tab stop, at the entry focused last. Arrows, Home and End move between entries, and stay on
 * the same control of entries that have several.
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
