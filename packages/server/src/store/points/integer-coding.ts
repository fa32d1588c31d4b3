import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type ByteReader, type ByteWriter, fromZigzag, zigzag } from './byte-sequence.ts';

/*
 * Compact encoding of a sequence of integers.
 *
 * The integers are replaced by their differences of an order from 0 to 3, whichever are smallest. Of each difference,
 * the position of its highest bit and the bit after that one form its class. Classes are deflated, because a few of
 * them are frequent. The bits below are close to random, so they are packed as they are.
 */

/** Largest order of differences. A smooth curve, such as a learning rate schedule, has small third differences. */
const maxOrder = 3;
/** Largest absolute value of an integer and of a difference: twice its distance from the mean has to be exact. */
export const maxInteger = 2 ** 51;
/** Length of the two runs of a sequence on which the order is chosen. */
const sampleRun = 128;
/** Classes of integers up to 2 ** 53: two for each position of the highest bit. */
const classCount = 2 * 54;
const powerOf2 = Float64Array.from({ length: 54 }, (_, exponent) => 2 ** exponent);

/** Differences of an order, without the leading values from which they start. */
interface Differences {
  readonly order: number;
  readonly leading: readonly number[];
  readonly entries: Float64Array;
}

/** Returns the position of the highest bit of a positive integer below 2 ** 53. */
function highestBit(value: number): number {
  return value < 2 ** 32 ? 31 - Math.clz32(value) : 63 - Math.clz32(value / 2 ** 32);
}

/** Returns the class of a non-negative integer: its highest two bits with their position. */
function classOf(value: number): number {
  if (value < 2) return value;
  const high = highestBit(value);
  return 2 * high + (Math.floor(value / powerOf2[high - 1]!) & 1);
}

/** Number of bits that each class leaves open. */
const openBits = Uint8Array.from({ length: classCount }, (_, index) => (index < 4 ? 0 : (index >> 1) - 1));
/** Smallest integer of each class. */
const classStart = Float64Array.from({ length: classCount }, (_, index) =>
  index < 2 ? index : (2 + (index & 1)) * 2 ** ((index >> 1) - 1),
);

/** Returns the mean, rounded, of which the sum cannot overflow. */
function center(entries: Float64Array): number {
  let mean = 0;
  for (const entry of entries) mean += entry / entries.length;
  return Math.round(mean);
}

/** Returns the differences of the next order; null if one of them is not exact. */
function differ({ order, leading, entries }: Differences): Differences | null {
  if (entries.length < 2) return null;
  const next = new Float64Array(entries.length - 1);
  for (let index = 0; index < next.length; index++) {
    const difference = entries[index + 1]! - entries[index]!;
    if (Math.abs(difference) > maxInteger) return null;
    next[index] = difference;
  }
  return { order: order + 1, leading: [...leading, entries[0]!], entries: next };
}

/** Returns two runs of a sequence: from its start and from its middle. */
function sampleOf(entries: Float64Array): Float64Array {
  if (entries.length <= 2 * sampleRun) return entries;
  const middle = Math.max(sampleRun, entries.length >> 1);
  const sample = new Float64Array(2 * sampleRun);
  sample.set(entries.subarray(0, sampleRun));
  sample.set(entries.subarray(middle, middle + sampleRun), sampleRun);
  return sample;
}

/** Returns the estimated size in bits of an entry, from a sample of the sequence. */
function estimatedBits(entries: Float64Array): number {
  const sample = sampleOf(entries);
  const counts = new Uint16Array(classCount);
  const middleValue = center(sample);
  let bits = 0;
  for (const entry of sample) {
    const index = classOf(zigzag(entry - middleValue));
    counts[index]!++;
    bits += openBits[index]!;
  }
  for (const count of counts) if (count > 0) bits -= count * Math.log2(count / sample.length);
  return bits / sample.length;
}

/** Sequence of integers that is ready to be written, with its estimated size. */
export interface PreparedIntegers {
  readonly differences: Differences;
  /** Estimated bits of an entry. */
  readonly bits: number;
}

/** Chooses the differences of a sequence. None of its integers exceeds `maxInteger`. */
export function prepareIntegers(entries: Float64Array): PreparedIntegers {
  let differences: Differences | null = { order: 0, leading: [], entries };
  let best: PreparedIntegers = { differences, bits: estimatedBits(entries) };
  for (let order = 1; order <= maxOrder && best.bits > 0; order++) {
    differences = differ(differences);
    if (differences === null) break;
    const bits = estimatedBits(differences.entries);
    if (bits < best.bits) best = { differences, bits };
  }
  return best;
}

/** Number of bits that one write of four bytes can carry at any position in a byte. */
const bitsPerStep = 25;

/** Returns the number of bytes of the packed bits of some classes. */
function packedSize(classes: Uint8Array): number {
  let bits = 0;
  for (const index of classes) bits += openBits[index]!;
  return Math.ceil(bits / 8);
}

/** Packs the low bits of integers, the first ones into the lowest bits of the first byte. */
function packBits(values: Float64Array, classes: Uint8Array): Uint8Array {
  const size = packedSize(classes);
  const packed = new Uint8Array(size + 4);
  let position = 0;
  for (let row = 0; row < values.length; row++) {
    const index = classes[row]!;
    let left = openBits[index]!;
    let rest = values[row]! - classStart[index]!;
    while (left > 0) {
      const count = left < bitsPerStep ? left : bitsPerStep;
      const above = count === left ? 0 : Math.floor(rest / powerOf2[count]!);
      const bits = (rest - above * powerOf2[count]!) << (position & 7);
      const at = position >> 3;
      packed[at]! |= bits;
      packed[at + 1]! |= bits >>> 8;
      packed[at + 2]! |= bits >>> 16;
      packed[at + 3]! |= bits >>> 24;
      rest = above;
      position += count;
      left -= count;
    }
  }
  return packed.subarray(0, size);
}

/** Appends integers; `readIntegers` returns them. */
export function writeIntegers(writer: ByteWriter, { differences }: PreparedIntegers): void {
  const { order, leading, entries } = differences;
  const middleValue = center(entries);
  const classes = new Uint8Array(entries.length);
  const values = new Float64Array(entries.length);
  for (let row = 0; row < entries.length; row++) {
    values[row] = zigzag(entries[row]! - middleValue);
    classes[row] = classOf(values[row]!);
  }
  writer.byte(order);
  for (const value of leading) writer.zigzag(value);
  writer.zigzag(middleValue);
  const first = classes[0] ?? 0;
  if (classes.every((index) => index === first)) {
    writer.varint(0);
    writer.byte(first);
  } else {
    const deflated = deflateRawSync(classes, { level: 6 });
    writer.varint(deflated.length);
    writer.append(deflated);
  }
  writer.append(packBits(values, classes));
}

/** Reads the classes of integers; a single class as a number. */
function readClasses(reader: ByteReader, count: number): Uint8Array | number {
  const size = reader.varint();
  const classes =
    size === 0 ? reader.byte() : inflateRawSync(reader.take(size), { maxOutputLength: Math.max(count, 1) });
  let isDamaged = typeof classes === 'number' ? classes >= classCount : classes.length !== count;
  if (typeof classes !== 'number') {
    for (let row = 0; row < classes.length; row++) if (classes[row]! >= classCount) isDamaged = true;
  }
  if (isDamaged) throw new Error('A metric chunk is damaged');
  return classes;
}

/** Bytes that are read at once beyond the start of any packed bits. */
const readAhead = 8;
/** Packed bits that are being read. Decoding never waits, so one is enough; new memory for each would cost more. */
let unpacking = new DataView(new ArrayBuffer(8192));

/** Returns a view of packed bits from which eight bytes can be read at each of their positions. */
function viewOf(packed: Uint8Array): DataView {
  const size = packed.length + readAhead;
  if (size > unpacking.byteLength) unpacking = new DataView(new ArrayBuffer(2 * size));
  new Uint8Array(unpacking.buffer).set(packed);
  return unpacking;
}

/** Adds the integer of each row from `start`, whose low bits `packBits` has packed, to `middleValue`. */
function unpackBits(
  reader: ByteReader,
  classes: Uint8Array | number,
  entries: Float64Array,
  start: number,
  middleValue: number,
): void {
  if (typeof classes === 'number' && openBits[classes] === 0) {
    entries.fill(fromZigzag(classStart[classes]!) + middleValue, start);
    return;
  }
  const classOfRow = typeof classes === 'number' ? new Uint8Array(entries.length - start).fill(classes) : classes;
  const packed = viewOf(reader.take(packedSize(classOfRow)));
  let position = 0;
  for (let row = 0; row < classOfRow.length; row++) {
    const index = classOfRow[row]!;
    const left = openBits[index]!;
    const shift = position & 7;
    const below = packed.getUint32(position >> 3, true);
    const above = packed.getUint32((position >> 3) + 4, true);
    const low = shift === 0 ? below : (below >>> shift) | (above << (32 - shift));
    position += left;
    if (left < 31) {
      const value = classStart[index]! + (low & ((1 << left) - 1));
      entries[start + row] = ((value >>> 1) ^ -(value & 1)) + middleValue;
      continue;
    }
    const high = (above >>> shift) & (powerOf2[Math.max(0, left - 32)]! - 1);
    const value = classStart[index]! + (left < 32 ? low & 0x7fffffff : (low >>> 0) + high * 2 ** 32);
    const half = Math.floor(value / 2);
    entries[start + row] = (half * 2 === value ? half : -half - 1) + middleValue;
  }
}

/** Reads `count` integers that `writeIntegers` has written. */
export function readIntegers(reader: ByteReader, count: number): Float64Array {
  const order = reader.byte();
  if (order > maxOrder || order > count) throw new Error('A metric chunk is damaged');
  const integers = new Float64Array(count);
  for (let level = 0; level < order; level++) integers[level] = reader.zigzag();
  const middleValue = reader.zigzag();
  unpackBits(reader, readClasses(reader, count - order), integers, order, middleValue);
  for (let level = order - 1; level >= 0; level--) {
    let sum = integers[level]!;
    for (let row = level + 1; row < count; row++) {
      sum += integers[row]!;
      integers[row] = sum;
    }
  }
  return integers;
}
