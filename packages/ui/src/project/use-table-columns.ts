import { useMemo, useSyncExternalStore } from 'react';
import type { ChartExperiment } from '../charts/index.ts';
import type { TableColumn } from '../components/DataTable.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { useViewState } from '../view/view-context.ts';
import { arrangedColumns } from './column-choice.ts';
import { widthOfTagsColumn } from './column-widths.ts';
import { type ColumnId, columnParts, type ExperimentRow } from './columns.ts';
import { type CellSources, experimentColumn } from './experiment-columns.tsx';
import type { SparkStore } from './spark-store.ts';

/** Columns of the experiment table. */
export interface TableColumns {
  /** Ids of the columns that are shown: the chosen ones without hidden parameters, pinned ones first. */
  readonly ids: readonly ColumnId[];
  /** The same columns after the name column. */
  readonly columns: readonly TableColumn<ExperimentRow>[];
  /** Metrics with a sparkline column. */
  readonly sparkNames: readonly string[];
}

/** Contents of cells. The functions are the same ones until their cells change. */
export interface TableCells extends Omit<CellSources, 'spark'> {
  readonly sparks: SparkStore;
}

/** Returns the columns of the experiment table. They are new ones after sparklines have been loaded. */
export function useTableColumns(
  rows: readonly ExperimentRow[],
  chosen: readonly ColumnId[],
  colors: ReadonlyMap<string, ChartExperiment>,
  nameWidth: number,
  { sparks, ...cells }: TableCells,
): TableColumns {
  const t = useTranslate();
  const { pinned, differencesOnly, ignored } = useViewState((state) => state.table) ?? {};
  const ids = useMemo(
    () => arrangedColumns(rows, chosen, { pinned, differencesOnly, ignored }),
    [rows, chosen, pinned, differencesOnly, ignored],
  );
  const version = useSyncExternalStore(sparks.subscribe, () => sparks.version);
  const { marks, notes, editNotes } = cells;
  const loaded = useMemo(
    () => ({ version, spark: sparks.spark, marks, notes, editNotes }),
    [version, sparks, marks, notes, editNotes],
  );
  const tagsWidth = useMemo(() => widthOfTagsColumn(rows), [rows]);
  const columns = useMemo(
    () =>
      ['name', ...ids].map((id) => ({
        ...experimentColumn(id, colors, { name: nameWidth, tag: tagsWidth }, loaded, t),
        pinned: (pinned?.length ?? 0) > 0 && (id === 'name' || pinned!.includes(id)),
      })),
    [ids, colors, nameWidth, tagsWidth, pinned, loaded, t],
  );
  const sparkNames = useMemo(
    () => ids.filter((id) => id.startsWith('spark:')).map((id) => columnParts(id).name),
    [ids],
  );
  return { ids, columns, sparkNames };
}
