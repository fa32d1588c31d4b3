import type { ChartModel } from '@tracklens/core/charts';
import type { ReactElement } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import { shortLabels } from '../text/short-labels.ts';
import { StrokeSample } from './ChartLegend.tsx';
import { shownInFull } from './legend-choice.ts';

/** Legend of a chart of several metrics: the color or the dash of each of them that has a line. */
export function MetricLegend({
  model,
  onEmphasis,
}: {
  readonly model: ChartModel;
  /** Called with the name of the metric below the pointer. */
  readonly onEmphasis: (metricName: string | null) => void;
}): ReactElement | null {
  const t = useTranslate();
  const drawn = new Set(model.lines.map(({ metricName }) => metricName));
  const shown = model.metricStyles.filter(({ name }) => drawn.has(name));
  if (shown.length === 0) return null;
  const hasMany = shown.length > shownInFull;
  const labels = shortLabels(shown.map(({ name }) => ({ key: name, label: name })));
  return (
    <ul
      className="tracklens-chart-legend"
      aria-label={t('Metrics')}
      data-many={hasMany ? '' : undefined}
      // The keyboard can scroll a long list.
      tabIndex={hasMany ? 0 : undefined}
    >
      {shown.map(({ name, color, dash }) => (
        <li
          key={name}
          className="tracklens-chart-metric"
          title={name}
          onPointerEnter={() => onEmphasis(name)}
          onPointerLeave={() => onEmphasis(null)}
        >
          <StrokeSample color={color ?? 'currentcolor'} dash={dash} />
          <span>{labels.get(name)}</span>
        </li>
      ))}
    </ul>
  );
}
