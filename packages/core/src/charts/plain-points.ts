/** Points of a series without gaps. The arrays are shared and must not be changed. */
interface PlainPoints {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly breaks: Uint8Array;
  readonly source: Uint32Array;
}

/**
 * Reads values that are all finite numbers, over a list of ascending numbers: what most metrics are. One pass and
 * eight bytes a point, because series share what is equal: x, `source` and `breaks`. Returns null for any others.
 */
export function plainPoints(values: readonly unknown[], list: readonly (number | null)[]): PlainPoints | null {
  const { length } = values;
  const x = list.length === length ? ascendingNumbers(list) : null;
  if (x === null) return null;
  const y = new Float64Array(length);
  for (let index = 0; index < length; index++) {
    const value = values[index];
    // NaN and Infinity, minus themselves, are not 0.
    if (typeof value !== 'number' || value - value !== 0) return null;
    y[index] = value;
  }
  return { x, y, breaks: unbroken(length), source: everyIndex(length) };
}

const read = new WeakMap<readonly (number | null)[], Float64Array>();

/** Numbers of the last list that was read. The metrics of experiments of one sweep usually have equal steps. */
let latest = new WeakRef(new Float64Array());

/** Returns the numbers of a list if they are finite and each is greater than the one before it, or null. */
function ascendingNumbers(list: readonly (number | null)[]): Float64Array | null {
  const before = read.get(list);
  if (before) return before;
  const equal = latest.deref();
  const numbers = equal && equals(equal, list) ? equal : Float64Array.from(list, (value) => value ?? Number.NaN);
  if (numbers !== equal) {
    for (let index = 0; index < numbers.length; index++) {
      const isAbove = index === 0 || numbers[index]! > numbers[index - 1]!;
      if (!isAbove || !Number.isFinite(numbers[index]!)) return null;
    }
    latest = new WeakRef(numbers);
  }
  read.set(list, numbers);
  return numbers;
}

function equals(numbers: Float64Array, list: readonly (number | null)[]): boolean {
  if (numbers.length !== list.length) return false;
  for (let index = 0; index < numbers.length; index++) if (numbers[index] !== list[index]) return false;
  return true;
}

/** Shared by all series, and replaced by longer ones: 1 and then zeros, and the numbers from 0. */
let breaks = new Uint8Array();
let indices = new Uint32Array();

/** Returns whether a line has no break after its first point. */
export function isUnbroken(own: Uint8Array): boolean {
  return own.buffer === breaks.buffer || own.indexOf(1, 1) === -1;
}

function unbroken(length: number): Uint8Array {
  if (breaks.length < length) {
    breaks = new Uint8Array(length);
    breaks[0] = 1;
  }
  return breaks.subarray(0, length);
}

function everyIndex(length: number): Uint32Array {
  if (indices.length < length) indices = Uint32Array.from({ length }, (_, index) => index);
  return indices.subarray(0, length);
}
