import { isSystemMetric, metricDirection } from '@tracklens/core/charts';
import { queriedNames } from '@tracklens/core/query';
import { naturalOrder } from '../text/text-order.ts';
import { type ColumnId, cellOf, columnParts, type ExperimentRow, metricNamesOf } from './columns.ts';

/** Returns every column that at least one experiment has a value for, for the column chooser. */
export function availableColumns(rows: readonly ExperimentRow[]): ColumnId[] {
  const parameters = new Set<string>();
  const metrics = new Set<string>();
  for (const row of rows) {
    for (const { name } of row.details?.parameters ?? []) parameters.add(name);
    for (const name of metricNamesOf(row)) metrics.add(name);
  }
  const sorted = (names: Set<string>) => [...names].sort(naturalOrder);
  return [
    'state',
    'tag',
    'notes',
    'started',
    'duration',
    'key',
    ...sorted(parameters).map((name) => `parameter:${name}`),
    ...sorted(metrics).flatMap((name) => [`metric:${name}`, `min:${name}`, `max:${name}`, `spark:${name}`]),
  ];
}

/** User settings for the arrangement of the chosen columns. */
export interface ColumnArrangement {
  readonly pinned?: readonly ColumnId[] | undefined;
  readonly differencesOnly?: boolean | undefined;
  /** Names of parameters that are ignored when looking for differences. */
  readonly ignored?: readonly string[] | undefined;
}

/**
 * Returns the columns to show: pinned ones first and, with `differencesOnly`, without parameters that have the same
 * value in all experiments.
 */
export function arrangedColumns(
  rows: readonly ExperimentRow[],
  columns: readonly ColumnId[],
  { pinned = [], differencesOnly = false, ignored = [] }: ColumnArrangement,
): readonly ColumnId[] {
  const known = differencesOnly ? rows.filter(({ details }) => details !== null) : [];
  const shows = (id: ColumnId) => {
    const { kind, name } = columnParts(id);
    if (!differencesOnly || kind !== 'parameter') return true;
    return !ignored.includes(name) && new Set(known.map((row) => cellOf(row, id).text)).size !== 1;
  };
  const shown = columns.filter(shows);
  return [...shown.filter((id) => pinned.includes(id)), ...shown.filter((id) => !pinned.includes(id))];
}

/** Returns the columns with one of them moved by a number of positions. */
export function movedColumn(columns: readonly ColumnId[], column: ColumnId, by: number): readonly ColumnId[] {
  const from = columns.indexOf(column);
  const to = Math.max(0, Math.min(columns.length - 1, from + by));
  const rest = columns.filter((other) => other !== column);
  return from < 0 ? columns : [...rest.slice(0, to), column, ...rest.slice(to)];
}

/** Maximum numbers of parameters and metrics chosen automatically. */
const maxParameters = 5;
const maxMetrics = 4;

/**
 * Parameters ranked last in the automatic choice even if they differ: progress, paths, hosts, ids and times. Others
 * that are different in almost every experiment, such as those of a random search, precede them.
 */
const incidental = /^curr_|^steps$|seed|path|dir$|host|pid$|_id$|time|date/i;

/**
 * Returns the columns that distinguish the experiments: the parameters that differ, then the most common metrics,
 * losses and scores first. The best value follows the last value if the metric's name implies whether lower or higher
 * is better.
 */
export function automaticColumns(rows: readonly ExperimentRow[]): ColumnId[] {
  const values = new Map<string, Set<string>>();
  const having = new Map<string, number>();
  let known = 0;
  for (const { details } of rows) {
    if (!details) continue;
    known++;
    for (const { name, valueCurrent } of details.parameters) {
      const seen = values.get(name) ?? new Set();
      values.set(name, seen.add(valueCurrent ?? ''));
      having.set(`parameter:${name}`, (having.get(`parameter:${name}`) ?? 0) + 1);
    }
    for (const { name } of details.metrics) having.set(`metric:${name}`, (having.get(`metric:${name}`) ?? 0) + 1);
  }
  const differing = [...values]
    .filter(([name, seen]) => seen.size > 1 || having.get(`parameter:${name}`)! < known)
    .map(([name, seen]) => {
      const isUnique = known > 5 && seen.size > 0.9 * known;
      return { name, rank: incidental.test(name) ? 2 : Number(isUnique) };
    })
    .sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name, 'en'))
    .slice(0, maxParameters)
    .map(({ name }) => `parameter:${name}`);
  const metrics = [...having]
    .filter(([id]) => id.startsWith('metric:'))
    .map(([id, count]) => ({ name: columnParts(id).name, count }))
    .filter(({ name }) => !isSystemMetric(name))
    .sort(
      (a, b) =>
        metricInterest(b.name) - metricInterest(a.name) || b.count - a.count || a.name.localeCompare(b.name, 'en'),
    )
    .slice(0, maxMetrics)
    .flatMap(({ name }) => {
      const direction = metricDirection(name);
      return direction === null ? [`metric:${name}`] : [`metric:${name}`, `${direction}:${name}`];
    });
  return ['state', 'tag', 'started', 'duration', ...differing, ...metrics];
}

/** Returns the columns of the metrics and parameters that a query tests, in its order. */
export function queriedColumns(query: string): ColumnId[] {
  return queriedNames(query).flatMap(({ kind, name }) => {
    if (kind === 'Metric') return [`metric:${name}`];
    return kind === 'Parameter' ? [`parameter:${name}`] : [];
  });
}

/** Returns an automatic choice with the columns that a query tests, next to the name and the state. */
export function withQueriedColumns(automatic: readonly ColumnId[], queried: readonly ColumnId[]): readonly ColumnId[] {
  if (queried.length === 0) return automatic;
  const rest = automatic.filter((id) => !queried.includes(id));
  const states = rest.filter((id) => id === 'state');
  return [...states, ...queried, ...rest.filter((id) => id !== 'state')];
}

/** Scores how likely a metric is of interest: highest for one to be minimized or maximized, on held-out data. */
export function metricInterest(name: string): number {
  return (metricDirection(name) === null ? 0 : 2) + (/val|test|eval|dev/i.test(name) ? 1 : 0);
}
