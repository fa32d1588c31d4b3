import { type Domain, fraction, paddedDomain, type Ticks, ticks, valueAt } from '@tracklens/core/charts';
import { tickTexts } from '../charts/tick-texts.ts';
import { type ColumnId, cellOf, type ExperimentRow } from './columns.ts';

/** Scale of an axis of numbers. */
export type AxisScale = 'linear' | 'log';

/** Scale of numbers on an axis. */
export interface NumberScale {
  readonly scale: AxisScale;
  /** Returns the position of a value as a fraction of the axis. */
  part(value: number): number;
  /** Returns the value at a position. */
  value(part: number): number;
}

/** Axis over the values of a column: a scale of numbers, or an ordered list of texts. */
export interface ColumnAxis {
  readonly column: ColumnId;
  readonly ticks: Ticks;
  /** Null for an axis of texts. */
  readonly numbers: NumberScale | null;
  /** Returns the position of a row as a fraction in [0, 1]; `null` if the axis cannot show its value. */
  part(row: ExperimentRow): number | null;
}

/** Options of an axis. */
export interface AxisOptions {
  /** Default: logarithmic if all values are positive and span more than two decades. */
  readonly scale?: AxisScale | undefined;
  /** Approximate number of ticks. Default: 6. */
  readonly tickCount?: number;
  /** Label of the last position of an axis with too many texts, for all rarer ones. */
  readonly otherTexts: string;
}

/** Maximum number of texts on an axis; more cannot be distinguished. */
const maxTexts = 12;
/** Ratio of the values from which an axis is logarithmic by default. */
const logRatio = 100;

const finiteOrder = (row: ExperimentRow, column: ColumnId): number | null => {
  const { order } = cellOf(row, column);
  return typeof order === 'number' && Number.isFinite(order) ? order : null;
};

/**
 * Creates the axis of a column: a scale of numbers if at least half of the values are numbers, otherwise evenly spaced
 * texts. A logarithmic scale omits values that are not positive.
 */
export function columnAxis(rows: readonly ExperimentRow[], column: ColumnId, options: AxisOptions): ColumnAxis {
  const numbers = rows.map((row) => finiteOrder(row, column)).filter((number) => number !== null);
  const valueCount = rows.filter((row) => cellOf(row, column).order !== null).length;
  return numbers.length > 0 && numbers.length * 2 >= valueCount
    ? numberAxis(numbers, column, options)
    : textAxis(rows, column, options);
}

function rangeOf(numbers: readonly number[]): readonly [min: number, max: number] {
  return numbers.reduce<readonly [number, number]>(
    ([min, max], value) => [Math.min(min, value), Math.max(max, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

const tickKind = (column: ColumnId) => (column === 'started' ? 'time' : column === 'duration' ? 'duration' : 'number');

function numberAxis(values: readonly number[], column: ColumnId, { scale, tickCount = 6 }: AxisOptions): ColumnAxis {
  const [least, greatest] = rangeOf(values);
  const isPositive = least > 0;
  const automatic = isPositive && greatest / least > logRatio && tickKind(column) === 'number' ? 'log' : 'linear';
  const kind = scale ?? automatic;
  const [min, max] = kind === 'log' && !isPositive ? rangeOf(values.filter((value) => value > 0)) : [least, greatest];
  const domain: Domain = paddedDomain(kind, min, max, 0.05);
  // What a logarithmic scale does not have is below it.
  const part = (value: number) =>
    kind === 'log' && value <= 0 ? Number.NEGATIVE_INFINITY : fraction(kind, domain, value);
  const { values: positions, text } = ticks(kind, tickKind(column), domain, tickCount, tickTexts);
  return {
    column,
    ticks: { values: positions.map(part), text },
    numbers: { scale: kind, part, value: (at) => valueAt(kind, domain, at) },
    part(row) {
      const number = finiteOrder(row, column);
      return number === null || (kind === 'log' && number <= 0) ? null : part(number);
    },
  };
}

/** Axis of the texts of a column in alphabetical order. If they are too many, the rarest share the last position. */
function textAxis(rows: readonly ExperimentRow[], column: ColumnId, { otherTexts }: AxisOptions): ColumnAxis {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const { text } = cellOf(row, column);
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([, first], [, second]) => second - first).map(([text]) => text);
  const isCut = byCount.length > maxTexts;
  const shown = (isCut ? byCount.slice(0, maxTexts - 1) : byCount).sort();
  const labels = isCut ? [...shown, otherTexts] : shown;
  const position = (index: number) => (index + 0.5) / Math.max(1, labels.length);
  const positions = new Map(byCount.map((text) => [text, position(labels.length - 1)]));
  for (const [index, text] of shown.entries()) positions.set(text, position(index));
  return {
    column,
    ticks: { values: labels.map((_, index) => position(index)), text: labels },
    numbers: null,
    part: (row) => positions.get(cellOf(row, column).text) ?? null,
  };
}

/** Range of the values of an axis, both ends included. */
export type AxisRange = readonly [low: number, high: number];

/** Returns the rows whose values are within the ranges of columns. */
export function rowsWithin(
  rows: readonly ExperimentRow[],
  ranges: Readonly<Record<ColumnId, AxisRange>>,
): readonly ExperimentRow[] {
  const entries = Object.entries(ranges);
  if (entries.length === 0) return rows;
  return rows.filter((row) =>
    entries.every(([column, [low, high]]) => {
      const number = finiteOrder(row, column);
      return number !== null && number >= low && number <= high;
    }),
  );
}

/**
 * Returns the columns available as plot axes: duration and start time, parameters, then metrics with their minimum
 * and maximum.
 */
export function axisColumns(available: readonly ColumnId[]): readonly ColumnId[] {
  return ['duration', 'started', ...available.filter((id) => id.includes(':') && !id.startsWith('spark:'))];
}

/** Returns the default axes: parameters that differ, then the best value of the first metric. */
export function defaultAxes(automatic: readonly ColumnId[]): readonly ColumnId[] {
  const parameters = automatic.filter((id) => id.startsWith('parameter:')).slice(0, 5);
  const metrics = automatic.filter((id) => /^(metric|min|max):/.test(id));
  const best = metrics.find((id) => !id.startsWith('metric:')) ?? metrics[0];
  return best === undefined ? parameters : [...parameters, best];
}
