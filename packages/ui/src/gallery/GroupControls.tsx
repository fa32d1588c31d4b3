import type { ViewState } from '@tracklens/core/display';
import type { ReactElement } from 'react';
import { useView } from '../view/view-context.ts';
import type { Groupings } from './groupings.ts';

type Group = NonNullable<NonNullable<ViewState['charts']>['group']>;

/** Controls for grouping: the criterion, the center line and the band. */
export function GroupControls({
  choices,
  group,
  onChange,
}: {
  readonly choices: Groupings['choices'];
  readonly group: Group | undefined;
  readonly onChange: (group: Group | undefined) => void;
}): ReactElement {
  const { t } = useView();
  const rest = group ?? { center: 'mean' as const, band: 'std' as const, members: false };
  return (
    <>
      <label className="tl-field">
        {t('Group by')}
        <select
          value={group?.by ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : { ...rest, by: target.value })}
        >
          <option value="">{t('Nothing')}</option>
          {choices.map(({ by, title }) => (
            <option key={by} value={by}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {group && (
        <>
          <label className="tl-field">
            {t('Line')}
            <select
              value={group.center}
              onChange={({ target }) => onChange({ ...group, center: target.value as Group['center'] })}
            >
              <option value="mean">{t('Mean')}</option>
              <option value="median">{t('Median')}</option>
            </select>
          </label>
          <label className="tl-field">
            {t('Band')}
            <select
              value={group.band}
              onChange={({ target }) => onChange({ ...group, band: target.value as Group['band'] })}
            >
              <option value="std">{t('Standard deviation')}</option>
              <option value="stderr">{t('Standard error')}</option>
              <option value="ci95">{t('95 % confidence')}</option>
              <option value="range">{t('Min to max')}</option>
              <option value="none">{t('None')}</option>
            </select>
          </label>
          <label className="tl-field">
            <input
              type="checkbox"
              checked={group.members}
              onChange={({ target }) => onChange({ ...group, members: target.checked })}
            />
            {t('Members')}
          </label>
        </>
      )}
    </>
  );
}
