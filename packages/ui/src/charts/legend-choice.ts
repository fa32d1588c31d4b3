import type { KeyboardEvent, MouseEvent } from 'react';

/** Maximum number of entries of a legend that does not scroll. */
export const shownInFull = 12;

/** Help text of a legend entry. */
export const legendHelp =
  /* message */ 'Click or Enter: hide or show. With Alt: show only this one. Arrow keys move to the next one.';

/** Event handlers for the button of a legend entry. `choose` receives whether to show the entry alone. */
export function legendButton(choose: (alone: boolean) => void) {
  return {
    onClick: (event: MouseEvent) => choose(event.altKey),
    onKeyDown(event: KeyboardEvent) {
      // Alt+Enter does not click a button in every browser.
      if (event.key !== 'Enter' || !event.altKey) return;
      event.preventDefault();
      choose(true);
    },
  };
}

/**
 * Returns the hidden keys after a click on a legend entry: toggled, or all others hidden. When it is already shown
 * alone, all are shown again.
 */
export function nextHidden(all: readonly string[], hidden: readonly string[], key: string, alone: boolean): string[] {
  if (!alone) return hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key];
  const others = all.filter((each) => each !== key);
  const isAlone = !hidden.includes(key) && others.every((each) => hidden.includes(each));
  return isAlone
    ? hidden.filter((each) => !all.includes(each))
    : [...hidden.filter((each) => !all.includes(each)), ...others];
}
