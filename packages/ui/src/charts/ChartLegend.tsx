import type { ChartModel } from '@tracklens/core/charts';
import { type ReactElement, useMemo } from 'react';
import { useRoving } from '../components/roving.ts';
import { useTranslate } from '../components/translate-context.ts';
import { shortLabels } from '../text/short-labels.ts';
import { legendButton, legendHelp, nextHidden, shownInFull } from './legend-choice.ts';

/** Sample of a line's color and dash, for legends and tooltips. */
export function StrokeSample({ color, dash }: { color: string; dash: readonly number[] }): ReactElement {
  return (
    <svg width={16} height={8} aria-hidden="true" focusable="false">
      <line
        x1={1}
        x2={15}
        y1={4}
        y2={4}
        stroke={color}
        strokeWidth={2.5}
        strokeLinecap="round"
        strokeDasharray={dash.join(' ')}
      />
    </svg>
  );
}

/** Legend of a chart. Click shows or hides an experiment; Alt+click shows it alone, or shows all again. */
export function ChartLegend(props: {
  readonly legend: ChartModel['legend'];
  readonly onHiddenChange: (hidden: string[]) => void;
  readonly onEmphasis: (key: string | null) => void;
}): ReactElement {
  const t = useTranslate();
  const { legend, onHiddenChange, onEmphasis } = props;
  const labels = useMemo(() => shortLabels(legend), [legend]);
  const hidden = legend.filter((entry) => entry.hidden).map((entry) => entry.key);
  const roving = useRoving(legend.map((entry) => entry.key));
  const choose = (key: string, alone: boolean) =>
    onHiddenChange(
      nextHidden(
        legend.map((entry) => entry.key),
        hidden,
        key,
        alone,
      ),
    );
  return (
    <ul
      className="tracklens-chart-legend"
      aria-label={t('Legend')}
      data-many={legend.length > shownInFull ? '' : undefined}
      {...roving.list}
    >
      {legend.map((entry) => (
        <li key={entry.key} data-entry={entry.key}>
          <button
            type="button"
            tabIndex={roving.tabIndex(entry.key)}
            aria-pressed={!entry.hidden}
            title={`${entry.label} (${entry.key.slice(0, 9)})\n${t(legendHelp)}`}
            {...legendButton((alone) => choose(entry.key, alone))}
            onPointerEnter={() => onEmphasis(entry.key)}
            onPointerLeave={() => onEmphasis(null)}
            onFocus={() => onEmphasis(entry.key)}
            onBlur={() => onEmphasis(null)}
          >
            <StrokeSample color={entry.color} dash={entry.dash} />
            <span>{labels.get(entry.key)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
