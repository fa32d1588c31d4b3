import { type ReactElement, useState, useSyncExternalStore } from 'react';
import type { ChartExperiment } from '../charts/index.ts';
import { legendButton, legendHelp, nextHidden, shownInFull } from '../charts/legend-choice.ts';
import { useRoving } from '../components/roving.ts';
import { SearchField } from '../components/SearchField.tsx';
import { countText } from '../text/number-text.ts';
import { useView } from '../view/view-context.ts';
import { SeriesMark } from './SeriesMark.tsx';

/** Minimum number of entries for a search field. */
const searchedFrom = 12;
/** Maximum number of listed entries. */
const listed = 200;

/**
 * Legend shared by all charts. Click hides or shows an experiment, Alt+click shows it alone, and its mark opens a
 * colour picker. Hovering an entry emphasizes its line in every chart, and vice versa.
 */
export function SharedLegend({ experiments }: { readonly experiments: readonly ChartExperiment[] }): ReactElement {
  const { state, setState, hover, t } = useView();
  const [search, setSearch] = useState('');
  const hidden = new Set(state.charts?.hidden ?? []);
  const pointed = useSyncExternalStore(hover.subscribe, () => hover.position?.experimentKey ?? null);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = experiments.filter(({ key, label }) =>
    words.every((word) => label.toLowerCase().includes(word) || key.startsWith(word)),
  );
  const entries = found.slice(0, listed);
  const roving = useRoving(entries.map(({ key }) => key));
  const toggle = (key: string, alone: boolean) =>
    setState((before) => {
      const all = experiments.map((experiment) => experiment.key);
      return {
        ...before,
        charts: { ...before.charts, hidden: nextHidden(all, before.charts?.hidden ?? [], key, alone) },
      };
    });
  const paint = (key: string, color: string) =>
    setState((before) => ({
      ...before,
      charts: { ...before.charts, colors: { ...before.charts?.colors, [key]: color } },
    }));
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
          <li
            key={experiment.key}
            className="tl-legend-entry"
            data-entry={experiment.key}
            data-hidden={hidden.has(experiment.key) ? '' : undefined}
            data-pointed={pointed === experiment.key ? '' : undefined}
            onPointerEnter={() => hover.highlight(experiment.key)}
            onPointerLeave={() => hover.highlight(null)}
          >
            <label className="tl-legend-color" title={t('Choose a colour')}>
              <input
                type="color"
                tabIndex={roving.tabIndex(experiment.key)}
                value={experiment.color ?? '#808080'}
                aria-label={t('Colour of %1', experiment.label)}
                onChange={({ target }) => paint(experiment.key, target.value)}
              />
              <SeriesMark color={experiment.color} dash={experiment.dash} />
            </label>
            <button
              type="button"
              tabIndex={roving.tabIndex(experiment.key)}
              aria-pressed={!hidden.has(experiment.key)}
              title={`${experiment.label} (${experiment.key.slice(0, 9)})\n${t(legendHelp)}`}
              {...legendButton((alone) => toggle(experiment.key, alone))}
              onFocus={() => hover.highlight(experiment.key)}
              onBlur={() => hover.highlight(null)}
            >
              <span className="tl-legend-label">{experiment.label}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > listed && (
        <span className="tl-quiet">{t('%1 more: search for them.', countText(found.length - listed))}</span>
      )}
    </div>
  );
}
