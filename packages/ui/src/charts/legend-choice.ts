import type { KeyboardEvent, MouseEvent } from 'react';

/** A legend with more entries than this is scrolled. */
export const shownInFull = 12;

/** What a legend's entry says of itself. */
export const legendHelp = 'Click or Enter: hide or show. With Alt: show alone. Arrow keys lead to the next one.';

/** What the button of a legend's entry listens to: `choose` is told whether the entry is to be shown alone. */
export function legendButton(choose: (alone: boolean) => void) {
  return {
    onClick: (event: MouseEvent) => choose(event.altKey),
    onKeyDown(event: KeyboardEvent) {
      // Not every browser makes a click of it.
      if (event.key !== 'Enter' || !event.altKey) return;
      event.preventDefault();
      choose(true);
    },
  };
}

/** What is hidden after a click on a legend's entry: toggled, or alone; alone a second time brings all back. */
export function nextHidden(all: readonly string[], hidden: readonly string[], key: string, alone: boolean): string[] {
  if (!alone) return hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key];
  const others = all.filter((each) => each !== key);
  const isAlone = !hidden.includes(key) && others.every((each) => hidden.includes(each));
  return isAlone
    ? hidden.filter((each) => !all.includes(each))
    : [...hidden.filter((each) => !all.includes(each)), ...others];
}
