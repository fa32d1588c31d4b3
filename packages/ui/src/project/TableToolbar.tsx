import type { ViewState } from '@tracklens/core/display';
import { type ReactElement, useState } from 'react';
import { exportName } from '../charts/export/file-name.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { Icon } from '../components/Icon.tsx';
import { SearchField } from '../components/SearchField.tsx';
import { saveFile } from '../components/save-file.ts';
import { useTranslate } from '../components/translate-context.ts';
import { experimentState } from '../records/experiment-label.ts';
import { reportOf } from '../source/failure.ts';
import { ManageMenu } from '../view/ManageMenu.tsx';
import { useView, useViewState } from '../view/view-context.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import type { ColumnId, ExperimentRow } from './columns.ts';
import { ObjectiveField } from './ObjectiveField.tsx';
import type { Objective } from './objective.ts';
import { RowGrouping } from './RowGrouping.tsx';
import { tableAsCsv, tableAsText } from './table-text.ts';
import { useTableChoices } from './use-table-choices.ts';
import type { TableContent } from './use-table-content.ts';

/** Toolbar above a project's table: search, columns and export. */
export function TableToolbar({
  rows,
  shown,
  chosen,
  columns,
  selection,
  projectName,
  metrics,
  objective,
  best,
  complete,
  onTable,
}: {
  readonly rows: readonly ExperimentRow[];
  /** Rows that match the search, in table order. */
  readonly shown: readonly ExperimentRow[];
  /** Chosen columns, and the subset of them that is shown. */
  readonly chosen: readonly ColumnId[];
  readonly columns: readonly ColumnId[];
  readonly selection: ReadonlySet<string>;
  /** Prefix of the exported file's name. */
  readonly projectName: string;
  /** Metrics that can be the objective. */
  readonly metrics: readonly string[];
  readonly objective: Objective | null;
  /** Experiment with the best value of the objective. */
  readonly best: ExperimentRow | null;
  readonly complete: TableContent['complete'];
  readonly onTable: (change: Partial<NonNullable<ViewState['table']>>) => void;
}): ReactElement {
  const t = useTranslate();
  const {
    search = '',
    pinned = [],
    differencesOnly = false,
    columns: own,
  } = useViewState((state) => state.table) ?? {};
  const isSelectedByUser = useViewState((state) => state.selection !== undefined);
  // The newest experiments are selected by default, for the charts only.
  const changed = isSelectedByUser ? rows.filter(({ metadata }) => selection.has(metadata.experimentKey)) : [];
  const chosenByUser = changed.map(({ metadata }) => ({
    experimentKey: metadata.experimentKey,
    state: experimentState(metadata),
  }));
  return (
    <div className="tl-toolbar">
      <SearchField value={search} onChange={(next) => onTable({ search: next })} label={t('Search experiments')} />
      <span className="tl-count">
        {t('%1 of %2', shown.length, rows.length)} · {t('%1 selected', selection.size)}
      </span>
      <ManageMenu experiments={chosenByUser} label={t('Change selected')} />
      <CompareWithBest changed={changed} best={best} />
      <span className="tl-space" />
      <RowGrouping rows={rows} />
      <ObjectiveField metrics={metrics} objective={objective} best={best} />
      <ColumnChooser
        rows={rows}
        chosen={chosen}
        pinned={pinned}
        differencesOnly={differencesOnly}
        onPin={(next) => onTable({ pinned: next.length === 0 ? undefined : [...next] })}
        onDifferencesOnly={(next) => onTable({ differencesOnly: next })}
        automatic={own === undefined}
        onChange={(next) => onTable({ columns: next === null ? undefined : [...next] })}
      />
      <ExportButtons rows={shown} columns={columns} projectName={projectName} complete={complete} />
    </div>
  );
}

/** Button that compares the only selected experiment with the best one. */
function CompareWithBest({
  changed,
  best,
}: {
  /** Experiments that the user has selected. */
  readonly changed: readonly ExperimentRow[];
  readonly best: ExperimentRow | null;
}): ReactElement | null {
  const t = useTranslate();
  const { compare } = useTableChoices();
  const others = changed.filter((row) => row !== best);
  if (best === null || others.length !== 1) return null;
  return (
    <button
      type="button"
      className="tl-button"
      onClick={() => compare([best.metadata.experimentKey, others[0]!.metadata.experimentKey])}
    >
      {t('Compare with the best')}
    </button>
  );
}

/** Buttons that save and copy the rows of the table, after those that are not loaded are read. */
function ExportButtons({
  rows,
  columns,
  projectName,
  complete,
}: {
  readonly rows: readonly ExperimentRow[];
  readonly columns: readonly ColumnId[];
  readonly projectName: string;
  readonly complete: TableContent['complete'];
}): ReactElement {
  const t = useTranslate();
  const { host } = useView();
  const [isLoading, setLoading] = useState(false);
  const written = [
    'name',
    'key',
    ...columns.filter((id) => id !== 'key' && !id.startsWith('spark:') && id !== 'notes'),
  ];
  const allRows = async () => {
    setLoading(true);
    return await complete(rows).finally(() => setLoading(false));
  };
  const saveCsv = async () => {
    try {
      const bytes = new TextEncoder().encode(tableAsCsv(await allRows(), written, t));
      await saveFile(host, `${exportName([projectName, 'experiments'], Date.now())}.csv`, bytes, 'text/csv');
    } catch (error) {
      host.report(reportOf(error, t('The table could not be saved.'), t));
    }
  };
  return (
    <>
      {isLoading && (
        <span className="tl-count" role="status">
          {t('Loading the experiments…')}
        </span>
      )}
      <button
        type="button"
        className="tl-button"
        title={t('Save the table as CSV')}
        aria-disabled={isLoading}
        onClick={isLoading ? undefined : saveCsv}
      >
        <Icon name="download" />
        CSV
      </button>
      <CopyButton
        text={async () => tableAsText(await allRows(), written, t)}
        label={t('Copy the table')}
        onFailure={host.report}
      />
    </>
  );
}
