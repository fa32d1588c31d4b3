import { deflateRawSync, inflateRawSync } from 'node:zlib';

/*
 * Binary encoding of the points of one metric, column by column: values, steps, epochs, timestamps.
 *
 * A chunk starts with its format (one byte: 0 open, 1 deflated), followed by the number of points and the columns,
 * which are compressed if deflated. Open chunks can be concatenated: the last chunk of a metric is everything appended
 * since its last sealed chunk. A column starts with its kind: 0 no entry has a value; 1 integers as differences, each
 * a zigzag varint (1 byte for a step, 2 or 3 for a timestamp); 2 float64 as byte planes, all first bytes, then all
 * second bytes, and so on. Byte planes put bytes that vary little next to each other, so that they deflate well.
 */

/**
 * Points of one metric in the order they were logged, as columns of equal length. `NaN` in steps and epochs means
 * none.
 */
export interface Points {
  readonly values: Float64Array;
  readonly steps: Float64Array;
  readonly epochs: Float64Array;
  /** Milliseconds since 1970. */
  readonly timestamps: Float64Array;
}

/** Number of points in a sealed chunk. */
export const chunkPoints = 1024;

const absent = 0;
const differences = 1;
const planes = 2;
const open = 0;
const deflated = 1;
const widestDifference = 2 ** 51;

/** Empty sequence of points. */
export const noPoints: Points = {
  values: new Float64Array(0),
  steps: new Float64Array(0),
  epochs: new Float64Array(0),
  timestamps: new Float64Array(0),
};

function joinColumns(parts: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Concatenates points. */
export function joinPoints(parts: readonly Points[]): Points {
  if (parts.length === 1) return parts[0]!;
  return {
    values: joinColumns(parts.map((part) => part.values)),
    steps: joinColumns(parts.map((part) => part.steps)),
    epochs: joinColumns(parts.map((part) => part.epochs)),
    timestamps: joinColumns(parts.map((part) => part.timestamps)),
  };
}

/** Returns a consecutive range of points. */
export function slicePoints(points: Points, from: number, to?: number): Points {
  return {
    values: points.values.subarray(from, to),
    steps: points.steps.subarray(from, to),
    epochs: points.epochs.subarray(from, to),
    timestamps: points.timestamps.subarray(from, to),
  };
}

function kindOf(column: Float64Array): number {
  let empty = true;
  let whole = true;
  let before = 0;
  for (const entry of column) {
    if (!Number.isNaN(entry)) empty = false;
    // As an integer, -0 would be decoded as 0.
    if (!Number.isSafeInteger(entry) || Object.is(entry, -0)) whole = false;
    else if (Math.abs(entry - before) > widestDifference) whole = false;
    before = entry;
    if (!empty && !whole) return planes;
  }
  return empty ? absent : differences;
}

class ByteWriter {
  #bytes: Uint8Array;
  #size = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  #reserve(count: number): void {
    if (this.#size + count <= this.#bytes.length) return;
    const wider = new Uint8Array(Math.max(this.#bytes.length * 2, this.#size + count));
    wider.set(this.#bytes);
    this.#bytes = wider;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#size++] = value;
  }

  varint(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest >= 128) {
      this.#bytes[this.#size++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#size++] = rest;
  }

  planes(column: Float64Array): void {
    const count = column.length;
    this.#reserve(count * 8);
    const view = new DataView(column.buffer, column.byteOffset, column.byteLength);
    for (let row = 0; row < count; row++) {
      const high = view.getUint32(row * 8 + 4, true);
      const low = view.getUint32(row * 8, true);
      const at = this.#size + row;
      this.#bytes[at] = high >>> 24;
      this.#bytes[at + count] = (high >>> 16) & 255;
      this.#bytes[at + count * 2] = (high >>> 8) & 255;
      this.#bytes[at + count * 3] = high & 255;
      this.#bytes[at + count * 4] = low >>> 24;
      this.#bytes[at + count * 5] = (low >>> 16) & 255;
      this.#bytes[at + count * 6] = (low >>> 8) & 255;
      this.#bytes[at + count * 7] = low & 255;
    }
    this.#size += count * 8;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }
}

function writeColumn(writer: ByteWriter, column: Float64Array): void {
  const kind = kindOf(column);
  writer.byte(kind);
  if (kind === planes) writer.planes(column);
  if (kind !== differences) return;
  let before = 0;
  for (const entry of column) {
    const difference = entry - before;
    writer.varint(difference < 0 ? -difference * 2 - 1 : difference * 2);
    before = entry;
  }
}

function encode(points: Points): Uint8Array {
  const writer = new ByteWriter(16 + points.values.length * 14);
  writer.byte(open);
  writer.varint(points.values.length);
  for (const column of [points.values, points.steps, points.epochs, points.timestamps]) writeColumn(writer, column);
  return writer.bytes();
}

/** Encodes points for the last chunk of a metric, to which further encoded points can be appended. */
export function encodeTail(points: Points): Uint8Array {
  return encode(points);
}

/** Encodes points as a sealed chunk, compressed. */
export function encodeSealed(points: Points): Uint8Array {
  const body = deflateRawSync(encode(points).subarray(1), { level: 3 });
  const chunk = new Uint8Array(body.length + 1);
  chunk[0] = deflated;
  chunk.set(body, 1);
  return chunk;
}

class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(): number {
    if (this.#at >= this.#bytes.length) throw new Error('A metric chunk is truncated');
    return this.#bytes[this.#at++]!;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  planes(count: number): Float64Array {
    if (this.#at + count * 8 > this.#bytes.length) throw new Error('A metric chunk is truncated');
    const column = new Float64Array(count);
    const bytes = this.#bytes;
    const view = new DataView(column.buffer);
    for (let row = 0; row < count; row++) {
      const at = this.#at + row;
      view.setUint32(
        row * 8 + 4,
        ((bytes[at]! << 24) | (bytes[at + count]! << 16) | (bytes[at + count * 2]! << 8) | bytes[at + count * 3]!) >>>
          0,
        true,
      );
      view.setUint32(
        row * 8,
        ((bytes[at + count * 4]! << 24) |
          (bytes[at + count * 5]! << 16) |
          (bytes[at + count * 6]! << 8) |
          bytes[at + count * 7]!) >>>
          0,
        true,
      );
    }
    this.#at += count * 8;
    return column;
  }
}

function readColumn(reader: ByteReader, count: number): Float64Array {
  const kind = reader.byte();
  if (kind === planes) return reader.planes(count);
  const column = new Float64Array(count);
  if (kind === absent) return column.fill(Number.NaN);
  if (kind !== differences) throw new Error(`A metric chunk has a column of unknown kind ${kind}`);
  let before = 0;
  for (let row = 0; row < count; row++) {
    const zigzag = reader.varint();
    before += zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
    column[row] = before;
  }
  return column;
}

function readPiece(reader: ByteReader): Points {
  const count = reader.varint();
  return {
    values: readColumn(reader, count),
    steps: readColumn(reader, count),
    epochs: readColumn(reader, count),
    timestamps: readColumn(reader, count),
  };
}

/** Decodes the points of a sealed chunk or an open end. */
export function decodePoints(chunk: Uint8Array): Points {
  if (chunk[0] === deflated) return readPiece(new ByteReader(inflateRawSync(chunk.subarray(1))));
  const reader = new ByteReader(chunk);
  const pieces: Points[] = [];
  do {
    const format = reader.byte();
    if (format !== open) throw new Error(`A metric chunk has the unknown format ${format}`);
    pieces.push(readPiece(reader));
  } while (!reader.atEnd);
  return joinPoints(pieces);
}
