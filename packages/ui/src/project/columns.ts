import { metricDirection } from '@tracklens/core/charts';
import { queriedNames } from '@tracklens/core/query';
import { experimentLabel, experimentState } from '../records/experiment-label.ts';
import type { ExperimentDetails, Metadata, MetricOverview } from '../source/view-source.ts';
import { containsWords } from '../text/contains-words.ts';
import { numberOf, valueText } from '../text/number-text.ts';
import { dateText, durationText } from '../text/time-text.ts';
import type { Translate } from '../text/translate.ts';

/**
 * Row of the experiment table. Details load later than the row itself, and its metrics may arrive before the other
 * details.
 */
export interface ExperimentRow {
  readonly metadata: Metadata;
  readonly details: ExperimentDetails | null;
  /** Present if the service returns the metrics of all experiments in one response. */
  readonly metrics?: MetricOverview | undefined;
}

/** Returns the last, minimum and maximum value of a metric of a row, as logged. */
export function metricValues(
  { details, metrics }: ExperimentRow,
  name: string,
): { readonly last: string | number; readonly min: string | number; readonly max: string | number } | null {
  const ends = metrics?.get(name);
  if (ends !== undefined) return { last: ends.current, min: ends.min, max: ends.max };
  const metric = metrics === undefined ? details?.metrics.find((one) => one.name === name) : undefined;
  return metric === undefined
    ? null
    : { last: metric.valueCurrent ?? '', min: metric.valueMin ?? '', max: metric.valueMax ?? '' };
}

/** Returns the metric names of a row, as far as they are loaded. */
export function metricNamesOf({ details, metrics }: Omit<ExperimentRow, 'metadata'>): Iterable<string> {
  return metrics?.keys() ?? (details?.metrics ?? []).map(({ name }) => name);
}

/** Returns whether the value of a cell is loaded. */
export function cellKnown({ details, metrics }: ExperimentRow, id: ColumnId): boolean {
  const { kind, name } = columnParts(id);
  if (kind === 'tag') return details !== null;
  return name === '' || details !== null || (metrics !== undefined && kind !== 'parameter');
}

/**
 * Column id in a view state: `state`, `tag`, `notes`, `started`, `parameter:lr`, `metric:loss`, `min:loss`, `max:loss`,
 * or `spark:loss` for a sparkline.
 */
export type ColumnId = string;

/** Text and sort key of a cell. */
export interface Cell {
  readonly text: string;
  readonly order: number | string | null;
}

const emptyCell: Cell = { text: '', order: null };

/** Splits a column id into its kind and name; the name is empty for fixed columns. */
export function columnParts(id: ColumnId): { readonly kind: string; readonly name: string } {
  const colon = id.indexOf(':');
  return colon === -1 ? { kind: id, name: '' } : { kind: id.slice(0, colon), name: id.slice(colon + 1) };
}

/** Returns the heading of a column. */
export function columnTitle(id: ColumnId, t: Translate): string {
  const { kind, name } = columnParts(id);
  switch (kind) {
    case 'name':
      return t('Name');
    case 'state':
      return t('State');
    case 'tag':
      return t('Tags');
    case 'notes':
      return t('Notes');
    case 'started':
      return t('Started');
    case 'duration':
      return t('Duration');
    case 'key':
      return t('Key');
    case 'min':
      return t('%1 min', name);
    case 'max':
      return t('%1 max', name);
    case 'spark':
      return t('%1 trend', name);
    default:
      return name;
  }
}

function valueCell(value: string | number | null | undefined): Cell {
  if (value === null || value === undefined || value === '') return emptyCell;
  const number = numberOf(value);
  // A value that is not a number sorts as text. NaN has no order, so it sorts with the empty values.
  const order = number === null ? String(value).toLowerCase() : Number.isNaN(number) ? null : number;
  return { text: valueText(value), order };
}

/** Returns the cell of a row in a column. */
export function cellOf(row: ExperimentRow, id: ColumnId): Cell {
  const { metadata, details } = row;
  const { kind, name } = columnParts(id);
  switch (kind) {
    case 'name': {
      const label = experimentLabel(metadata);
      return { text: label, order: label.toLowerCase() };
    }
    case 'state': {
      const state = experimentState(metadata);
      return { text: state, order: state };
    }
    case 'key':
      return { text: metadata.experimentKey, order: metadata.experimentKey };
    case 'started':
      return { text: dateText(metadata.startTimeMillis), order: metadata.startTimeMillis || null };
    case 'duration':
      return { text: durationText(metadata.durationMillis), order: metadata.durationMillis || null };
    case 'tag': {
      const text = (details?.tags ?? []).join(', ');
      return text ? { text, order: text.toLowerCase() } : emptyCell;
    }
    case 'parameter':
      return valueCell(details?.parameters.find((parameter) => parameter.name === name)?.valueCurrent);
    default: {
      const values = metricValues(row, name);
      return valueCell(kind === 'min' ? values?.min : kind === 'max' ? values?.max : values?.last);
    }
  }
}

/** Returns every column that at least one experiment has a value for, for the column chooser. */
export function availableColumns(rows: readonly ExperimentRow[]): ColumnId[] {
  const parameters = new Set<string>();
  const metrics = new Set<string>();
  for (const row of rows) {
    for (const { name } of row.details?.parameters ?? []) parameters.add(name);
    for (const name of metricNamesOf(row)) metrics.add(name);
  }
  const sorted = (names: Set<string>) => [...names].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
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
    return !ignored.includes(name) && new Set(known.map((row) => cellOf(row, id).order)).size !== 1;
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
 * Parameters ranked last in the automatic choice even if they differ: progress, paths, hosts, ids and times.
 * Parameters that are different in almost every experiment rank last too.
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
    .map(([name, seen]) => ({ name, weak: incidental.test(name) || (known > 5 && seen.size > 0.9 * known) }))
    .sort((a, b) => Number(a.weak) - Number(b.weak) || a.name.localeCompare(b.name, 'en'))
    .slice(0, maxParameters)
    .map(({ name }) => `parameter:${name}`);
  const metrics = [...having]
    .filter(([id]) => id.startsWith('metric:') && !id.startsWith('metric:sys.'))
    .map(([id, count]) => ({ name: id.slice('metric:'.length), count }))
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

/** Sorts rows by a column. The sort is stable, and rows without a value come last in both directions. */
export function sortedRows(
  rows: readonly ExperimentRow[],
  sort: { readonly column: ColumnId; readonly descending: boolean } | undefined,
): readonly ExperimentRow[] {
  if (!sort) return rows;
  return sortedBy(rows, (row) => cellOf(row, sort.column).order, sort.descending);
}

/** Sorts items by a value, numbers before texts. The sort is stable, and items without a value come last. */
export function sortedBy<Item>(
  items: readonly Item[],
  orderOf: (item: Item) => Cell['order'],
  descending: boolean,
): readonly Item[] {
  const sign = descending ? -1 : 1;
  return items
    .map((item) => ({ item, order: orderOf(item) }))
    .sort((a, b) => {
      if (a.order === null || b.order === null) return Number(a.order === null) - Number(b.order === null);
      if (typeof a.order === 'number' && typeof b.order === 'number') return sign * (a.order - b.order);
      if (typeof a.order === typeof b.order)
        return sign * String(a.order).localeCompare(String(b.order), 'en', { numeric: true });
      return sign * (typeof a.order === 'number' ? -1 : 1);
    })
    .map(({ item }) => item);
}

/** Returns the rows that contain each word of a search in name, key, tags, state or a shown column. */
export function foundRows(
  rows: readonly ExperimentRow[],
  search: string,
  columns: readonly ColumnId[],
): readonly ExperimentRow[] {
  if (search.trim() === '') return rows;
  const searched = [...new Set(['name', 'key', 'state', 'tag', ...columns])];
  return rows.filter((row) => {
    const text = searched
      .map((id) => {
        const { text, order } = cellOf(row, id);
        // Logged numbers are also found in their original notation, regardless of the locale of the table.
        return typeof order === 'number' && id.includes(':') ? `${text}\n${order}` : text;
      })
      .join('\n');
    return containsWords(text, search);
  });
}
