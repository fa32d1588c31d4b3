import type { ChartExperiment } from '@tracklens/core/charts';
import { type ReactElement, useCallback, useMemo } from 'react';
import { SelectField } from '../components/SelectField.tsx';
import { useTranslate } from '../components/translate-context.ts';
import type { ExperimentDetails } from '../source/view-source.ts';
import { counted } from '../text/translate.ts';
import { useViewState } from '../view/view-context.ts';
import { ComparisonTable } from './ComparisonTable.tsx';
import { comparisonRows, metricsOf, wantedRows } from './comparison.ts';
import { useCompareChoice } from './use-compare-choice.ts';

/** Table of compared values, all of them or only those that differ, with the number of rows that are shown. */
export function ComparedRows<T>({
  label,
  experiments,
  all,
  valuesOf,
  numeric = false,
}: {
  readonly label: string;
  readonly experiments: readonly ChartExperiment[];
  /** Data of each experiment. */
  readonly all: readonly T[];
  /** Returns the values by name; the same function while it returns the same values. */
  readonly valuesOf: (one: T) => ReadonlyMap<string, string>;
  readonly numeric?: boolean;
}): ReactElement {
  const t = useTranslate();
  const { differencesOnly = true, ignored = [] } = useViewState((state) => state.table) ?? {};
  const rows = useMemo(() => comparisonRows(all.map(valuesOf)), [all, valuesOf]);
  if (rows.length === 0) return <p className="tl-quiet">{t('None was logged.')}</p>;
  const shown = wantedRows(rows, { differencesOnly, ignored });
  if (shown.length === 0)
    return (
      <p className="tl-quiet">{counted(t, rows.length, 'No differences in %1 row.', 'No differences in %1 rows.')}</p>
    );
  return (
    <>
      <p className="tl-count">{t('%1 of %2', shown.length, rows.length)}</p>
      <ComparisonTable label={label} experiments={experiments} rows={shown} numeric={numeric} />
    </>
  );
}

/** Table of compared metrics, with a select for their last, minimum or maximum value. */
export function ComparedMetrics({
  experiments,
  all,
}: {
  readonly experiments: readonly ChartExperiment[];
  readonly all: readonly ExperimentDetails[];
}): ReactElement {
  const t = useTranslate();
  const [chosen, setWhich] = useCompareChoice('metric', null);
  const which = chosen ?? 'valueCurrent';
  const valuesOf = useCallback((details: ExperimentDetails) => metricsOf(details, which), [which]);
  return (
    <>
      <SelectField
        label={t('Value')}
        value={which}
        choices={[
          ['valueCurrent', t('Last')],
          ['valueMin', t('Min')],
          ['valueMax', t('Max')],
        ]}
        onChange={setWhich}
      />
      <ComparedRows label={t('Metrics')} experiments={experiments} all={all} valuesOf={valuesOf} numeric />
    </>
  );
}
