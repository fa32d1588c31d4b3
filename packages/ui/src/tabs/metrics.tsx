import { type ReactElement, useMemo } from 'react';
import type { TableColumn } from '../components/DataTable.tsx';
import { Empty } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import type { Summary } from '../source/records.ts';
import { valueText } from '../text/number-text.ts';
import { utcText } from '../text/time-text.ts';
import { SummaryTable } from './SummaryTable.tsx';
import type { SummaryColumn } from './summary-rows.ts';
import type { TabProps } from './tab.ts';

/** Tab with the last, lowest and highest value of each metric. */
export function MetricsTab({ experimentKey, running }: TabProps): ReactElement {
  const t = useTranslate();
  const columns = useMemo(() => {
    const value = <Id extends SummaryColumn>(
      id: Id,
      title: string,
      text: (row: Summary) => string,
      tooltip: (row: Summary) => string,
    ): TableColumn<Summary> & { readonly id: Id } => ({
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
        id: 'name' as const,
        title: t('Metric'),
        width: 200,
        sortable: true,
        cell: (row: Summary) => row.name,
        tooltip: (row: Summary) => row.name,
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
  return (
    <SummaryTable
      kind="metrics"
      experimentKey={experimentKey}
      running={running}
      columns={columns}
      words={{ table: t('Metrics'), search: t('Search metrics'), reading: t('Loading the metrics…') }}
      empty={
        <Empty
          title={running ? t('No metric has been logged yet.') : t('No metric was logged.')}
          code={'experiment.log_metric("loss", loss, step=step)'}
        >
          {t('Last, lowest and highest values appear here for what the training script logs:')}
        </Empty>
      }
    />
  );
}
