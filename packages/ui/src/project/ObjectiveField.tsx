import type { ReactElement } from 'react';
import { Popup } from '../components/Popup.tsx';
import { experimentLabel } from '../records/experiment-label.ts';
import { useView } from '../view/view-context.ts';
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
  const { t, state } = useView();
  const { setTable } = useTableChoices();
  if (metrics.length === 0 && objective === null) return null;
  const { metric = '', direction = 'min' } = objective ?? {};
  const names = metric === '' || metrics.includes(metric) ? metrics : [metric, ...metrics];
  const choose = (change: Partial<Objective>) => setTable({ objective: { metric, direction, ...change } });
  return (
    <Popup icon="star" label={t('Best')} title={t('Objective')} className="tl-objective">
      {() => (
        <>
          <label className="tl-field">
            {t('Metric')}
            <select value={metric} onChange={({ target }) => choose({ metric: target.value })}>
              {metric === '' && <option value="">…</option>}
              {names.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label className="tl-field">
            {t('Better')}
            <select
              value={direction}
              onChange={({ target }) => choose({ direction: target.value as Objective['direction'] })}
            >
              <option value="min">{t('Lower')}</option>
              <option value="max">{t('Higher')}</option>
            </select>
          </label>
          <p className="tl-quiet">
            {best === null
              ? t('No experiment has a value.')
              : t('%1 has the best value.', experimentLabel(best.metadata))}
          </p>
          {state.table?.objective !== undefined && (
            <button type="button" className="tl-button" onClick={() => setTable({ objective: undefined })}>
              {t('Automatic')}
            </button>
          )}
        </>
      )}
    </Popup>
  );
}
