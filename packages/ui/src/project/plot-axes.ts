import { type Domain, fraction, paddedDomain, type Ticks, ticks } from '@tracklens/core/charts';
import { tickTexts } from '../charts/tick-texts.ts';
import { type ColumnId, cellOf, type ExperimentRow } from './columns.ts';

/** Axis over the values of a column: a numeric scale, or an ordered list of texts. */
export interface ColumnAxis {
  readonly column: ColumnId;
  readonly ticks: Ticks;
  /** Returns the position of a row as a fraction in [0, 1]; `null` if the axis cannot show its value. */
  part(row: ExperimentRow): number | null;
}

/** Maximum number of texts on an axis; more cannot be distinguished. */
const maxTexts = 12;

/**
 * Creates the axis of a column: a numeric scale if at least half of the values are numbers, otherwise evenly spaced
 * texts. A logarithmic scale omits values that are not positive.
 */
export function columnAxis(
  rows: readonly ExperimentRow[],
  column: ColumnId,
  kind: 'linear' | 'log',
  count = 6,
): ColumnAxis {
  const orders = rows.map((row) => cellOf(row, column).order).filter((order) => order !== null);
  const numbers = orders.filter((order) => typeof order === 'number' && Number.isFinite(order)) as number[];
  if (numbers.length > 0 && numbers.length * 2 >= orders.length) {
    const shown = kind === 'log' ? numbers.filter((value) => value > 0) : numbers;
    const min = shown.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    const max = shown.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    const domain: Domain = paddedDomain(kind, min, max, 0.05);
    return {
      column,
      ticks: asFractions(
        ticks(
          kind,
          column === 'started' ? 'time' : column === 'duration' ? 'duration' : 'number',
          domain,
          count,
          tickTexts,
        ),
        kind,
        domain,
      ),
      part(row) {
        const { order } = cellOf(row, column);
        if (typeof order !== 'number' || !Number.isFinite(order) || (kind === 'log' && order <= 0)) return null;
        return fraction(kind, domain, order);
      },
    };
  }
  const texts = [...new Set(rows.map((row) => cellOf(row, column).text))].filter((text) => text !== '').sort();
  const shown = texts.slice(0, maxTexts);
  const position = (index: number) => (index + 0.5) / Math.max(1, shown.length);
  return {
    column,
    ticks: { values: shown.map((_, index) => position(index)), text: shown },
    part(row) {
      const index = shown.indexOf(cellOf(row, column).text);
      return index < 0 ? null : position(index);
    },
  };
}

/** Converts tick values to fractions of the axis. */
function asFractions({ values, text }: Ticks, kind: 'linear' | 'log', domain: Domain): Ticks {
  return { values: values.map((value) => fraction(kind, domain, value)), text };
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
