import type { KeyboardEvent, MouseEvent } from 'react';

/**
 * Makes a plot a single tab stop: arrow keys, Home and End move through its items, Enter opens one, Escape clears the
 * focus. A click on an element with `data-index` opens its item too.
 */
export function useMarkKeys(
  count: number,
  at: number | null,
  setAt: (index: number | null) => void,
  open: (index: number, newPanel: boolean) => void,
) {
  return {
    tabIndex: 0,
    onClick(event: MouseEvent) {
      const index = (event.target as Element).closest('[data-index]')?.getAttribute('data-index');
      if (index) open(Number(index), event.ctrlKey || event.metaKey);
    },
    onBlur: () => setAt(null),
    onKeyDown(event: KeyboardEvent) {
      const from = at ?? -1;
      const to = {
        ArrowRight: from + 1,
        ArrowDown: from + 1,
        ArrowLeft: at === null ? count - 1 : from - 1,
        ArrowUp: at === null ? count - 1 : from - 1,
        Home: 0,
        End: count - 1,
      }[event.key];
      if (to !== undefined) setAt(Math.max(0, Math.min(count - 1, to)));
      else if (event.key === 'Enter' && at !== null && at < count) open(at, event.ctrlKey || event.metaKey);
      else if (event.key === 'Escape' && at !== null) setAt(null);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
