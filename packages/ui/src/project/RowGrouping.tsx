import { type ReactElement, useMemo } from 'react';
import { SelectField } from '../components/SelectField.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { groupChoices } from '../gallery/groupings.ts';
import { useChartOptions } from '../gallery/use-chart-options.ts';
import type { ExperimentRow } from './columns.ts';
import { groupingsOf } from './groupings.ts';

/** Rule that a grouping has at first: the mean with its standard deviation, without the lines of the members. */
const firstRule = { center: 'mean', band: 'std', members: false } as const;

/** Choice of what the rows of the table, and the lines of the charts, are grouped by. */
export function RowGrouping({ rows }: { readonly rows: readonly ExperimentRow[] }): ReactElement | null {
  const t = useTranslate();
  const { options, change } = useChartOptions();
  const choices = useMemo(() => {
    const loaded = rows.flatMap(({ metadata, details }) =>
      details ? [[metadata.experimentKey, details] as const] : [],
    );
    const experiments = loaded.map(([key]) => ({ key, label: key }));
    return groupingsOf(experiments, new Map(loaded), t).choices;
  }, [rows, t]);
  const by = options.group?.by ?? '';
  if (choices.length === 0 && by === '') return null;
  return (
    <SelectField
      label={t('Group rows by')}
      value={by}
      choices={groupChoices(choices, by, t)}
      onChange={(next) =>
        change((before) => ({ group: next === '' ? undefined : { ...firstRule, ...before.group, by: next } }))
      }
    />
  );
}
