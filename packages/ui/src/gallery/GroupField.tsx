import type { ChartOptions } from '@tracklens/core/display';
import type { ReactElement } from 'react';
import { CheckField } from '../components/CheckField.tsx';
import { SelectField } from '../components/SelectField.tsx';
import { useTranslate } from '../components/translate-context.ts';
import type { FieldProps } from './field-props.ts';
import { groupChoices } from './groupings.ts';

type Group = NonNullable<ChartOptions['group']>;

const centerTitles: Readonly<Record<Group['center'], string>> = {
  mean: /* message */ 'Mean',
  median: /* message */ 'Median',
};
const bandTitles: Readonly<Record<Group['band'], string>> = {
  std: /* message */ 'Standard deviation',
  stderr: /* message */ 'Standard error',
  ci95: /* message */ '95% confidence',
  range: /* message */ 'Min to max',
  none: /* message */ 'None',
};

/** Controls for grouping: the criterion, the center line and the band. */
export function GroupField({ options: { group }, change, groupings }: FieldProps): ReactElement | null {
  const t = useTranslate();
  if (groupings === null || (groupings.choices.length === 0 && !group)) return null;
  const rule = group ?? { center: 'mean' as const, band: 'std' as const, members: false };
  const translated = <T extends string>(titles: Readonly<Record<T, string>>) =>
    (Object.keys(titles) as T[]).map((value) => [value, t(titles[value])] as const);
  return (
    <>
      <SelectField
        label={t('Group by')}
        value={group?.by ?? ''}
        choices={groupChoices(groupings.choices, group?.by ?? '', t)}
        onChange={(by) => change({ group: by === '' ? undefined : { ...rule, by } })}
      />
      {group && (
        <>
          <SelectField
            label={t('Line')}
            value={group.center}
            choices={translated(centerTitles)}
            onChange={(center) => change({ group: { ...group, center } })}
          />
          <SelectField
            label={t('Band')}
            value={group.band}
            choices={translated(bandTitles)}
            onChange={(band) => change({ group: { ...group, band } })}
          />
          <CheckField
            label={t('Members')}
            checked={group.members}
            onChange={(members) => change({ group: { ...group, members } })}
          />
        </>
      )}
    </>
  );
}
