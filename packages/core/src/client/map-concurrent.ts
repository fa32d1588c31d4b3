/** Maximum number of concurrent calls for one operation on many keys. */
const concurrency = 8;

/**
 * Maps each item with limited concurrency. Returns the results in the order of the items. Starts no further item
 * after the first failure.
 */
export async function mapConcurrent<T, U>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<U>,
  limit = concurrency,
): Promise<U[]> {
  const results = new Array<U>(items.length);
  let next = 0;
  let failed = false;
  const worker = async () => {
    while (next < items.length && !failed) {
      const index = next++;
      try {
        results[index] = await work(items[index]!, index);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}

/** Splits a list into chunks of at most the given length. */
export function chunksOf<T>(items: readonly T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / length) }, (_, index) =>
    items.slice(index * length, (index + 1) * length),
  );
}
