import { type FrameHeader, type PointColumn, pointColumns } from '@tracklens/core/contract';
import type { Points } from '../store/points/metric-chunk.ts';

/*
 * Points as binary columns. The format is described in the contract (`metric-columns.ts`).
 */

const encoder = new TextEncoder();
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Frame that ends a response. */
export const lastFrame = new Uint8Array(8);

/** Writes a column at a multiple of 8 bytes. */
function writeColumn(frame: Uint8Array<ArrayBuffer>, start: number, column: Float64Array): void {
  if (isLittleEndian) {
    new Float64Array(frame.buffer, start, column.length).set(column);
    return;
  }
  const view = new DataView(frame.buffer);
  for (const [index, entry] of column.entries()) view.setFloat64(start + index * 8, entry, true);
}

function hasEntry(column: Float64Array): boolean {
  // Faster than `some` with a function.
  for (let index = 0; index < column.length; index++) if (!Number.isNaN(column[index])) return true;
  return false;
}

/** Encodes consecutive points as one frame. Columns without an entry are left out, except for the values. */
export function columnFrame(header: Omit<FrameHeader, 'columns'>, parts: readonly Points[]): Uint8Array {
  const columns = pointColumns.filter(
    (name: PointColumn) => name === 'values' || parts.some((part) => hasEntry(part[name])),
  );
  const json = encoder.encode(JSON.stringify({ ...header, columns }));
  const size = Math.ceil(json.length / 8) * 8;
  const count = parts.reduce((sum, { values }) => sum + values.length, 0);
  const frame = new Uint8Array(8 + size + columns.length * count * 8);
  const numbers = new DataView(frame.buffer);
  numbers.setUint32(0, size, true);
  numbers.setUint32(4, count, true);
  frame.fill(0x20, 8, 8 + size).set(json, 8);
  let at = 8 + size;
  for (const name of columns) {
    for (const part of parts) {
      writeColumn(frame, at, part[name]);
      at += part[name].byteLength;
    }
  }
  return frame;
}
