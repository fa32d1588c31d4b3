import type { ViewState } from '@tracklens/core/display';
import { type ReactElement, useId } from 'react';
import { SearchField } from '../parts/SearchField.tsx';
import { useView } from '../viewer/view-context.ts';
import type { Groupings } from './ChartGallery.tsx';
import { GroupControls } from './GroupControls.tsx';

type Charts = NonNullable<ViewState['charts']>;
type Scale = NonNullable<Charts['yScale']>;

/** What the charts of a view share: axes, scales, smoothing, which metrics, how many side by side. */
export function ChartControls({
  metricNames,
  groupings,
}: {
  readonly metricNames: readonly string[];
  readonly groupings: Groupings | null;
}): ReactElement {
  const { state, setState, t } = useView();
  const charts = state.charts ?? {};
  const id = useId();
  const set = (change: Partial<Charts>) =>
    setState((before) => ({ ...before, charts: { ...before.charts, ...change } }));
  const setX = (value: string) => {
    const axis = value.startsWith('metric:') ? { metric: value.slice('metric:'.length) } : (value as 'step');
    // A zoom is a range of the axis it was made on.
    set({ xAxis: axis, zoom: undefined });
  };
  const xValue = typeof charts.xAxis === 'object' ? `metric:${charts.xAxis.metric}` : (charts.xAxis ?? 'step');
  const smoothing = charts.smoothing?.method === 'ema' ? charts.smoothing.amount : 0;

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
      <label className="tl-field" htmlFor={`${id}-smoothing`}>
        {t('Smoothing')}
        <input
          id={`${id}-smoothing`}
          type="range"
          min={0}
          max={0.99}
          step={0.01}
          value={smoothing}
          aria-valuetext={smoothing === 0 ? t('off') : smoothing.toFixed(2)}
          onChange={(event) => {
            const amount = Number(event.target.value);
            set({ smoothing: amount === 0 ? undefined : { method: 'ema', amount } });
          }}
        />
        <output className="tl-output">{smoothing === 0 ? t('off') : smoothing.toFixed(2)}</output>
      </label>
      <label className="tl-field">
        {t('Columns')}
        <select
          value={charts.columns ?? ''}
          onChange={(event) => set({ columns: event.target.value === '' ? undefined : Number(event.target.value) })}
        >
          <option value="">{t('Auto')}</option>
          {[1, 2, 3, 4].map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </select>
      </label>
      {groupings && groupings.choices.length > 0 && (
        <GroupControls
          choices={groupings.choices}
          group={charts.group}
          onChange={(group) => set({ group, hidden: undefined })}
        />
      )}
    </div>
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
