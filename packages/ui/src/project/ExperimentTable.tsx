import { type ReactElement, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { exportName } from '../charts/export/file-name.ts';
import type { ChartExperiment } from '../charts/index.ts';
import { SeriesMark } from '../gallery/SeriesMark.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { Icon } from '../parts/Icon.tsx';
import { SearchField } from '../parts/SearchField.tsx';
import { StateLabel } from '../parts/StateLabel.tsx';
import { saveFile } from '../parts/save-file.ts';
import { Tags } from '../parts/Tags.tsx';
import { failureOf } from '../source/failure.ts';
import { utcText } from '../text/time-text.ts';
import { experimentLabel, experimentState } from '../trees/experiment-label.ts';
import { useView } from '../viewer/view-context.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import {
  arrangedColumns,
  type ColumnId,
  cellKnown,
  cellOf,
  columnParts,
  columnTitle,
  type ExperimentRow,
  foundRows,
  metricValues,
  sortedRows,
} from './columns.ts';
import { SparkCell, sparkText } from './SparkCell.tsx';
import type { SparkStore } from './spark-store.ts';
import { tableAsCsv, tableAsText } from './table-text.ts';

/** The table of a project's experiments with its search, its columns and its selection. */
export function ExperimentTable({
  rows,
  columns: chosen,
  projectName,
  selection,
  colors,
  sparks,
  onSelection,
  onRange,
}: {
  readonly rows: readonly ExperimentRow[];
  readonly columns: readonly ColumnId[];
  /** Begins the name of the saved table. */
  readonly projectName: string;
  readonly selection: ReadonlySet<string>;
  /** The looks of those that have a line in the charts. */
  readonly colors: ReadonlyMap<string, ChartExperiment>;
  readonly sparks: SparkStore;
  readonly onSelection: (selection: ReadonlySet<string>) => void;
  /** Called with the keys of the rows in sight. */
  readonly onRange: (experimentKeys: readonly string[]) => void;
}): ReactElement {
  const { state, setState, t, host } = useView();
  const { sort, search = '', pinned, differencesOnly, ignored } = state.table ?? {};
  const columns = useMemo(
    () => arrangedColumns(rows, chosen, { pinned, differencesOnly, ignored }),
    [rows, chosen, pinned, differencesOnly, ignored],
  );
  const shown = useMemo(() => sortedRows(foundRows(rows, search, columns), sort), [rows, search, columns, sort]);
  const nameWidth = useMemo(() => widthOfNames(rows), [rows]);
  const drawn = useSyncExternalStore(sparks.subscribe, () => sparks.version);
  const sparkNames = useMemo(
    () => columns.filter((id) => id.startsWith('spark:')).map((id) => columnParts(id).name),
    [columns],
  );
  const inSight = useRef<readonly string[]>([]);
  useEffect(() => sparks.want(inSight.current, sparkNames), [sparks, sparkNames]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: cells are drawn anew when lines have come.
  const tableColumns = useMemo<TableColumn<ExperimentRow>[]>(
    () =>
      ['name', ...columns].map((id) => ({
        ...tableColumn(id, colors, nameWidth, sparks, t),
        pinned: (pinned?.length ?? 0) > 0 && (id === 'name' || pinned!.includes(id)),
      })),
    [columns, colors, nameWidth, pinned, sparks, drawn, t],
  );
  const setTable = (change: Partial<NonNullable<typeof state.table>>) =>
    setState((before) => ({ ...before, table: { ...before.table, ...change } }));

  const written = ['name', 'key', ...columns.filter((id) => id !== 'key' && !id.startsWith('spark:'))];
  const saveCsv = async () => {
    try {
      const bytes = new TextEncoder().encode(tableAsCsv(shown, written, t));
      await saveFile(host, `${exportName(projectName, 'experiments', Date.now())}.csv`, bytes, 'text/csv');
    } catch (error) {
      const { message, remedy } = failureOf(error);
      host.report({ message: `${t('The table could not be saved.')} ${t(message)}`, remedy });
    }
  };

  return (
    <section aria-label={t('Experiments')} className="tl-table-section">
      <div className="tl-toolbar">
        <SearchField value={search} onChange={(next) => setTable({ search: next })} label={t('Search experiments')} />
        <span className="tl-count">
          {t('%1 of %2', shown.length, rows.length)} · {t('%1 chosen', selection.size)}
        </span>
        <span className="tl-space" />
        <ColumnChooser
          rows={rows}
          chosen={chosen}
          pinned={pinned ?? []}
          differencesOnly={differencesOnly ?? false}
          onPin={(next) => setTable({ pinned: next.length === 0 ? undefined : [...next] })}
          onDifferencesOnly={(next) => setTable({ differencesOnly: next })}
          automatic={state.table?.columns === undefined}
          onChange={(next) => setTable({ columns: next === null ? undefined : [...next] })}
        />
        <button type="button" className="tl-button" title={t('Save the table as CSV')} onClick={saveCsv}>
          <Icon name="download" />
          CSV
        </button>
        <CopyButton
          text={() => tableAsText(shown, written, t)}
          label={t('Copy the table')}
          t={t}
          onFailure={host.report}
        />
      </div>
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

/** A first click orders up, a second down, a third not at all. */
function nextSort(sort: { readonly column: string; readonly descending: boolean } | undefined, column: string) {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? undefined : { column, descending: true };
}

const widths: Readonly<Record<string, number>> = {
  state: 96,
  tag: 208,
  started: 150,
  duration: 90,
  key: 110,
  spark: 116,
};

/** What the padding of a cell leaves to its tags. */
const tagRoom = widths.tag! - 16;

/** Room for the longest name, within reason. */
function widthOfNames(rows: readonly ExperimentRow[]): number {
  const longest = rows.reduce((most, { metadata }) => Math.max(most, experimentLabel(metadata).length), 0);
  return Math.max(150, Math.min(330, 44 + longest * 7.2));
}

function tableColumn(
  id: ColumnId,
  colors: ReadonlyMap<string, ChartExperiment>,
  nameWidth: number,
  sparks: SparkStore,
  t: (english: string, ...values: (string | number)[]) => string,
): TableColumn<ExperimentRow> {
  const { kind, name } = columnParts(id);
  const numeric = kind === 'metric' || kind === 'min' || kind === 'max' || kind === 'parameter' || kind === 'duration';
  return {
    id,
    title: columnTitle(id, t),
    width:
      kind === 'name' ? nameWidth : (widths[kind] ?? Math.max(90, Math.min(180, columnTitle(id, t).length * 7.5 + 28))),
    numeric,
    sortable: true,
    cell(row) {
      if (kind === 'name') {
        const look = colors.get(row.metadata.experimentKey);
        return (
          <>
            {look ? <SeriesMark color={look.color} dash={look.dash} /> : <span className="tl-series-mark" />}
            <span className="tl-row-name">{experimentLabel(row.metadata)}</span>
          </>
        );
      }
      if (kind === 'spark') {
        const key = row.metadata.experimentKey;
        const spark = sparks.spark(key, name);
        return spark && <SparkCell spark={spark} color={colors.get(key)?.color} t={t} />;
      }
      if (kind === 'state') return <StateLabel state={experimentState(row.metadata)} t={t} />;
      if (kind === 'tag') return <Tags tags={row.details?.tags ?? []} label={t('Tags')} room={tagRoom} />;
      return cellKnown(row, id) ? cellOf(row, id).text : undefined;
    },
    tooltip(row) {
      if (kind === 'name') return `${experimentLabel(row.metadata)}\n${row.metadata.experimentKey}`;
      if (kind === 'started') return utcText(row.metadata.startTimeMillis);
      if (kind === 'spark') {
        const spark = sparks.spark(row.metadata.experimentKey, name);
        return spark ? `${name}\n${sparkText(spark, t)}` : '';
      }
      if (kind === 'parameter') return row.details?.parameters.find((one) => one.name === name)?.valueCurrent ?? '';
      const values = name === '' ? null : metricValues(row, name);
      if (values === null) return cellOf(row, id).text;
      return `${name}\n${t('last %1', values.last)}\n${t('min %1', values.min)}\n${t('max %1', values.max)}`;
    },
  };
}
