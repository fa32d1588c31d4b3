import { type ReactElement, useMemo, useState } from 'react';
import { CopyButton } from '../parts/CopyButton.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { Empty, Loading } from '../parts/Notice.tsx';
import { SearchField } from '../parts/SearchField.tsx';
import type { Summary } from '../source/view-source.ts';
import { missing } from '../viewer/Freshness.tsx';
import { useView } from '../viewer/view-context.ts';
import type { TabProps } from './index.ts';
import { type SummarySort, shownSummaries, summariesAsText } from './summary-rows.ts';
import { useSummaries } from './use-summaries.ts';

/** The parameters with their values. */
export function ParametersTab({ experimentKey, running }: TabProps): ReactElement {
  const { t, host, layout } = useView();
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<SummarySort>({ column: 'name', descending: false });
  const read = useSummaries('parameters', experimentKey, running);
  const rows = useMemo(() => shownSummaries(read.data ?? [], search, sort), [read.data, search, sort]);
  const columns = useMemo<TableColumn<Summary>[]>(
    () => [
      {
        id: 'name',
        title: t('Parameter'),
        width: 220,
        sortable: true,
        cell: (row) => <NestedName name={row.name} />,
        tooltip: (row) => row.name,
      },
      {
        id: 'last',
        title: t('Value'),
        width: 320,
        sortable: true,
        // A parameter is what a person chose: its text is shown as it was given.
        cell: (row) => <code>{row.valueCurrent ?? ''}</code>,
        tooltip: (row) => row.valueCurrent ?? '',
      },
    ],
    [t],
  );

  if (read.data === undefined) return missing(read, t) ?? <Loading label={t('Reading the parameters…')} rows={8} />;
  if (read.data.length === 0) {
    return (
      <Empty
        title={t('No parameter was logged.')}
        code={'experiment.log_parameters({"learning_rate": 0.01, "batch_size": 64})'}
      >
        {t('What the training script logs as parameters appears here:')}
      </Empty>
    );
  }
  return (
    <>
      <div className="tl-toolbar">
        <SearchField value={search} onChange={setSearch} label={t('Search parameters')} />
        <span className="tl-count">{t('%1 of %2', rows.length, read.data.length)}</span>
        <span className="tl-space" />
        <CopyButton
          text={() => summariesAsText(rows, ['name', 'last'])}
          label={t('Copy the table')}
          t={t}
          onFailure={host.report}
        />
      </div>
      <DataTable
        label={t('Parameters')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.name}
        sort={sort}
        onSort={(column) =>
          setSort((before) => ({
            column: column as SummarySort['column'],
            descending: before.column === column && !before.descending,
          }))
        }
        maxHeight={layout === 'cell' ? 420 : null}
      />
    </>
  );
}

/** A name such as `optimizer|beta1` or `model.layers.0`: what leads to the last part is weaker, the last part stands out. */
function NestedName({ name }: { readonly name: string }): ReactElement {
  const cut = Math.max(name.lastIndexOf('|'), name.lastIndexOf('/'), name.lastIndexOf('.')) + 1;
  if (cut <= 1 || cut >= name.length) return <>{name}</>;
  return (
    <span>
      <span className="tl-quiet">{name.slice(0, cut)}</span>
      {name.slice(cut)}
    </span>
  );
}
