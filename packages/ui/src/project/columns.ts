import { experimentLabel, experimentState } from '../records/experiment-label.ts';
import type { ExperimentDetails, Metadata, MetricOverview } from '../source/view-source.ts';
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

function valueCell(value: string | number | null | undefined, format = valueText): Cell {
  if (value === null || value === undefined || value === '') return emptyCell;
  const number = numberOf(value);
  // A value that is not a number sorts as text. NaN has no order, so it sorts with the empty values.
  const order = number === null ? String(value).toLowerCase() : Number.isNaN(number) ? null : number;
  return { text: format(value), order };
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
      // A parameter is user input, so its text is shown unchanged.
      return valueCell(details?.parameters.find((parameter) => parameter.name === name)?.valueCurrent, String);
    default: {
      const values = metricValues(row, name);
      return valueCell(kind === 'min' ? values?.min : kind === 'max' ? values?.max : values?.last);
    }
  }
}
