import { useMemo, useState } from 'react';
import { useViewState } from '../view/view-context.ts';
import { automaticColumns, queriedColumns, withQueriedColumns } from './column-choice.ts';
import { widthOfNames } from './column-widths.ts';
import type { ColumnId, ExperimentRow } from './columns.ts';
import { experimentRows } from './experiment-rows.ts';
import type { ListedExperiments } from './use-experiment-list.ts';
import { eagerRows, type ListDetails } from './use-list-details.ts';

/** Rows and columns of the experiment table. */
export interface TableContent {
  readonly rows: readonly ExperimentRow[];
  readonly columns: readonly ColumnId[];
  /** Width of the name column in pixels. */
  readonly nameWidth: number;
  /** Returns rows with the details that were not loaded. Those that cannot be read are returned without details. */
  readonly complete: (rows: readonly ExperimentRow[]) => Promise<readonly ExperimentRow[]>;
}

/**
 * Returns the rows of the experiment table, and the columns chosen by the user or automatically. The automatic choice
 * includes the metrics and parameters that a query tests.
 */
export function useTableContent(
  { records, query }: Pick<ListedExperiments, 'records' | 'query'>,
  { details, metrics, load }: Pick<ListDetails, 'details' | 'metrics' | 'load'>,
): TableContent {
  const [rowsOf] = useState(experimentRows);
  const rows = useMemo(() => rowsOf(records, details, metrics), [rowsOf, records, details, metrics]);
  const nameWidth = useMemo(() => widthOfNames(records), [records]);
  const queried = useMemo(() => queriedColumns(query ?? ''), [query]);
  const automatic = useAutomaticColumns(rows);
  const columns = useMemo(() => withQueriedColumns(automatic, queried), [automatic, queried]);
  const complete = async (wanted: readonly ExperimentRow[]) => {
    const missing = wanted.filter((row) => row.details === null).map(({ metadata }) => metadata.experimentKey);
    if (missing.length === 0) return wanted;
    const loaded = await load(missing);
    return wanted.map((row) => (row.details === null ? withDetails(row, loaded) : row));
  };
  return { rows, columns: useViewState((state) => state.table?.columns) ?? columns, nameWidth, complete };
}

const withDetails = (row: ExperimentRow, details: ListDetails['details']): ExperimentRow => ({
  ...row,
  details: details.get(row.metadata.experimentKey) ?? null,
});

/**
 * Returns the automatic choice of columns. It changes only while the details of the newest experiments are loading, so
 * columns do not jump later or while scrolling.
 */
function useAutomaticColumns(rows: readonly ExperimentRow[]): readonly ColumnId[] {
  const newest = useMemo(() => rows.slice(0, eagerRows), [rows]);
  const loaded = newest.filter((row) => row.details !== null).length;
  const [automatic, setAutomatic] = useState<{ loaded: number; columns: readonly ColumnId[] }>({
    loaded: -1,
    columns: [],
  });
  if (loaded <= automatic.loaded) return automatic.columns;
  const columns = automaticColumns(newest);
  setAutomatic({ loaded, columns });
  return columns;
}
