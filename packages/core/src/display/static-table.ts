import { chartedMetrics, mainNames } from './copy-choice.ts';
import { valueText } from './value-text.ts';
import type { SnapshotExperiment } from './view-payload.ts';
import type { ViewState } from './view-state.ts';

/** Rows of a table of experiments, and of one experiment's metrics; columns of values, where the view does not choose and where it does. */
export const experimentRows = 20;
const metricRows = 8;
const mainColumns = 4;
const chosenColumns = 8;

const fields = { metric: 'valueCurrent', min: 'valueMin', max: 'valueMax', parameter: 'valueCurrent' } as const;

/** A column of values: which of them, of which metric or parameter. */
interface ValueColumn {
  readonly kind: keyof typeof fields;
  readonly name: string;
}

/** The columns of values: those the view's table has, pinned ones first, else the last values of the metrics it has charts of. */
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
  const main = chartedMetrics(mainNames(experiments.map(({ metrics }) => metrics)), state);
  return main.slice(0, mainColumns).map((name) => ({ kind: 'metric', name }));
}

/** The rows of the table, its head first: one experiment's metrics, or many experiments with the values that the view shows. */
export function staticTable(experiments: readonly SnapshotExperiment[], state: ViewState, single: boolean): string[][] {
  const [only] = experiments;
  if (only === undefined) return [];
  if (single) {
    const rows = only.metrics
      .slice(0, metricRows)
      .map((metric) => [
        metric.name,
        valueText(metric.valueCurrent),
        valueText(metric.valueMin),
        valueText(metric.valueMax),
      ]);
    return rows.length === 0 ? [] : [['metric', 'last', 'least', 'greatest'], ...rows];
  }
  const columns = valueColumns(experiments, state);
  const rows = experiments.slice(0, experimentRows).map(({ metadata, metrics, parameters }) => [
    metadata.experimentName || metadata.experimentKey,
    ...columns.map(({ kind, name }) => {
      const records = kind === 'parameter' ? parameters : metrics;
      return valueText(records.find((record) => record.name === name)?.[fields[kind]]);
    }),
  ]);
  const title = ({ kind, name }: ValueColumn) => (kind === 'min' || kind === 'max' ? `${name} ${kind}` : name);
  return [['experiment', ...columns.map(title)], ...rows];
}
