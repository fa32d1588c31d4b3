import { orderedMetrics } from '../charts/metric-groups.ts';
import { valueText } from '../charts/value-text.ts';
import type { ViewState } from '../targets/view-state.ts';
import { chartedMetrics, mainNames } from './snapshot-selection.ts';
import type { Snapshot, SnapshotExperiment } from './view-payload.ts';

/** Maximum number of table rows; of value columns by default, and when the view selects them. */
const rowLimit = 20;
const mainColumns = 4;
const chosenColumns = 8;

const fields = { metric: 'valueCurrent', min: 'valueMin', max: 'valueMax' } as const;

/** Column of values of one metric or parameter. */
interface ValueColumn {
  readonly kind: keyof typeof fields | 'parameter';
  readonly name: string;
}

/**
 * Returns the value columns: those of the view's table (pinned ones first), otherwise the last values of the charted
 * metrics, or of the main ones if the view charts none.
 */
function valueColumns(experiments: readonly SnapshotExperiment[], state: ViewState): ValueColumn[] {
  const { columns, pinned = [] } = state.table ?? {};
  if (columns !== undefined) {
    const ordered = new Set([...pinned.filter((id) => columns.includes(id)), ...columns]);
    const chosen = [...ordered].flatMap((id): ValueColumn[] => {
      const [, kind, name] = /^(metric|min|max|parameter):(.+)$/s.exec(id) ?? [];
      return kind === undefined ? [] : [{ kind: kind as ValueColumn['kind'], name: name! }];
    });
    return chosen.slice(0, chosenColumns);
  }
  const main = mainNames(experiments.map(({ metrics }) => metrics));
  const charted = chartedMetrics(main, state);
  const shown = charted.length > 0 ? charted : chartedMetrics(main, null);
  return shown.slice(0, mainColumns).map((name) => ({ kind: 'metric', name }));
}

/** Table rows with their column titles. */
export interface StaticTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Number of rows that were cut off. */
  readonly more: number;
}

/** Returns a table of at most `limit` rows. `all` is the number of rows of the complete table. */
export function limitedTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  limit = rowLimit,
  all = rows.length,
): StaticTable {
  return { columns, rows: rows.slice(0, limit), more: Math.max(0, all - Math.min(limit, rows.length)) };
}

/**
 * Returns the tables of one experiment: metrics and parameters, or only one of them in its own tab. `whole` contains
 * the full numbers of records.
 */
export function experimentTables(
  { metrics, parameters }: SnapshotExperiment,
  { tab }: ViewState,
  whole: Snapshot['whole'],
): StaticTable[] {
  const all = whole?.records;
  const order = orderedMetrics(metrics.map(({ name }) => name));
  const ordered = [...metrics].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  const values = ordered.map((metric) => [
    metric.name,
    valueText(metric.valueCurrent),
    valueText(metric.valueMin),
    valueText(metric.valueMax),
  ]);
  const parameterRows = parameters.map(({ name, valueCurrent }) => [name, valueCurrent ?? '']);
  return [
    ...(tab === 'parameters' ? [] : [limitedTable(['metric', 'last', 'min', 'max'], values, rowLimit, all?.metrics)]),
    ...(tab === 'metrics' ? [] : [limitedTable(['parameter', 'value'], parameterRows, rowLimit, all?.parameters)]),
  ].filter(({ rows, more }) => rows.length + more > 0);
}

/** Returns the table of many experiments, with the values that the view shows. */
export function projectTable(experiments: readonly SnapshotExperiment[], state: ViewState): StaticTable {
  const columns = valueColumns(experiments, state);
  const title = ({ kind, name }: ValueColumn) => (kind === 'min' || kind === 'max' ? `${name} ${kind}` : name);
  const rows = experiments.slice(0, rowLimit).map(({ metadata, tags, metrics, parameters }) => [
    metadata.experimentName || metadata.experimentKey,
    metadata.hasCrashed ? 'crashed' : metadata.running ? 'running' : 'finished',
    tags.join(', '),
    ...columns.map(({ kind, name }) => {
      const isNamed = (record: { readonly name: string }) => record.name === name;
      // A parameter is user input, so its text is unchanged.
      if (kind === 'parameter') return parameters.find(isNamed)?.valueCurrent ?? '';
      return valueText(metrics.find(isNamed)?.[fields[kind]]);
    }),
  ]);
  return { columns: ['experiment', 'state', 'tags', ...columns.map(title)], rows, more: 0 };
}
