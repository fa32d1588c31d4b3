/** Number of values that one statement binds in a list, below the variable limit of both dialects. */
const valuesPerStatement = 5000;

/** Yields a list in consecutive slices of at most `size` entries. */
export function* slicesOf<T>(list: readonly T[], size = valuesPerStatement): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
