import type { Read } from './use-read.ts';

/** Returns the number of records of which a view shows some: a saved copy may contain only a part of them. */
export function wholeCount(
  { origin }: Pick<Read<unknown>, 'origin'>,
  shown: number,
  saved: number | undefined,
): number {
  return origin === 'saved' ? Math.max(shown, saved ?? 0) : shown;
}
