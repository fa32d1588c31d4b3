import type { ReactElement } from 'react';
import type { ChartExperiment } from '../charts/index.ts';
import { useView } from '../viewer/view-context.ts';
import { SeriesMark } from './SeriesMark.tsx';

/** Which line is which experiment, once for all charts: click switches one off, Alt-click shows it alone. */
export function SharedLegend({ experiments }: { readonly experiments: readonly ChartExperiment[] }): ReactElement {
  const { state, setState, t } = useView();
  const hidden = new Set(state.charts?.hidden ?? []);
  const toggle = (key: string, alone: boolean) =>
    setState((before) => {
      const now = new Set(before.charts?.hidden ?? []);
      const others = experiments.map((experiment) => experiment.key).filter((other) => other !== key);
      const isAlone = !now.has(key) && others.every((other) => now.has(other));
      const next = alone
        ? isAlone
          ? []
          : others
        : now.has(key)
          ? [...now].filter((other) => other !== key)
          : [...now, key];
      return { ...before, charts: { ...before.charts, hidden: next } };
    });
  return (
    <ul className="tl-legend" aria-label={t('Experiments in the charts')}>
      {experiments.map((experiment) => (
        <li key={experiment.key}>
          <button
            type="button"
            className="tl-legend-entry"
            aria-pressed={!hidden.has(experiment.key)}
            title={`${experiment.label} (${experiment.key.slice(0, 9)})\n${t('Click: hide or show. Alt-click: show alone.')}`}
            onClick={(event) => toggle(experiment.key, event.altKey)}
          >
            <SeriesMark color={experiment.color} dash={experiment.dash} />
            <span className="tl-legend-label">{experiment.label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
