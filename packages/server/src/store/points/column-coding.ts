import type { ByteReader, ByteWriter } from './byte-sequence.ts';
import { maxInteger, type PreparedIntegers, prepareIntegers, readIntegers, writeIntegers } from './integer-coding.ts';

/*
 * Lossless encoding of a column of doubles as integers. Logged values are rarely arbitrary doubles:
 *
 * - `scaled`: multiples of a power of ten or two. Counts, steps, times, rounded values, shares, and the durations that
 *   a clock of that resolution measures.
 * - `single`: numbers of single precision or less, as their bit patterns in numeric order. Trailing bits that are zero
 *   in all of them, as in values of 16 bits, are dropped.
 * - `double`: differences between the bit patterns of neighbors in numeric order, for smooth curves.
 *
 * The form with the smallest estimated size is written. A column that has none of them is not encoded here.
 */

/** Forms of a column, as stored. */
const forms = { decimal: 0, binary: 1, single: 2, double: 3 } as const;
const maxDecimals = 15;
const maxBinaryPlaces = 60;

/** Column of integers with what its form needs to restore the doubles. */
interface IntegerColumn {
  readonly form: number;
  /** Power of ten or two by which the integers are divided, or number of dropped bits. */
  readonly parameter: number;
  /** First double, for differences of bit patterns. */
  readonly first?: number;
  readonly integers: Float64Array;
}

/** Column that is ready to be written. */
export interface PreparedColumn {
  readonly column: IntegerColumn;
  readonly prepared: PreparedIntegers;
}

const double = new Float64Array(1);
const doubleBits = new Uint32Array(double.buffer);
const single = new Float32Array(1);
const singleBits = new Uint32Array(single.buffer);

/** Whether the high half of a double is the second one in memory. */
const high = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;
const low = 1 - high;

/** Returns a column as integers divided by a power of ten or two; null if an entry is not exactly such a quotient. */
function scaledColumn(column: Float64Array, form: number, base: number, maxPlaces: number): IntegerColumn | null {
  const integers = new Float64Array(column.length);
  let places = 0;
  let scale = 1;
  for (let row = 0; row < column.length; row++) {
    const entry = column[row]!;
    let integer = Math.round(entry * scale);
    while (integer / scale !== entry) {
      if (++places > maxPlaces || !Number.isFinite(entry)) return null;
      scale = base ** places;
      integer = Math.round(entry * scale);
    }
    if (Object.is(entry, -0)) return null;
  }
  for (let row = 0; row < column.length; row++) {
    const integer = Math.round(column[row]! * scale);
    if (Math.abs(integer) > maxInteger || integer / scale !== column[row]) return null;
    integers[row] = integer;
  }
  return { form, parameter: places, integers };
}

/** Returns the bit pattern of a single in numeric order. */
const orderedSingle = (bits: number) => (bits >>> 31 === 1 ? ~bits : bits | 0x80000000) >>> 0;

/** Returns a column as bit patterns of singles; null if an entry is not a single. */
function singleColumn(column: Float64Array): IntegerColumn | null {
  const integers = new Float64Array(column.length);
  let used = 0;
  for (let row = 0; row < column.length; row++) {
    const entry = column[row]!;
    single[0] = entry;
    if (!Object.is(single[0], entry)) return null;
    used |= singleBits[0]!;
    integers[row] = orderedSingle(singleBits[0]!);
  }
  const dropped = used === 0 ? 0 : Math.min(31 - Math.clz32(used & -used), 23);
  const scale = 2 ** dropped;
  for (let row = 0; row < integers.length; row++) integers[row] = Math.floor(integers[row]! / scale);
  return { form: forms.single, parameter: dropped, integers };
}

/** Returns a column as differences of the bit patterns of neighbors; null if one of them is too large. */
function doubleColumn(column: Float64Array): IntegerColumn | null {
  const integers = new Float64Array(column.length - 1);
  let highBefore = 0;
  let lowBefore = 0;
  for (let row = 0; row < column.length; row++) {
    double[0] = column[row]!;
    const negative = doubleBits[high]! >>> 31 === 1;
    const highNow = (negative ? ~doubleBits[high]! : doubleBits[high]! | 0x80000000) >>> 0;
    const lowNow = (negative ? ~doubleBits[low]! : doubleBits[low]!) >>> 0;
    if (row > 0) {
      const difference = (highNow - highBefore) * 2 ** 32 + (lowNow - lowBefore);
      if (Math.abs(difference) > maxInteger) return null;
      integers[row - 1] = difference;
    }
    highBefore = highNow;
    lowBefore = lowNow;
  }
  return { form: forms.double, parameter: 0, first: column[0]!, integers };
}

/** Returns whether a column has a NaN of another bit pattern than the usual one, which only raw bytes preserve. */
export function hasUnusualNan(column: Float64Array): boolean {
  const bits = new Uint32Array(column.buffer, column.byteOffset, column.length * 2);
  for (let row = 0; row < column.length; row++) {
    if (Number.isNaN(column[row]) && (bits[row * 2 + high] !== 0x7ff80000 || bits[row * 2 + low] !== 0)) return true;
  }
  return false;
}

/** Chooses the form of a column of at least one entry; null if it has none. */
export function prepareColumn(column: Float64Array): PreparedColumn | null {
  if (hasUnusualNan(column)) return null;
  const decimal = scaledColumn(column, forms.decimal, 10, maxDecimals);
  const candidates = [
    decimal,
    decimal?.parameter === 0 ? null : scaledColumn(column, forms.binary, 2, maxBinaryPlaces),
    decimal?.parameter === 0 ? null : singleColumn(column),
    decimal === null ? doubleColumn(column) : null,
  ];
  let best: PreparedColumn | null = null;
  for (const candidate of candidates) {
    if (candidate === null) continue;
    const prepared = prepareIntegers(candidate.integers);
    if (best === null || prepared.bits < best.prepared.bits) best = { column: candidate, prepared };
  }
  return best;
}

/** Appends a column; `readColumn` returns it. */
export function writeColumn(writer: ByteWriter, { column, prepared }: PreparedColumn): void {
  writer.byte(column.form);
  writer.byte(column.parameter);
  if (column.first !== undefined) writer.append(new Uint8Array(Float64Array.of(column.first).buffer));
  writeIntegers(writer, prepared);
}

function readDoubles(reader: ByteReader, count: number): Float64Array {
  const column = new Float64Array(count);
  const bits = new Uint32Array(column.buffer);
  new Uint8Array(column.buffer, 0, 8).set(reader.take(8));
  const differences = readIntegers(reader, count - 1);
  const negative = bits[high]! >>> 31 === 1;
  // Both halves are 32-bit integers, of which the low one is unsigned.
  let highNow = negative ? ~bits[high]! : bits[high]! | 0x80000000;
  let lowNow = (negative ? ~bits[low]! : bits[low]!) >>> 0;
  for (let row = 1; row < count; row++) {
    const difference = differences[row - 1]!;
    const highPart = Math.floor(difference / 2 ** 32);
    const sum = lowNow + (difference - highPart * 2 ** 32);
    const carry = sum >= 2 ** 32 ? 1 : 0;
    lowNow = sum >>> 0;
    highNow = (highNow + highPart + carry) | 0;
    const below = highNow >= 0;
    bits[row * 2 + high] = below ? ~highNow : highNow & 0x7fffffff;
    bits[row * 2 + low] = below ? ~lowNow : lowNow;
  }
  return column;
}

/** Reads a column of `count` entries that `writeColumn` has written. */
export function readColumn(reader: ByteReader, count: number): Float64Array {
  const form = reader.byte();
  const parameter = reader.byte();
  if (form === forms.double) return readDoubles(reader, count);
  const integers = readIntegers(reader, count);
  if (form === forms.single) {
    const scale = 2 ** parameter;
    for (let row = 0; row < count; row++) {
      const ordered = integers[row]! * scale;
      singleBits[0] = ordered >= 0x80000000 ? ordered & 0x7fffffff : ~(ordered + scale - 1);
      integers[row] = single[0]!;
    }
    return integers;
  }
  if (form !== forms.decimal && form !== forms.binary) throw new Error(`A metric chunk has the unknown form ${form}`);
  const scale = (form === forms.decimal ? 10 : 2) ** parameter;
  if (scale !== 1) for (let row = 0; row < count; row++) integers[row] = integers[row]! / scale;
  return integers;
}
