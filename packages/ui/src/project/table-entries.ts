import { type AggregationRule, aggregated, type ChartGroup, groupsBy } from '@tracklens/core/charts';
import { type ExperimentState, experimentState } from '../records/experiment-label.ts';
import type { ExperimentDetails } from '../source/view-source.ts';
import { numberText } from '../text/number-text.ts';
import { durationText } from '../text/time-text.ts';
import { counted, type Translate } from '../text/translate.ts';
import { type ColumnId, cellOf, columnParts, type ExperimentRow } from './columns.ts';
import { sortedBy } from './row-order.ts';

/** Experiments with the same value of a parameter, or the same tags, as one row of the table. */
export interface GroupEntry {
  readonly kind: 'group';
  /** Key of the group, the same as in the charts. */
  readonly key: string;
  readonly label: string;
  readonly members: readonly ExperimentRow[];
  readonly open: boolean;
}

/** Experiment as a row of the table. */
interface ExperimentEntry {
  readonly kind: 'experiment';
  readonly key: string;
  readonly row: ExperimentRow;
  /** 2 below a group, otherwise 1. */
  readonly level: 1 | 2;
}

/** Row of the table. */
export type TableEntry = GroupEntry | ExperimentEntry;

/** Arrangement of the rows of the table. */
export interface EntryArrangement {
  /** Keys of the experiments at the top. */
  readonly top: readonly string[];
  /** Grouping of the charts and the table; undefined without one. */
  readonly group: ({ readonly by: string } & AggregationRule) | undefined;
  /** Keys of the groups whose experiments are shown. */
  readonly opened: readonly string[];
  readonly sort: { readonly column: ColumnId; readonly descending: boolean } | undefined;
}

/**
 * Returns the rows of the table for sorted experiments: those at the top, then the groups with the experiments of the
 * open ones, or the other experiments. Experiments whose details are not loaded follow the groups. Each experiment is
 * listed once; those at the top still count in the values of their groups.
 */
export function tableEntries(
  rows: readonly ExperimentRow[],
  { top, group, opened, sort }: EntryArrangement,
  t: Translate,
): readonly TableEntry[] {
  const topKeys = new Set(top);
  const isOnTop = ({ metadata }: ExperimentRow) => topKeys.has(metadata.experimentKey);
  const entryOf = (row: ExperimentRow, level: 1 | 2 = 1): ExperimentEntry => {
    return { kind: 'experiment', key: row.metadata.experimentKey, row, level };
  };
  const first = rows.filter(isOnTop).map((row) => entryOf(row));
  const others = first.length === 0 ? rows : rows.filter((row) => !isOnTop(row));
  if (group === undefined) return [...first, ...others.map((row) => entryOf(row))];
  const groups = groupEntries(rows, group.by, opened, t);
  const ordered =
    sort === undefined
      ? groups
      : sortedBy(groups, (entry) => groupCell(entry, sort.column, group, t).order, sort.descending);
  return [
    ...first,
    ...ordered.flatMap((entry) => [
      entry,
      ...(entry.open ? entry.members.filter((row) => !isOnTop(row)).map((row) => entryOf(row, 2)) : []),
    ]),
    ...others.filter(({ details }) => details === null).map((row) => entryOf(row)),
  ];
}

function groupEntries(
  rows: readonly ExperimentRow[],
  by: string,
  opened: readonly string[],
  t: Translate,
): readonly GroupEntry[] {
  const loaded = rows.filter(({ details }) => details !== null);
  const byKey = new Map(loaded.map((row) => [row.metadata.experimentKey, row]));
  const details = new Map<string, ExperimentDetails>(loaded.map((row) => [row.metadata.experimentKey, row.details!]));
  const experiments = loaded.map(({ metadata }) => ({ key: metadata.experimentKey, label: '' }));
  return groupsBy(experiments, details, by, t).map((group: ChartGroup) => ({
    kind: 'group',
    key: group.key,
    label: group.label,
    members: group.members.map((key) => byKey.get(key)!),
    open: opened.includes(group.key),
  }));
}

/** Aggregated value of a group in a column. */
interface GroupCell {
  readonly text: string;
  readonly order: number | string | null;
}

/**
 * Returns the value of a group in a column: for numbers what the charts draw, the mean or median with the band; the
 * common value of a parameter, otherwise the number of its values; the number of experiments in each state.
 */
export function groupCell({ members }: GroupEntry, id: ColumnId, rule: AggregationRule, t: Translate): GroupCell {
  const { kind, name } = columnParts(id);
  const cells = members.map((row) => cellOf(row, id));
  const values = cells.map(({ order }) => order).filter((order) => order !== null);
  const numbers = values.filter((value) => typeof value === 'number' && Number.isFinite(value)) as number[];
  const isMeasured = name !== '' && kind !== 'parameter';
  if ((isMeasured || kind === 'duration') && numbers.length > 0) {
    const { center, low, high } = aggregated(
      numbers.map((value) => ({ x: Float64Array.of(0), y: Float64Array.of(value), breaks: Uint8Array.of(0) })),
      rule,
    );
    const text = kind === 'duration' ? durationText : numberText;
    return { text: withBand(text, rule.band, center[0]!, low[0]!, high[0]!), order: center[0]! };
  }
  const texts = [...new Set(cells.map((cell) => cell.text).filter(Boolean))];
  if (kind === 'state') {
    const counts = stateCounts(members);
    return { text: counts.map(([state, count]) => `${count} ${t(state)}`).join(', '), order: null };
  }
  if (texts.length <= 1) return { text: texts[0] ?? '', order: values[0] ?? null };
  return kind === 'parameter' || kind === 'tag'
    ? { text: counted(t, texts.length, '%1 value', '%1 values'), order: null }
    : { text: '', order: null };
}

/** Returns the number of experiments in each state, for the states that occur. */
export function stateCounts(members: readonly ExperimentRow[]): readonly (readonly [ExperimentState, number])[] {
  const counts = new Map<ExperimentState, number>();
  for (const { metadata } of members) {
    const state = experimentState(metadata);
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return [...counts];
}

function withBand(
  text: (value: number) => string,
  band: AggregationRule['band'],
  center: number,
  low: number,
  high: number,
): string {
  if (band === 'none' || low === high) return text(center);
  return band === 'range'
    ? `${text(center)} (${text(low)} – ${text(high)})`
    : `${text(center)} ± ${text(high - center)}`;
}
