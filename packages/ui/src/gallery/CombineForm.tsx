import { combinedLimit, type MetricChart } from '@tracklens/core/charts';
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { SearchField } from '../components/SearchField.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { containsWords } from '../text/contains-words.ts';
import { countText } from '../text/number-text.ts';
import type { Combination } from './use-combination.ts';

/** Maximum number of listed metrics; the rest are reachable by searching. */
const maxListed = 100;

/** Form in a chart's card that chooses the metrics of the chart, and its title. */
export function CombineForm({
  shown,
  metricNames,
  combination: { combine, close },
}: {
  readonly shown: MetricChart;
  /** Metrics that the chart can have. */
  readonly metricNames: readonly string[];
  readonly combination: Pick<Combination, 'combine' | 'close'>;
}): ReactElement {
  const t = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState(shown.metrics);
  const names = chosen.join(', ');
  const [title, setTitle] = useState(shown.title === names ? '' : shown.title);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') close();
  };
  return (
    <form
      ref={form}
      className="tl-combine"
      aria-label={t('Metrics of the chart of %1', shown.title)}
      onKeyDown={onKeyDown}
      onKeyDownCapture={(event) => {
        // Enter ends a search, and not the choice.
        const isSearch = event.target instanceof HTMLInputElement && event.target.type === 'search';
        if (isSearch && event.key === 'Enter') event.preventDefault();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        combine({ title: title.trim(), metrics: chosen });
      }}
    >
      <MetricChoice names={[...new Set([...shown.metrics, ...metricNames])]} chosen={chosen} onChange={setChosen} />
      <label className="tl-field">
        {t('Title')}
        <input
          type="text"
          className="tl-text-field"
          value={title}
          placeholder={names}
          maxLength={300}
          spellCheck={false}
          onChange={({ target }) => setTitle(target.value)}
        />
      </label>
      <div className="tl-toolbar">
        <button type="submit" className="tl-button">
          {t('Apply')}
        </button>
        <button type="button" className="tl-button" onClick={close}>
          {t('Cancel')}
        </button>
      </div>
    </form>
  );
}

/** Searchable list of metrics, each with a check box. */
function MetricChoice({
  names,
  chosen,
  onChange,
}: {
  readonly names: readonly string[];
  readonly chosen: readonly string[];
  /** Called with the chosen metrics, each new one last. */
  readonly onChange: (chosen: readonly string[]) => void;
}): ReactElement {
  const t = useTranslate();
  const [search, setSearch] = useState('');
  const found = names.filter((name) => containsWords(name, search));
  return (
    <>
      <SearchField value={search} onChange={setSearch} label={t('Search metrics')} />
      <ul className="tl-popup-list" aria-label={t('Metrics')}>
        {found.slice(0, maxListed).map((name) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                disabled={!chosen.includes(name) && chosen.length >= combinedLimit}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
                }
              />
              <span className="tl-grid-text" title={name}>
                {name}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {found.length > maxListed && (
        <p className="tl-quiet">{t('%1 more: use the search.', countText(found.length - maxListed))}</p>
      )}
    </>
  );
}
