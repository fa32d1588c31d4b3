import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ByteReader, ByteWriter } from './byte-sequence.ts';
import {
  hasUnusualNan,
  prepareColumn,
  readColumn as readCompact,
  writeColumn as writeCompact,
} from './column-coding.ts';

/*
 * Binary encoding of the points of one metric, column by column: values, steps, epochs, timestamps.
 *
 * A chunk starts with its format: 0 open, 1 deflated (written by earlier versions), 2 sealed. The number of points and
 * the columns follow, as a whole deflated in format 1. Open chunks can be concatenated: the last chunk of a metric is
 * everything appended since its last sealed chunk.
 *
 * A column starts with its kind: 0 no entry has a value; 1 integers as differences, each a zigzag varint (1 byte for a
 * step, 2 or 3 for a timestamp); 2 float64 as byte planes, all first bytes, then all second bytes, and so on, which
 * puts bytes that vary little next to each other; in sealed chunks also 3, compact (`column-coding.ts`), and 4,
 * deflated byte planes. Open chunks are written with each append, so they have only the kinds that are cheap to write.
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
const compact = 3;
const deflatedPlanes = 4;
const open = 0;
const deflated = 1;
const sealed = 2;
const maxDifference = 2 ** 51;

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

/** Returns whether no entry of a column has a value. */
const isAbsent = (column: Float64Array) => column.every(Number.isNaN) && !hasUnusualNan(column);

function kindOf(column: Float64Array): number {
  let before = 0;
  for (const entry of column) {
    // As an integer, -0 would be decoded as 0.
    const whole = Number.isSafeInteger(entry) && !Object.is(entry, -0);
    if (!whole || Math.abs(entry - before) > maxDifference) return isAbsent(column) ? absent : planes;
    before = entry;
  }
  return column.length === 0 ? absent : differences;
}

/** Fills `bytes` with the bytes of doubles: all first bytes, then all second bytes, and so on. */
function splitPlanes(column: Float64Array, bytes: Uint8Array): void {
  const count = column.length;
  const view = new DataView(column.buffer, column.byteOffset, column.byteLength);
  for (let row = 0; row < count; row++) {
    const high = view.getUint32(row * 8 + 4, true);
    const low = view.getUint32(row * 8, true);
    bytes[row] = high >>> 24;
    bytes[row + count] = (high >>> 16) & 255;
    bytes[row + count * 2] = (high >>> 8) & 255;
    bytes[row + count * 3] = high & 255;
    bytes[row + count * 4] = low >>> 24;
    bytes[row + count * 5] = (low >>> 16) & 255;
    bytes[row + count * 6] = (low >>> 8) & 255;
    bytes[row + count * 7] = low & 255;
  }
}

/** Inverse of `splitPlanes`. */
function joinPlanes(bytes: Uint8Array): Float64Array {
  const count = bytes.length / 8;
  const column = new Float64Array(count);
  const view = new DataView(column.buffer);
  const at = (row: number, plane: number) => bytes[row + count * plane]!;
  for (let row = 0; row < count; row++) {
    const high = (at(row, 0) << 24) | (at(row, 1) << 16) | (at(row, 2) << 8) | at(row, 3);
    const low = (at(row, 4) << 24) | (at(row, 5) << 16) | (at(row, 6) << 8) | at(row, 7);
    view.setUint32(row * 8 + 4, high >>> 0, true);
    view.setUint32(row * 8, low >>> 0, true);
  }
  return column;
}

const columnsOf = ({ values, steps, epochs, timestamps }: Points) => [values, steps, epochs, timestamps];

function writeColumn(writer: ByteWriter, column: Float64Array): void {
  const kind = kindOf(column);
  writer.byte(kind);
  if (kind === planes) splitPlanes(column, writer.reserve(column.length * 8));
  if (kind !== differences) return;
  let before = 0;
  for (const entry of column) {
    writer.zigzag(entry - before);
    before = entry;
  }
}

/** Encodes points for the last chunk of a metric, to which further encoded points can be appended. */
export function encodeTail(points: Points): Uint8Array {
  const writer = new ByteWriter(16 + points.values.length * 14);
  writer.byte(open);
  writer.varint(points.values.length);
  for (const column of columnsOf(points)) writeColumn(writer, column);
  return writer.bytes();
}

function writeSealed(writer: ByteWriter, column: Float64Array): void {
  if (isAbsent(column)) {
    writer.byte(absent);
    return;
  }
  const prepared = prepareColumn(column);
  if (prepared === null) {
    const bytes = new Uint8Array(column.length * 8);
    splitPlanes(column, bytes);
    const data = deflateRawSync(bytes, { level: 3 });
    writer.byte(deflatedPlanes);
    writer.varint(data.length);
    writer.append(data);
  } else {
    writer.byte(compact);
    writeCompact(writer, prepared);
  }
}

/** Encodes points as a sealed chunk, compressed. */
export function encodeSealed(points: Points): Uint8Array {
  const writer = new ByteWriter(16 + points.values.length * 8);
  writer.byte(sealed);
  writer.varint(points.values.length);
  for (const column of columnsOf(points)) writeSealed(writer, column);
  return writer.bytes();
}

/** Column without an entry, shared by all chunks: nothing changes decoded points. */
const noEntries = new Float64Array(chunkPoints).fill(Number.NaN);

function readColumn(reader: ByteReader, count: number): Float64Array {
  const kind = reader.byte();
  if (kind === compact) return readCompact(reader, count);
  if (kind === planes) return joinPlanes(reader.take(count * 8));
  if (kind === deflatedPlanes) {
    const bytes = inflateRawSync(reader.take(reader.varint()), { maxOutputLength: count * 8 });
    if (bytes.length !== count * 8) throw new Error('A metric chunk is truncated');
    return joinPlanes(bytes);
  }
  if (kind === absent)
    return count <= chunkPoints ? noEntries.subarray(0, count) : new Float64Array(count).fill(Number.NaN);
  const column = new Float64Array(count);
  if (kind !== differences) throw new Error(`A metric chunk has a column of unknown kind ${kind}`);
  let before = 0;
  for (let row = 0; row < count; row++) {
    before += reader.zigzag();
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
    if (format !== open && format !== sealed) throw new Error(`A metric chunk has the unknown format ${format}`);
    pieces.push(readPiece(reader));
  } while (!reader.atEnd);
  return joinPoints(pieces);
}
