import { defaultXAxis, isSystemMetric, relatedMetrics } from '@tracklens/core/charts';
import { type ChartOptions, chartDefaults, legendFields, paletteNames } from '@tracklens/core/display';
import { type ReactElement, useMemo } from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { CheckField } from '../components/CheckField.tsx';
import { SearchField } from '../components/SearchField.tsx';
import { SelectField } from '../components/SelectField.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { areRelatedCombined, relatedChange } from './combined-charts.ts';
import type { FieldProps } from './field-props.ts';

type Scale = NonNullable<ChartOptions['yScale']>;
type Palette = NonNullable<ChartOptions['palette']>;

const scaleTitles: Readonly<Record<Scale, string>> = {
  linear: /* message */ 'Linear',
  log: /* message */ 'Log',
  symlog: /* message */ 'Symlog',
};
const paletteTitles: Readonly<Record<Palette, string>> = {
  standard: /* message */ 'Standard: ten colors',
  'okabe-ito': /* message */ 'Okabe-Ito: seven, for color-blind readers',
};
const columnCounts = [1, 2, 3, 4];

/** Field that filters the metrics. */
export function SearchControl({ options, change }: FieldProps): ReactElement {
  const t = useTranslate();
  return (
    <SearchField value={options.search ?? ''} onChange={(search) => change({ search })} label={t('Search metrics')} />
  );
}

/** Choice of the x axis. */
export function XAxisField({ options: { xAxis }, change, metricNames }: FieldProps): ReactElement {
  const t = useTranslate();
  const chosen = typeof xAxis === 'object' ? xAxis.metric : undefined;
  const isListed = chosen === undefined || metricNames.includes(chosen);
  const metrics = [
    ...(isListed ? [] : [chosen]),
    ...metricNames.filter((name) => !isSystemMetric(name) || name === chosen),
  ];
  const defaults = new Set(metricNames.map(defaultXAxis));
  const [only = chartDefaults.xAxis] = defaults;
  const unchosen = defaults.size > 1 ? '' : only;
  return (
    <SelectField
      label={t('X')}
      value={typeof xAxis === 'object' ? `metric:${xAxis.metric}` : (xAxis ?? unchosen)}
      choices={[
        ...(unchosen === '' ? [['', t('Step (system: duration)')] as const] : []),
        ['step', t('Step')],
        ['epoch', t('Epoch')],
        ['duration', t('Duration')],
        ['wall', t('Wall time')],
        ...metrics.map((name) => [`metric:${name}`, name] as const),
      ]}
      onChange={(value) => {
        const [, metric] = /^metric:(.*)$/s.exec(value) ?? [];
        change({ xAxis: metric === undefined ? (value as 'step' | '') || undefined : { metric } });
      }}
    />
  );
}

/** Choice of the x scale. */
export function XScaleField({ options: { xScale = chartDefaults.xScale }, change }: FieldProps): ReactElement {
  const t = useTranslate();
  return <ScaleField label={t('X scale')} value={xScale} onChange={(scale) => change({ xScale: scale })} />;
}

/** Choice of the y scale. */
export function YScaleField({ options: { yScale = chartDefaults.yScale }, change }: FieldProps): ReactElement {
  const t = useTranslate();
  return <ScaleField label={t('Y scale')} value={yScale} onChange={(scale) => change({ yScale: scale })} />;
}

/** Choice of the values that are visible without a zoom. */
export function YRangeField({ options, change }: FieldProps): ReactElement {
  const t = useTranslate();
  return (
    <SelectField
      label={t('Values shown')}
      value={options.yRange ?? ''}
      choices={[
        ['', t('All')],
        ['zero', t('All, and zero')],
        ['middle', t('Central 95%, without outliers')],
      ]}
      onChange={(value) => change({ yRange: value === '' ? undefined : value })}
    />
  );
}

/** Choice of the palette, with a button that removes the colors chosen in the legend. */
export function PaletteField({ options, change }: FieldProps): ReactElement {
  const t = useTranslate();
  return (
    <SelectField
      label={t('Palette')}
      value={options.palette ?? chartDefaults.palette}
      choices={paletteNames.map((name) => [name, t(paletteTitles[name])])}
      onChange={(palette) => change({ palette })}
    >
      <ActionButton
        className="tl-button"
        enabled={Object.keys(options.colors ?? {}).length > 0}
        onClick={() => change({ colors: undefined })}
      >
        {t('Reset colors')}
      </ActionButton>
    </SelectField>
  );
}

/** Field for the template of the experiment names. */
export function LabelField({ options, change }: FieldProps): ReactElement {
  const t = useTranslate();
  return (
    <>
      <label className="tl-field">
        {t('Names')}
        <input
          type="text"
          className="tl-text-field"
          value={options.label ?? ''}
          placeholder="{name}"
          maxLength={300}
          spellCheck={false}
          onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
          onChange={({ target }) => change({ label: target.value === '' ? undefined : target.value })}
        />
      </label>
      <p className="tl-quiet">{t('Names may contain %1.', legendFields)}</p>
    </>
  );
}

/** Check box that combines the metrics whose names say that they belong together. */
export function RelatedField({ options, change, metricNames }: FieldProps): ReactElement | null {
  const t = useTranslate();
  const related = useMemo(() => relatedMetrics(metricNames), [metricNames]);
  if (related.length === 0) return null;
  return (
    <CheckField
      label={t('Combine related metrics')}
      title={t('One chart for the same metric of training and validation, and for all GPUs or processor cores')}
      checked={areRelatedCombined(options, metricNames, related)}
      onChange={(combined) => change((before) => relatedChange(before, metricNames, related, combined))}
    />
  );
}

/** Choice of the number of charts per row. */
export function ColumnsField({ options, change }: FieldProps): ReactElement {
  const t = useTranslate();
  return (
    <SelectField
      label={t('Columns')}
      value={String(options.columns ?? '')}
      choices={[['', t('Auto')], ...columnCounts.map((count) => [String(count), String(count)] as const)]}
      onChange={(value) => change({ columns: value === '' ? undefined : Number(value) })}
    />
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
  const t = useTranslate();
  const choices = (Object.keys(scaleTitles) as Scale[]).map((scale) => [scale, t(scaleTitles[scale])] as const);
  return <SelectField label={label} value={value} choices={choices} onChange={onChange} />;
}
