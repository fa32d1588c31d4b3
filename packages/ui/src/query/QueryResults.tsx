import type { Target } from '@tracklens/core/display';
import { type ReactElement, useMemo } from 'react';
import { DataTable, type TableColumn } from '../components/DataTable.tsx';
import { Icon } from '../components/Icon.tsx';
import { StateLabel } from '../components/StateLabel.tsx';
import { experimentLabel, experimentState } from '../records/experiment-label.ts';
import type { Metadata } from '../source/view-source.ts';
import { dateText, durationText, utcText } from '../text/time-text.ts';
import { counted, type Translate } from '../text/translate.ts';

/** Results of a query; each can be opened, and all of them together. */
export function QueryResults({
  found,
  target,
  isEarlier,
  onOpen,
  t,
}: {
  readonly found: readonly Metadata[];
  readonly target: Extract<Target, { kind: 'query' }>;
  /** Whether the query text or its project has changed since the search. */
  readonly isEarlier: boolean;
  readonly onOpen: (target: Target, options: { readonly newPanel: boolean }) => void;
  readonly t: Translate;
}): ReactElement {
  const columns = useMemo<TableColumn<Metadata>[]>(
    () => [
      { id: 'name', title: t('Name'), width: 180, cell: experimentLabel, tooltip: (row) => row.experimentKey },
      {
        id: 'state',
        title: t('State'),
        width: 100,
        cell: (row) => <StateLabel state={experimentState(row)} t={t} />,
      },
      {
        id: 'started',
        title: t('Started'),
        width: 170,
        cell: (row) => dateText(row.startTimeMillis),
        tooltip: (row) => utcText(row.startTimeMillis),
      },
      {
        id: 'duration',
        title: t('Duration'),
        width: 90,
        numeric: true,
        cell: (row) => durationText(row.durationMillis),
      },
    ],
    [t],
  );
  return (
    <section aria-label={t('Results')} className="tl-table-section" data-earlier={isEarlier}>
      <div className="tl-toolbar">
        <span className="tl-count" role="status">
          {counted(t, found.length, '%1 experiment', '%1 experiments')}
          {isEarlier && ` · ${t('results of the previous query %1', target.query)}`}
        </span>
        <span className="tl-space" />
        <button
          type="button"
          className="tl-button"
          onClick={(event) => onOpen(target, { newPanel: event.ctrlKey || event.metaKey })}
        >
          <Icon name="project" />
          {t('Open table and charts')}
        </button>
      </div>
      <DataTable
        label={t('Results')}
        columns={columns}
        rows={found}
        rowId={(row) => row.experimentKey}
        onActivate={(row, { newPanel }) =>
          onOpen({ kind: 'experiment', experimentKey: row.experimentKey }, { newPanel })
        }
        maxHeight={260}
      />
    </section>
  );
}
