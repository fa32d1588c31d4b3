import { type ReactElement, useMemo, useState } from 'react';
import { CopyButton } from '../parts/CopyButton.tsx';
import { DataTable, type TableColumn } from '../parts/DataTable.tsx';
import { Empty, Loading } from '../parts/Notice.tsx';
import { SearchField } from '../parts/SearchField.tsx';
import type { Summary } from '../source/view-source.ts';
import { valueText } from '../text/number-text.ts';
import { utcText } from '../text/time-text.ts';
import { missing } from '../viewer/Freshness.tsx';
import { useView } from '../viewer/view-context.ts';
import type { TabProps } from './index.ts';
import { type SummarySort, shownSummaries, summariesAsText } from './summary-rows.ts';
import { useSummaries } from './use-summaries.ts';

/** Last, lowest and highest value of each metric. */
export function MetricsTab({ experimentKey, running }: TabProps): ReactElement {
  const { t, host, layout } = useView();
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<SummarySort>({ column: 'name', descending: false });
  const read = useSummaries('metrics', experimentKey, running);
  const rows = useMemo(() => shownSummaries(read.data ?? [], search, sort), [read.data, search, sort]);
  const columns = useMemo<TableColumn<Summary>[]>(() => {
    const value = (id: string, title: string, text: (row: Summary) => string, tooltip: (row: Summary) => string) => ({
      id,
      title,
      width: 110,
      numeric: true,
      sortable: true,
      cell: text,
      tooltip,
    });
    const at = (step: number | null | undefined) => (typeof step === 'number' ? t('at step %1', step) : '');
    return [
      {
        id: 'name',
        title: t('Metric'),
        width: 200,
        sortable: true,
        cell: (row) => row.name,
        tooltip: (row) => row.name,
      },
      value(
        'last',
        t('Last'),
        (row) => valueText(row.valueCurrent),
        (row) => `${row.valueCurrent} ${at(row.stepCurrent)}`,
      ),
      value(
        'min',
        t('Min'),
        (row) => valueText(row.valueMin),
        (row) => `${row.valueMin} ${at(row.stepMin)}`,
      ),
      value(
        'max',
        t('Max'),
        (row) => valueText(row.valueMax),
        (row) => `${row.valueMax} ${at(row.stepMax)}`,
      ),
      value(
        'step',
        t('Last step'),
        (row) => valueText(row.stepCurrent),
        (row) => utcText(row.timestampCurrent),
      ),
    ];
  }, [t]);

  if (read.data === undefined) return missing(read, t) ?? <Loading label={t('Reading the metrics…')} rows={8} />;
  if (read.data.length === 0) {
    return (
      <Empty
        title={running ? t('No metric has been logged yet.') : t('No metric was logged.')}
        code={'experiment.log_metric("loss", loss, step=step)'}
      >
        {t('Last, lowest and highest values appear here for what the training script logs:')}
      </Empty>
    );
  }
  return (
    <>
      <div className="tl-toolbar">
        <SearchField value={search} onChange={setSearch} label={t('Search metrics')} />
        <span className="tl-count">{t('%1 of %2', rows.length, read.data.length)}</span>
        <span className="tl-space" />
        <CopyButton
          text={() => summariesAsText(rows, ['name', 'last', 'min', 'max', 'step'])}
          label={t('Copy the table')}
          t={t}
          onFailure={host.report}
        />
      </div>
      <DataTable
        label={t('Metrics')}
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
