import { type ReactElement, useMemo, useState, useSyncExternalStore } from 'react';
import type { ChartExperiment } from '../charts/index.ts';
import { legendButton, legendHelp, nextHidden, shownInFull } from '../charts/legend-choice.ts';
import { MiddleText } from '../components/MiddleText.tsx';
import { useRoving } from '../components/roving.ts';
import { SearchField } from '../components/SearchField.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { countText } from '../text/number-text.ts';
import { shortLabels } from '../text/short-labels.ts';
import { useView } from '../view/view-context.ts';
import { SeriesMark } from './SeriesMark.tsx';
import { useChartOptions } from './use-chart-options.ts';

/** Minimum number of entries for a search field. */
const searchedFrom = 12;
/** Maximum number of listed entries. */
const listed = 200;

/**
 * Legend shared by all charts. Click hides or shows an experiment, Alt+click shows it alone, and its mark opens a
 * color picker. Hovering an entry emphasizes its line in every chart, and vice versa.
 */
export function SharedLegend({ experiments }: { readonly experiments: readonly ChartExperiment[] }): ReactElement {
  const t = useTranslate();
  const { hover } = useView();
  const { options, change } = useChartOptions();
  const [search, setSearch] = useState('');
  const hidden = new Set(options.hidden);
  const highlighted = useSyncExternalStore(hover.subscribe, () => hover.position?.experimentKey ?? null);
  const found = matching(experiments, search);
  const entries = found.slice(0, listed);
  const labels = useMemo(() => shortLabels(experiments), [experiments]);
  const roving = useRoving(entries.map(({ key }) => key));
  const allKeys = experiments.map(({ key }) => key);
  return (
    <div className="tl-legend">
      {experiments.length >= searchedFrom && (
        <SearchField value={search} onChange={setSearch} label={t('Search the legend')} />
      )}
      <ul
        aria-label={t('Experiments in the charts')}
        data-many={entries.length > shownInFull ? '' : undefined}
        {...roving.list}
      >
        {entries.map((experiment) => (
          <LegendEntry
            key={experiment.key}
            experiment={experiment}
            shortLabel={labels.get(experiment.key)!}
            hidden={hidden.has(experiment.key)}
            highlighted={highlighted === experiment.key}
            tabIndex={roving.tabIndex(experiment.key)}
            onChoose={(alone) =>
              change((before) => ({ hidden: nextHidden(allKeys, before.hidden ?? [], experiment.key, alone) }))
            }
            onColor={(color) => change((before) => ({ colors: { ...before.colors, [experiment.key]: color } }))}
          />
        ))}
      </ul>
      {found.length > listed && (
        <span className="tl-quiet">{t('%1 more: use the search.', countText(found.length - listed))}</span>
      )}
    </div>
  );
}

/** Returns the experiments whose name contains each word of a search, or whose key starts with it. */
function matching(experiments: readonly ChartExperiment[], search: string): ChartExperiment[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return experiments.filter(({ key, label }) =>
    words.every((word) => label.toLowerCase().includes(word) || key.startsWith(word)),
  );
}

function LegendEntry({
  experiment: { key, label, color, dash },
  shortLabel,
  hidden,
  highlighted,
  tabIndex,
  onChoose,
  onColor,
}: {
  readonly experiment: ChartExperiment;
  readonly shortLabel: string;
  readonly hidden: boolean;
  /** Whether the pointer is on its line in a chart. */
  readonly highlighted: boolean;
  readonly tabIndex: number;
  /** Called when the entry is clicked; with `alone` to show it alone. */
  readonly onChoose: (alone: boolean) => void;
  readonly onColor: (color: string) => void;
}): ReactElement {
  const t = useTranslate();
  const { hover } = useView();
  return (
    <li
      className="tl-legend-entry"
      data-entry={key}
      data-hidden={hidden ? '' : undefined}
      data-pointed={highlighted ? '' : undefined}
      onPointerEnter={() => hover.highlight(key)}
      onPointerLeave={() => hover.highlight(null)}
    >
      <label className="tl-legend-color" title={t('Choose a color')}>
        <input
          type="color"
          tabIndex={tabIndex}
          value={color ?? '#808080'}
          aria-label={t('Color of %1', label)}
          onChange={({ target }) => onColor(target.value)}
        />
        <SeriesMark color={color} dash={dash} />
      </label>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-pressed={!hidden}
        title={`${label} (${key.slice(0, 9)})\n${t(legendHelp)}`}
        {...legendButton(onChoose)}
        onFocus={() => hover.highlight(key)}
        onBlur={() => hover.highlight(null)}
      >
        <MiddleText className="tl-legend-label" text={shortLabel} />
      </button>
    </li>
  );
}
