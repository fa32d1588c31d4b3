import { type ChartOptions, legendFields, paletteNames } from '@tracklens/core/display';
import type { ReactElement } from 'react';
import { Popup } from '../components/Popup.tsx';
import { SearchField } from '../components/SearchField.tsx';
import { useView } from '../view/view-context.ts';
import { GroupControls } from './GroupControls.tsx';
import type { Groupings } from './groupings.ts';
import { SmoothingField } from './SmoothingField.tsx';

type Scale = NonNullable<ChartOptions['yScale']>;

/** Controls shared by all charts of a view: axes, scales, smoothing, metrics and columns. */
export function ChartControls({
  metricNames,
  groupings,
}: {
  readonly metricNames: readonly string[];
  readonly groupings: Groupings | null;
}): ReactElement {
  const { state, setState, t } = useView();
  const charts = state.charts ?? {};
  const set = (change: Partial<ChartOptions>) =>
    setState((before) => ({ ...before, charts: { ...before.charts, ...change } }));
  const setX = (value: string) => {
    const axis = value.startsWith('metric:') ? { metric: value.slice('metric:'.length) } : (value as 'step');
    // Zoom and pins are only valid for the axis they were made on.
    set({ xAxis: axis, zoom: undefined, pins: undefined });
  };
  const xValue = typeof charts.xAxis === 'object' ? `metric:${charts.xAxis.metric}` : (charts.xAxis ?? 'step');

  return (
    <div className="tl-toolbar" role="group" aria-label={t('Chart settings')}>
      <SearchField value={charts.search ?? ''} onChange={(search) => set({ search })} label={t('Search metrics')} />
      <label className="tl-field">
        {t('X')}
        <select value={xValue} onChange={(event) => setX(event.target.value)}>
          <option value="step">{t('Step')}</option>
          <option value="epoch">{t('Epoch')}</option>
          <option value="duration">{t('Duration')}</option>
          <option value="wall">{t('Wall time')}</option>
          {metricNames
            .filter((name) => !name.startsWith('sys.'))
            .map((name) => (
              <option key={name} value={`metric:${name}`}>
                {name}
              </option>
            ))}
        </select>
      </label>
      <ScaleField
        label={t('X scale')}
        value={charts.xScale ?? 'linear'}
        onChange={(xScale) => set({ xScale, zoom: undefined })}
      />
      <ScaleField
        label={t('Y scale')}
        value={charts.yScale ?? 'linear'}
        onChange={(yScale) => set({ yScale, zoom: undefined })}
      />
      <SmoothingField smoothing={charts.smoothing} onChange={(smoothing) => set({ smoothing })} />
      {groupings && groupings.choices.length > 0 && (
        <GroupControls
          choices={groupings.choices}
          group={charts.group}
          onChange={(group) => set({ group, hidden: undefined })}
        />
      )}
      <MoreOptions charts={charts} set={set} />
    </div>
  );
}

const paletteTitles = {
  standard: 'Standard: ten colours',
  'okabe-ito': 'Okabe and Ito: seven, further apart',
} as const;

/** Less common options: ranges, colours, names and columns. */
function MoreOptions({
  charts,
  set,
}: {
  readonly charts: ChartOptions;
  readonly set: (change: Partial<ChartOptions>) => void;
}): ReactElement {
  const { t } = useView();
  return (
    <Popup icon="settings" label={t('More')} title={t('More chart settings')} className="tl-chart-more">
      {() => (
        <>
          <label className="tl-field">
            {t('Values shown')}
            <select
              value={charts.yRange ?? ''}
              onChange={({ target }) =>
                set({ yRange: target.value === '' ? undefined : (target.value as NonNullable<ChartOptions['yRange']>) })
              }
            >
              <option value="">{t('All')}</option>
              <option value="zero">{t('All, and zero')}</option>
              <option value="middle">{t('The middle 95 %, without outliers')}</option>
            </select>
          </label>
          <Check
            label={t('The same range in all charts of a group')}
            checked={charts.sameY}
            onChange={(sameY) => set({ sameY })}
          />
          <Check
            label={t('A zoomed part follows the newest points')}
            checked={charts.follow}
            onChange={(follow) => set({ follow })}
          />
          <label className="tl-field">
            {t('Palette')}
            <select
              value={charts.palette ?? 'standard'}
              onChange={({ target }) => set({ palette: target.value as NonNullable<ChartOptions['palette']> })}
            >
              {paletteNames.map((name) => (
                <option key={name} value={name}>
                  {t(paletteTitles[name])}
                </option>
              ))}
            </select>
            <button
              type="button"
              className="tl-button"
              disabled={Object.keys(charts.colors ?? {}).length === 0}
              onClick={() => set({ colors: undefined })}
            >
              {t('Reset colours')}
            </button>
          </label>
          <label className="tl-field">
            {t('Names')}
            <input
              type="text"
              className="tl-text-field"
              value={charts.label ?? ''}
              placeholder="{name}"
              maxLength={300}
              spellCheck={false}
              onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
              onChange={({ target }) => set({ label: target.value === '' ? undefined : target.value })}
            />
          </label>
          <p className="tl-quiet">{t('Names may hold %1.', legendFields)}</p>
          <label className="tl-field">
            {t('Columns')}
            <select
              value={charts.columns ?? ''}
              onChange={({ target }) => set({ columns: target.value === '' ? undefined : Number(target.value) })}
            >
              <option value="">{t('Auto')}</option>
              {[1, 2, 3, 4].map((count) => (
                <option key={count} value={count}>
                  {count}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
    </Popup>
  );
}

function Check({
  label,
  checked = false,
  onChange,
}: {
  readonly label: string;
  readonly checked: boolean | undefined;
  readonly onChange: (checked: boolean) => void;
}): ReactElement {
  return (
    <label className="tl-field">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}

function ScaleField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: Scale;
  readonly onChange: (scale: Scale) => void;
}): ReactElement {
  const { t } = useView();
  return (
    <label className="tl-field">
      {label}
      <select value={value} onChange={(event) => onChange(event.target.value as Scale)}>
        <option value="linear">{t('Linear')}</option>
        <option value="log">{t('Log')}</option>
        <option value="symlog">{t('Symlog')}</option>
      </select>
    </label>
  );
}
