import type { Points } from './metric-chunk.ts';
import { commaList, commaValues } from './metric-json.ts';

/*
 * Serializes the points of a chart's metrics as JSON columns.
 */

/** Columns of a sequence of points as JSON entries, each with a leading comma. */
export interface ColumnTexts {
  readonly byteLength: number;
  readonly values: Uint8Array;
  /** Null if no point has a step. The same applies to epochs. */
  readonly steps: Uint8Array | null;
  readonly epochs: Uint8Array | null;
  readonly timestamps: Uint8Array;
  readonly durations: Uint8Array;
  readonly count: number;
  /** First and last step; null if a step is missing or the points are not sorted by step. */
  readonly span: readonly [first: number, last: number] | null;
}

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text);

function stepSpan(steps: Float64Array): readonly [number, number] | null {
  for (let index = 0; index < steps.length; index++) {
    if (Number.isNaN(steps[index]!) || (index > 0 && steps[index]! < steps[index - 1]!)) return null;
  }
  return steps.length === 0 ? null : [steps[0]!, steps.at(-1)!];
}

const optionalTexts = (column: Float64Array) =>
  column.length > 0 && column.every(Number.isNaN) ? null : bytesOf(commaList(column));

/**
 * Serializes points as columns.
 *
 * @param origin time of the experiment's first point, which durations are relative to.
 */
export function textsOf(points: Points, origin: number): ColumnTexts {
  const values = bytesOf(commaValues(points.values));
  const steps = optionalTexts(points.steps);
  const epochs = optionalTexts(points.epochs);
  const timestamps = bytesOf(commaList(points.timestamps));
  const durations = bytesOf(commaList(points.timestamps.map((timestamp) => timestamp - origin)));
  const all = [values, steps, epochs, timestamps, durations];
  return {
    byteLength: all.reduce((size, column) => size + (column?.byteLength ?? 0), 0),
    values,
    steps,
    epochs,
    timestamps,
    durations,
    count: points.values.length,
    span: stepSpan(points.steps),
  };
}

/** Serializes one metric of a chart response from consecutive parts of its points. */
export function chartMetricJson(metricName: string, parts: readonly ColumnTexts[], total: number): Uint8Array {
  const pieces: Uint8Array[] = [bytesOf(`{"metricName":${JSON.stringify(metricName)}`)];
  const add = (column: string, textOf: (part: ColumnTexts) => Uint8Array | null) => {
    if (parts.every((part) => textOf(part) === null)) return void pieces.push(bytesOf(`,"${column}":null`));
    const entries = parts.map((part) => textOf(part) ?? bytesOf(',null'.repeat(part.count)));
    pieces.push(bytesOf(`,"${column}":[`), entries[0]!.subarray(1), ...entries.slice(1), bytesOf(']'));
  };
  add('values', ({ values }) => values);
  add('steps', ({ steps }) => steps);
  add('epochs', ({ epochs }) => epochs);
  add('timestamps', ({ timestamps }) => timestamps);
  add('durations', ({ durations }) => durations);
  pieces.push(bytesOf(`,"total":${total}}`));
  return Buffer.concat(pieces);
}
