import { type ReactElement, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { ChartExperiment } from '../charts/index.ts';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { experimentLabel } from '../trees/experiment-label.ts';
import { useView } from '../viewer/view-context.ts';
import { arrangedColumns, type ColumnId, columnParts, type ExperimentRow, foundRows, sortedRows } from './columns.ts';
import { experimentColumn } from './experiment-columns.tsx';
import type { SparkStore } from './spark-store.ts';
import { TableToolbar } from './TableToolbar.tsx';

/** Table of a project's experiments, with search, column chooser and selection. */
export function ExperimentTable({
  rows,
  columns: chosen,
  nameWidth,
  projectName,
  selection,
  colors,
  sparks,
  onSelection,
  onRange,
}: {
  readonly rows: readonly ExperimentRow[];
  readonly columns: readonly ColumnId[];
  /** Width of the name column in pixels. */
  readonly nameWidth: number;
  /** Prefix of the exported file's name. */
  readonly projectName: string;
  readonly selection: ReadonlySet<string>;
  /** Colors and line styles of the experiments drawn in the charts, by experiment key. */
  readonly colors: ReadonlyMap<string, ChartExperiment>;
  readonly sparks: SparkStore;
  readonly onSelection: (selection: ReadonlySet<string>) => void;
  /** Called with the keys of the visible rows. */
  readonly onRange: (experimentKeys: readonly string[]) => void;
}): ReactElement {
  const { state, setState, t, host } = useView();
  const { sort, search = '', pinned, differencesOnly, ignored } = state.table ?? {};
  const columns = useMemo(
    () => arrangedColumns(rows, chosen, { pinned, differencesOnly, ignored }),
    [rows, chosen, pinned, differencesOnly, ignored],
  );
  const shown = useMemo(() => sortedRows(foundRows(rows, search, columns), sort), [rows, search, columns, sort]);
  const drawn = useSyncExternalStore(sparks.subscribe, () => sparks.version);
  const sparkNames = useMemo(
    () => columns.filter((id) => id.startsWith('spark:')).map((id) => columnParts(id).name),
    [columns],
  );
  const inSight = useRef<readonly string[]>([]);
  useEffect(() => sparks.want(inSight.current, sparkNames), [sparks, sparkNames]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: cells are rendered again when sparklines are loaded.
  const tableColumns = useMemo<TableColumn<ExperimentRow>[]>(
    () =>
      ['name', ...columns].map((id) => ({
        ...experimentColumn(id, colors, nameWidth, sparks, t),
        pinned: (pinned?.length ?? 0) > 0 && (id === 'name' || pinned!.includes(id)),
      })),
    [columns, colors, nameWidth, pinned, sparks, drawn, t],
  );
  const setTable = (change: Partial<NonNullable<typeof state.table>>) =>
    setState((before) => ({ ...before, table: { ...before.table, ...change } }));

  return (
    <section aria-label={t('Experiments')} className="tl-table-section">
      <TableToolbar
        rows={rows}
        shown={shown}
        chosen={chosen}
        columns={columns}
        selected={selection.size}
        projectName={projectName}
        onTable={setTable}
      />
      <DataTable
        label={t('Experiments')}
        columns={tableColumns}
        rows={shown}
        rowId={(row) => row.metadata.experimentKey}
        sort={sort}
        onSort={(column) => setTable({ sort: nextSort(sort, column) })}
        selection={selection}
        onSelect={(row, selected) => {
          const next = new Set(selection);
          if (selected) next.add(row.metadata.experimentKey);
          else next.delete(row.metadata.experimentKey);
          onSelection(next);
        }}
        selectLabel={(row) => t('Show %1 in the charts', experimentLabel(row.metadata))}
        selectAllLabel={t('Show all in the charts')}
        onSelectAll={(selected) => onSelection(new Set(selected ? shown.map((row) => row.metadata.experimentKey) : []))}
        onActivate={(row, { newPanel }) =>
          host.open({ kind: 'experiment', experimentKey: row.metadata.experimentKey }, { newPanel, activate: true })
        }
        onRange={(seen) => {
          inSight.current = seen.map((row) => row.metadata.experimentKey);
          onRange(inSight.current);
          sparks.want(inSight.current, sparkNames);
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
