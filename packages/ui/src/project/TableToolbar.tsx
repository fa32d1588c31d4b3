import type { ViewState } from '@tracklens/core/display';
import type { ReactElement } from 'react';
import { exportName } from '../charts/export/file-name.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { Icon } from '../components/Icon.tsx';
import { SearchField } from '../components/SearchField.tsx';
import { saveFile } from '../components/save-file.ts';
import { failureOf, messageText, remedyText } from '../source/failure.ts';
import { useView } from '../view/view-context.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import type { ColumnId, ExperimentRow } from './columns.ts';
import { tableAsCsv, tableAsText } from './table-text.ts';

/** Toolbar above a project's table: search, columns and export. */
export function TableToolbar({
  rows,
  shown,
  chosen,
  columns,
  selected,
  projectName,
  onTable,
}: {
  readonly rows: readonly ExperimentRow[];
  /** Rows that match the search, in table order. */
  readonly shown: readonly ExperimentRow[];
  /** Chosen columns, and the subset of them that is shown. */
  readonly chosen: readonly ColumnId[];
  readonly columns: readonly ColumnId[];
  readonly selected: number;
  /** Prefix of the exported file's name. */
  readonly projectName: string;
  readonly onTable: (change: Partial<NonNullable<ViewState['table']>>) => void;
}): ReactElement {
  const { state, t, host } = useView();
  const { search = '', pinned = [], differencesOnly = false, columns: own } = state.table ?? {};
  const written = ['name', 'key', ...columns.filter((id) => id !== 'key' && !id.startsWith('spark:'))];
  const saveCsv = async () => {
    try {
      const bytes = new TextEncoder().encode(tableAsCsv(shown, written, t));
      await saveFile(host, `${exportName([projectName, 'experiments'], Date.now())}.csv`, bytes, 'text/csv');
    } catch (error) {
      const failure = failureOf(error);
      const message = `${t('The table could not be saved.')} ${messageText(failure, t)}`;
      host.report({ message, remedy: remedyText(failure, t) });
    }
  };
  return (
    <div className="tl-toolbar">
      <SearchField value={search} onChange={(next) => onTable({ search: next })} label={t('Search experiments')} />
      <span className="tl-count">
        {t('%1 of %2', shown.length, rows.length)} · {t('%1 selected', selected)}
      </span>
      <span className="tl-space" />
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
  );
}
