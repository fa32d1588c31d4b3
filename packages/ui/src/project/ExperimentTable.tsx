import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import type { ChartExperiment } from '../charts/index.ts';
import { DataTable } from '../components/DataTable.tsx';
import { experimentLabel } from '../records/experiment-label.ts';
import { useView } from '../view/view-context.ts';
import { type ExperimentRow, foundRows, sortedRows } from './columns.ts';
import type { SparkStore } from './spark-store.ts';
import { TableToolbar } from './TableToolbar.tsx';
import { useTableColumns } from './use-table-columns.ts';
import type { TableContent } from './use-table-content.ts';

/** Properties of the experiment table. */
export interface ExperimentTableProps {
  readonly content: TableContent;
  /** Prefix of the exported file's name. */
  readonly projectName: string;
  readonly selection: ReadonlySet<string>;
  /** Colors and line styles of the experiments drawn in the charts, by experiment key. */
  readonly colors: ReadonlyMap<string, ChartExperiment>;
  readonly sparks: SparkStore;
  readonly onSelection: (selection: ReadonlySet<string>) => void;
  /** Called with the keys of the visible rows. */
  readonly onRange: (experimentKeys: readonly string[]) => void;
}

const keyOf = (row: ExperimentRow) => row.metadata.experimentKey;

/** Table of a project's experiments, with search, column chooser and selection. */
export function ExperimentTable(props: ExperimentTableProps): ReactElement {
  const { projectName, selection, sparks, onSelection } = props;
  const { rows, columns: chosen, nameWidth } = props.content;
  const { state, setState, t, host } = useView();
  const { sort, search = '' } = state.table ?? {};
  const { ids, columns, sparkNames } = useTableColumns(rows, chosen, props.colors, nameWidth, sparks);
  const shown = useMemo(() => sortedRows(foundRows(rows, search, ids), sort), [rows, search, ids, sort]);
  const visible = useRef<readonly string[]>([]);
  useEffect(() => sparks.want(visible.current, sparkNames), [sparks, sparkNames]);
  const setTable = (change: Partial<NonNullable<typeof state.table>>) =>
    setState((before) => ({ ...before, table: { ...before.table, ...change } }));
  return (
    <section aria-label={t('Experiments')} className="tl-table-section">
      <TableToolbar
        rows={rows}
        shown={shown}
        chosen={chosen}
        columns={ids}
        selected={selection.size}
        projectName={projectName}
        onTable={setTable}
      />
      <DataTable
        label={t('Experiments')}
        columns={columns}
        rows={shown}
        rowId={keyOf}
        sort={sort}
        onSort={(column) => setTable({ sort: nextSort(sort, column) })}
        selection={selection}
        onSelect={(row, selected) => {
          const next = new Set(selection);
          if (selected) next.add(keyOf(row));
          else next.delete(keyOf(row));
          onSelection(next);
        }}
        selectLabel={(row) => t('Show %1 in the charts', experimentLabel(row.metadata))}
        selectAllLabel={t('Show all in the charts')}
        onSelectAll={(selected) => onSelection(new Set(selected ? shown.map(keyOf) : []))}
        onActivate={(row, { newPanel }) =>
          host.open({ kind: 'experiment', experimentKey: keyOf(row) }, { newPanel, activate: true })
        }
        onRange={(range) => {
          visible.current = range.map(keyOf);
          props.onRange(visible.current);
          sparks.want(visible.current, sparkNames);
        }}
        maxHeight={288}
      />
    </section>
  );
}

/** Cycles through ascending, descending and unsorted. */
function nextSort(sort: { readonly column: string; readonly descending: boolean } | undefined, column: string) {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? undefined : { column, descending: true };
}
