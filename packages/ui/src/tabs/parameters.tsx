import { type ReactElement, useMemo } from 'react';
import { Empty } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import type { Summary } from '../source/records.ts';
import { SummaryTable } from './SummaryTable.tsx';
import type { TabProps } from './tab.ts';

/** Tab of the parameters with their values. */
export function ParametersTab({ experimentKey, running }: TabProps): ReactElement {
  const t = useTranslate();
  const columns = useMemo(
    () => [
      {
        id: 'name' as const,
        title: t('Parameter'),
        width: 220,
        sortable: true,
        cell: (row: Summary) => <NestedName name={row.name} />,
        tooltip: (row: Summary) => row.name,
      },
      {
        id: 'last' as const,
        title: t('Value'),
        width: 320,
        grows: true,
        sortable: true,
        // A parameter is user input, so its text is shown unchanged.
        cell: (row: Summary) => <code className="tl-grid-text">{row.valueCurrent ?? ''}</code>,
        tooltip: (row: Summary) => row.valueCurrent ?? '',
      },
    ],
    [t],
  );
  return (
    <SummaryTable
      kind="parameters"
      experimentKey={experimentKey}
      running={running}
      columns={columns}
      words={{ table: t('Parameters'), search: t('Search parameters'), reading: t('Loading the parameters…') }}
      empty={
        <Empty
          title={t('No parameter was logged.')}
          code={'experiment.log_parameters({"learning_rate": 0.01, "batch_size": 64})'}
        >
          {t('What the training script logs as parameters appears here:')}
        </Empty>
      }
    />
  );
}

/** Nested name, such as `optimizer|beta1` or `model.layers.0`. The last segment is emphasized. */
function NestedName({ name }: { readonly name: string }): ReactElement {
  const cut = Math.max(name.lastIndexOf('|'), name.lastIndexOf('/'), name.lastIndexOf('.')) + 1;
  const group = cut <= 1 || cut >= name.length ? '' : name.slice(0, cut);
  return (
    <span className="tl-grid-text">
      <span className="tl-quiet">{group}</span>
      {name.slice(group.length)}
    </span>
  );
}
