/** Part of the test files that one of several machines runs. */
export interface Shard {
  /** From 1 to `total`. */
  readonly index: number;
  readonly total: number;
}

/** Parses a shard such as `1/3`. Throws an error for anything else. */
export function parseShard(text: string): Shard {
  const [, index, total] = (/^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? []).map(Number);
  if (index === undefined || total === undefined || index > total) {
    throw new Error(`--shard=${text}: pass the number of this shard and that of all, such as --shard=1/3`);
  }
  return { index, total };
}

/**
 * Returns the test files of a shard. Every shard of a total computes the same partition: each file, the most expensive
 * first, goes to the shard whose files cost least so far.
 */
export function shardOf(files: readonly string[], { index, total }: Shard, costOf: (file: string) => number): string[] {
  const shards = Array.from({ length: total }, () => ({ files: [] as string[], cost: 0 }));
  const byName = files.toSorted((a, b) => (a < b ? -1 : 1));
  for (const file of byName.sort((a, b) => costOf(b) - costOf(a))) {
    const least = shards.reduce((best, shard) => (shard.cost < best.cost ? shard : best));
    least.files.push(file);
    least.cost += costOf(file);
  }
  return shards[index - 1]!.files;
}
