import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { ChartExperiment, ChartGroup } from '../charts/index.ts';
import { DataTable } from '../components/DataTable.tsx';
import type { RowLevel } from '../components/table-column.ts';
import { useTranslate } from '../components/translate-context.ts';
import { useEvent } from '../components/use-event.ts';
import { experimentLabel } from '../records/experiment-label.ts';
import { useView, useViewState } from '../view/view-context.ts';
import { widthWithBest, widthWithGroups } from './column-widths.ts';
import { entryColumns } from './entry-columns.tsx';
import { type OpenRowMenu, RowMenu } from './RowMenu.tsx';
import { foundRows, sortedRows } from './row-order.ts';
import type { SparkStore } from './spark-store.ts';
import { TableToolbar } from './TableToolbar.tsx';
import { type TableEntry, tableEntries } from './table-entries.ts';
import { useObjective } from './use-objective.ts';
import { useTableCells } from './use-table-cells.tsx';
import { useTableChoices } from './use-table-choices.ts';
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
  /** Groups that are drawn in the charts, by key. */
  readonly groups: ReadonlyMap<string, ChartGroup>;
  readonly sparks: SparkStore;
  readonly onSelection: (selection: ReadonlySet<string>) => void;
  /** Called with the keys of the visible rows. */
  readonly onRange: (experimentKeys: readonly string[]) => void;
}

/** Table of a project's experiments, with search, column chooser, groups and selection. */
export function ExperimentTable(props: ExperimentTableProps): ReactElement {
  const { projectName, selection, sparks, groups, onSelection } = props;
  const { rows, columns: chosen, nameWidth } = props.content;
  const t = useTranslate();
  const { host } = useView();
  const { sort, search = '', top = none, opened = none } = useViewState((state) => state.table) ?? {};
  const group = useViewState((state) => state.charts?.group);
  const { setTable, toggleGroup } = useTableChoices();
  const [menu, setMenu] = useState<OpenRowMenu | null>(null);
  const objective = useObjective(rows);
  const { cells, store } = useTableCells(sparks, { ...objective, onMenu: setMenu });
  const width = widthWithGroups(widthWithBest(nameWidth, objective.best?.metadata), groups.values());
  const { ids, columns: experimentCells, sparkNames } = useTableColumns(rows, chosen, props.colors, width, cells);
  const shown = useMemo(() => sortedRows(foundRows(rows, search, ids), sort), [rows, search, ids, sort]);
  const entries = useMemo(
    () => tableEntries(shown, { top, group, opened, sort }, t),
    [shown, top, group, opened, sort, t],
  );
  const columns = useMemo(() => entryColumns(experimentCells, group, groups, t), [experimentCells, group, groups, t]);
  const { selected, mixed } = useMemo(() => selectedEntries(entries, selection), [entries, selection]);
  const visible = useRef<readonly string[]>([]);
  const requestVisible = useEvent(() => {
    sparks.request(visible.current, sparkNames);
    if (ids.includes('notes')) store.request(visible.current);
  });
  useEffect(() => requestVisible(), [requestVisible, sparks, sparkNames, store, ids]);
  return (
    <section aria-label={t('Experiments')} className="tl-table-section">
      <TableToolbar
        rows={rows}
        shown={shown}
        chosen={chosen}
        columns={ids}
        selection={selection}
        projectName={projectName}
        {...objective}
        complete={props.content.complete}
        onTable={setTable}
      />
      <DataTable
        label={t('Experiments')}
        columns={columns}
        rows={entries}
        rowId={entryKey}
        sort={sort}
        onSort={(column) => setTable({ sort: nextSort(sort, column) })}
        selection={selected}
        mixed={mixed}
        onSelect={(entry, isSelected) => onSelection(withEntry(selection, entry, isSelected))}
        selectLabel={(entry) =>
          t('Show %1 in the charts', entry.kind === 'group' ? entry.label : experimentLabel(entry.row.metadata))
        }
        selectAllLabel={t('Show all in the charts')}
        onSelectAll={(isSelected) => onSelection(new Set(isSelected ? entries.flatMap(keysOf) : []))}
        onActivate={(entry, { newPanel }) => {
          if (entry.kind === 'group') return toggleGroup(entry.key);
          host.open({ kind: 'experiment', experimentKey: entry.key }, { newPanel, activate: true });
        }}
        {...(group && { tree: levelOf })}
        onMenu={(entry, at) => entry.kind === 'experiment' && setMenu({ row: entry.row, at })}
        onRange={(range) => {
          visible.current = range.flatMap((entry) => (entry.kind === 'group' ? [] : [entry.key]));
          props.onRange(visible.current);
          requestVisible();
        }}
        maxHeight={288}
      />
      {menu !== null && (
        <RowMenu
          open={menu}
          best={objective.best}
          selection={selection}
          onSelection={onSelection}
          onClose={() => setMenu(null)}
        />
      )}
    </section>
  );
}

const none: readonly string[] = [];
const entryKey = ({ key }: TableEntry) => key;

/** Returns the keys of the experiments of a row. */
const keysOf = (entry: TableEntry): readonly string[] =>
  entry.kind === 'group' ? entry.members.map(({ metadata }) => metadata.experimentKey) : [entry.key];

const levelOf = (entry: TableEntry): RowLevel =>
  entry.kind === 'group' ? { level: 1, expanded: entry.open } : { level: entry.level, expanded: null };

/** Returns the selected experiments after a row is selected or not. */
function withEntry(selection: ReadonlySet<string>, entry: TableEntry, selected: boolean): ReadonlySet<string> {
  const next = new Set(selection);
  for (const key of keysOf(entry)) {
    if (selected) next.add(key);
    else next.delete(key);
  }
  return next;
}

/** Returns the keys of the selected rows, and of the groups of which only some experiments are selected. */
function selectedEntries(entries: readonly TableEntry[], selection: ReadonlySet<string>) {
  const selected = new Set(selection);
  const mixed = new Set<string>();
  for (const entry of entries) {
    if (entry.kind !== 'group') continue;
    const count = keysOf(entry).filter((key) => selection.has(key)).length;
    if (count === entry.members.length) selected.add(entry.key);
    else if (count > 0) mixed.add(entry.key);
  }
  return { selected, mixed };
}

/** Cycles through ascending, descending and unsorted. */
function nextSort(sort: { readonly column: string; readonly descending: boolean } | undefined, column: string) {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? undefined : { column, descending: true };
}
