import { useMemo, useState } from 'react';
import type { Metadata } from '../source/view-source.ts';
import { useView } from '../view/view-context.ts';
import { automaticColumns, type ColumnId, type ExperimentRow } from './columns.ts';
import { widthOfNames } from './experiment-columns.tsx';
import { experimentRows } from './experiment-rows.ts';
import { eagerRows, type ListDetails } from './use-list-details.ts';

/** Rows and columns of the experiment table. */
export interface TableContent {
  readonly rows: readonly ExperimentRow[];
  readonly columns: readonly ColumnId[];
  /** Width of the name column in pixels. */
  readonly nameWidth: number;
}

/** Returns the rows of the experiment table, and the columns chosen by the user or automatically. */
export function useTableContent(
  records: readonly Metadata[],
  { details, metrics }: Pick<ListDetails, 'details' | 'metrics'>,
): TableContent {
  const { state } = useView();
  const [rowsOf] = useState(experimentRows);
  const rows = useMemo(() => rowsOf(records, details, metrics), [rowsOf, records, details, metrics]);
  const nameWidth = useMemo(() => widthOfNames(records), [records]);
  return { rows, columns: useColumns(rows, state.table?.columns), nameWidth };
}

/**
 * Returns the columns chosen by the user, or the automatic choice. The automatic choice changes only while the
 * details of the newest experiments are loading, so columns do not jump later or while scrolling.
 */
function useColumns(rows: readonly ExperimentRow[], chosen: readonly ColumnId[] | undefined): readonly ColumnId[] {
  const newest = useMemo(() => rows.slice(0, eagerRows), [rows]);
  const loaded = newest.filter((row) => row.details !== null).length;
  const [automatic, setAutomatic] = useState<{ loaded: number; columns: readonly ColumnId[] }>({
    loaded: -1,
    columns: [],
  });
  if (chosen !== undefined) return chosen;
  if (loaded <= automatic.loaded) return automatic.columns;
  const columns = automaticColumns(newest);
  setAutomatic({ loaded, columns });
  return columns;
}
