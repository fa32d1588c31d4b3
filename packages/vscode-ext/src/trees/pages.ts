/** How many children a tree shows before "Show more". */
export const pageSize = 200;

/** The part of a list that a tree shows, and how many are left. */
export interface Page<T> {
  readonly shown: readonly T[];
  readonly left: number;
}

/** The first `pages` pages of a list. A rest that is smaller than a tenth of a page is shown too: no click for three. */
export function firstPages<T>(items: readonly T[], pages: number): Page<T> {
  const end = pages * pageSize;
  const left = items.length - end;
  if (left <= pageSize / 10) return { shown: items, left: 0 };
  return { shown: items.slice(0, end), left };
}
