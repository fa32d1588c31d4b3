/** Number of values of a block. Positions within a block fit into a byte. */
const blockLength = 256;

/**
 * Positions of the least and the greatest value of each block, from the start of the block: two bytes for 256 values.
 */
interface ValueBlocks {
  readonly least: Uint8Array;
  readonly greatest: Uint8Array;
}

const known = new WeakMap<Float64Array, ValueBlocks>();

/**
 * Returns the blocks of values, which must not change afterwards. They are computed once, so that later drawings read
 * one value of 128.
 */
function blocksOf(values: Float64Array): ValueBlocks {
  const before = known.get(values);
  if (before) return before;
  const count = Math.ceil(values.length / blockLength);
  const blocks = { least: new Uint8Array(count), greatest: new Uint8Array(count) };
  for (let block = 0; block < count; block++) {
    const start = block * blockLength;
    const end = Math.min(start + blockLength, values.length);
    let leastAt = start;
    let greatestAt = start;
    let least = values[start]!;
    let greatest = least;
    for (let index = start + 1; index < end; index++) {
      const value = values[index]!;
      if (value < least) {
        least = value;
        leastAt = index;
      } else if (value > greatest) {
        greatest = value;
        greatestAt = index;
      }
    }
    blocks.least[block] = leastAt - start;
    blocks.greatest[block] = greatestAt - start;
  }
  known.set(values, blocks);
  return blocks;
}

/** Indices of the first least and the first greatest value of a range. */
export interface Extremes {
  least: number;
  greatest: number;
}

/** Finds the first least and the first greatest of the finite values in [start, end), which is not empty. */
export function extremes(values: Float64Array, start = 0, end = values.length): Extremes {
  const found = { least: start, greatest: start };
  const firstBlock = Math.ceil(start / blockLength);
  const lastBlock = Math.floor(end / blockLength);
  if (lastBlock - firstBlock < 1) {
    extend(found, values, start, end);
    return found;
  }
  const { least, greatest } = blocksOf(values);
  extend(found, values, start, firstBlock * blockLength);
  for (let block = firstBlock; block < lastBlock; block++) {
    const low = block * blockLength + least[block]!;
    const high = block * blockLength + greatest[block]!;
    if (values[low]! < values[found.least]!) found.least = low;
    if (values[high]! > values[found.greatest]!) found.greatest = high;
  }
  extend(found, values, lastBlock * blockLength, end);
  return found;
}

function extend(found: Extremes, values: Float64Array, start: number, end: number): void {
  let least = values[found.least]!;
  let greatest = values[found.greatest]!;
  for (let index = start; index < end; index++) {
    const value = values[index]!;
    if (value < least) {
      least = value;
      found.least = index;
    } else if (value > greatest) {
      greatest = value;
      found.greatest = index;
    }
  }
}

/** Returns the number of values in [start, end) that are outside a range. Blocks within the range are not read. */
export function countOutside(
  values: Float64Array,
  start: number,
  end: number,
  least: number,
  greatest: number,
): number {
  let count = 0;
  for (let from = start; from < end; ) {
    const to = Math.min(end, (Math.floor(from / blockLength) + 1) * blockLength);
    const found = extremes(values, from, to);
    if (values[found.least]! < least || values[found.greatest]! > greatest) {
      for (let index = from; index < to; index++) if (values[index]! < least || values[index]! > greatest) count++;
    }
    from = to;
  }
  return count;
}
