import type { ReactElement } from 'react';
import { Popup } from '../components/Popup.tsx';
import { SelectField } from '../components/SelectField.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { experimentLabel } from '../records/experiment-label.ts';
import { useViewState } from '../view/view-context.ts';
import type { ExperimentRow } from './columns.ts';
import type { Objective } from './objective.ts';
import { useTableChoices } from './use-table-choices.ts';

/** Button with the choice of the objective: the metric and the direction that mark the best experiment. */
export function ObjectiveField({
  metrics,
  objective,
  best,
}: {
  readonly metrics: readonly string[];
  readonly objective: Objective | null;
  readonly best: ExperimentRow | null;
}): ReactElement | null {
  const t = useTranslate();
  const isChosen = useViewState((state) => state.table?.objective !== undefined);
  const { setTable } = useTableChoices();
  if (metrics.length === 0 && objective === null) return null;
  const { metric = '', direction = 'min' } = objective ?? {};
  const names = metrics.includes(metric) ? metrics : [metric, ...metrics];
  const choose = (change: Partial<Objective>) => setTable({ objective: { metric, direction, ...change } });
  return (
    <Popup icon="star" label={t('Best')} title={t('Objective')}>
      {() => (
        <>
          <div className="tl-toolbar">
            <SelectField
              label={t('Metric')}
              value={metric}
              choices={names.map((name) => [name, name || '…'] as const)}
              onChange={(name) => choose({ metric: name })}
            />
            <SelectField
              label={t('Better')}
              value={direction}
              choices={[
                ['min', t('Lower')],
                ['max', t('Higher')],
              ]}
              onChange={(better) => choose({ direction: better })}
            />
          </div>
          <p className="tl-quiet">
            {best === null
              ? t('No experiment has a value.')
              : t('%1 has the best value.', experimentLabel(best.metadata))}
          </p>
          {isChosen && (
            <button type="button" className="tl-button" onClick={() => setTable({ objective: undefined })}>
              {t('Automatic')}
            </button>
          )}
        </>
      )}
    </Popup>
  );
}
