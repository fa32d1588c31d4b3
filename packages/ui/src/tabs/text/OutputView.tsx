import { useVirtualizer } from '@tanstack/react-virtual';
import type { OutputPiece } from '@tracklens/core/browser';
import { type ReactElement, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { SearchField } from '../../parts/SearchField.tsx';
import { numberText } from '../../text/number-text.ts';
import { counted } from '../../text/translate.ts';
import { useView } from '../../viewer/view-context.ts';
import { useChoice } from '../use-choice.ts';
import { cutAt, foundIn, type OutputLine, outputLines } from './output-lines.ts';

/** Output of the experiment: a virtual list of lines with search. Errors and standard error are marked. */
export function OutputView({
  output,
  running,
}: {
  readonly output: readonly OutputPiece[];
  readonly running: boolean;
}): ReactElement {
  const { t, host } = useView();
  const scroller = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useChoice('text', 'outputSearch', '');
  const [unwrapped, setUnwrapped] = useChoice('text', 'unwrapped', false);
  const [stream, setStream] = useChoice('text', 'stream', null);
  const [following, setFollowing] = useChoice('text', 'following', running);
  const [place, setPlace] = useChoice('text', 'place', 0);
  const all = useMemo(() => outputLines(output), [output]);
  const stderrCount = useMemo(() => all.reduce((sum, { stderr }) => sum + Number(stderr), 0), [all]);
  const lines = useMemo(
    () => (stream === null ? all : all.filter(({ stderr }) => stderr === (stream === 'error'))),
    [all, stream],
  );
  const wanted = useDeferredValue(search);
  const found = useMemo(() => foundIn(lines, wanted), [lines, wanted]);
  const errors = useMemo(() => lines.reduce((sum, { error }) => sum + Number(error), 0), [lines]);
  const at = Math.min(place, Math.max(0, found.length - 1));
  const current = found[at];
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 19,
    overscan: 30,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the current match changes, not on each render.
  useEffect(() => {
    if (current !== undefined) virtual.scrollToIndex(current, { align: 'center' });
  }, [current, at]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows new lines.
  useEffect(() => {
    if (following && lines.length > 0) virtual.scrollToIndex(lines.length - 1, { align: 'end' });
  }, [following, lines.length]);
  const nextError = () => {
    const from = virtual.range?.startIndex ?? 0;
    const next = lines.findIndex(({ error }, line) => error && line > from && !lines[line - 1]?.error);
    const first = next >= 0 ? next : lines.findIndex(({ error }) => error);
    virtual.scrollToIndex(first, { align: 'start' });
  };
  return (
    <section className="tl-output-view" aria-label={t('Output')}>
      <div className="tl-toolbar">
        <OutputSearch
          search={search}
          // A new search starts at its first match.
          onSearch={(next) => {
            setSearch(next);
            setPlace(0);
          }}
          places={wanted === '' ? null : found.length}
          at={at}
          onGo={(by) => setPlace((at + by + found.length) % Math.max(1, found.length))}
        />
        <span className="tl-count">{counted(t, lines.length, '%1 line', '%1 lines')}</span>
        {errors > 0 && (
          <button type="button" className="tl-link tl-error-link" onClick={nextError}>
            <Icon name="problem" />
            {counted(t, errors, '%1 line of errors', '%1 lines of errors')}
          </button>
        )}
        {(stderrCount > 0 || stream !== null) && (
          <label className="tl-field">
            {t('Show')}
            <select
              value={stream ?? ''}
              onChange={({ target }) => setStream(target.value === '' ? null : (target.value as 'output' | 'error'))}
            >
              <option value="">{t('both streams')}</option>
              <option value="output">{t('standard output (%1)', numberText(all.length - stderrCount))}</option>
              <option value="error">{t('standard error (%1)', numberText(stderrCount))}</option>
            </select>
          </label>
        )}
        <span className="tl-space" />
        <label className="tl-field">
          <input type="checkbox" checked={!unwrapped} onChange={() => setUnwrapped(!unwrapped)} />
          {t('Wrap lines')}
        </label>
        {running && (
          <label className="tl-field">
            <input type="checkbox" checked={following} onChange={() => setFollowing(!following)} />
            {t('Follow')}
          </label>
        )}
        <CopyButton
          text={() => lines.map(({ text }) => text).join('\n')}
          label={t('Copy the output')}
          t={t}
          onFailure={host.report}
        />
      </div>
      <div
        ref={scroller}
        className="tl-log"
        data-wrapped={!unwrapped}
        role="log"
        // Announces new lines only when following, not lines that scrolling renders.
        aria-live={running && following ? 'polite' : 'off'}
        aria-label={t('Printed lines')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be focusable by keyboard.
        tabIndex={0}
      >
        <div className="tl-log-body" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            return (
              <OutputLineRow
                key={item.key}
                measure={virtual.measureElement}
                index={item.index}
                start={item.start}
                line={lines[item.index]!}
                current={item.index === current}
                marked={stderrCount > 0}
                wanted={wanted}
              />
            );
          })}
        </div>
      </div>
    </section>
  );
}

/** Search field with match navigation: Enter goes to the next match, Shift+Enter to the previous one. */
function OutputSearch({
  search,
  onSearch,
  places,
  at,
  onGo,
}: {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Number of matches; null without a search. */
  readonly places: number | null;
  readonly at: number;
  readonly onGo: (by: -1 | 1) => void;
}): ReactElement {
  const { t } = useView();
  const step = (by: -1 | 1, label: string, keys: string) => (
    <button
      type="button"
      className="tl-icon-button"
      disabled={places === 0}
      title={`${label} (${keys})`}
      aria-label={label}
      onClick={() => onGo(by)}
    >
      <Icon name={by < 0 ? 'up' : 'down'} />
    </button>
  );
  return (
    <>
      <span
        onKeyDownCapture={(event) => {
          if (event.key === 'Enter') onGo(event.shiftKey ? -1 : 1);
        }}
      >
        <SearchField value={search} onChange={onSearch} label={t('Search the output')} />
      </span>
      {places !== null && (
        <>
          <span className="tl-count" role="status">
            {places === 0 ? t('not found') : t('%1 of %2', at + 1, numberText(places))}
          </span>
          {step(-1, t('Place before'), 'Shift+Enter')}
          {step(1, t('Next place'), 'Enter')}
        </>
      )}
    </>
  );
}

/** Line of the output with its number, its stream where known, and its highlighted matches. */
function OutputLineRow({
  measure,
  index,
  start,
  line,
  current,
  marked,
  wanted,
}: {
  readonly measure: (element: HTMLElement | null) => void;
  readonly index: number;
  /** Offset of the line in pixels. */
  readonly start: number;
  readonly line: OutputLine;
  readonly current: boolean;
  readonly marked: boolean;
  readonly wanted: string;
}): ReactElement {
  const { t } = useView();
  return (
    <div
      ref={measure}
      data-index={index}
      className={lineClass(line, current)}
      style={{ transform: `translateY(${start}px)` }}
    >
      <span className="tl-log-number" data-number={index + 1} />
      {marked && (
        <span className="tl-log-stream" title={line.stderr ? t('standard error') : t('standard output')}>
          {line.stderr && (
            <>
              <span aria-hidden="true">E</span>
              <span className="tl-visually-hidden">{t('standard error:')}</span>
            </>
          )}
        </span>
      )}
      <span className="tl-log-text">
        {wanted === ''
          ? line.text
          : cutAt(line.text, wanted).map((piece, place) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its index.
              piece.found ? <mark key={place}>{piece.text}</mark> : piece.text,
            )}
      </span>
    </div>
  );
}

function lineClass({ error, stderr }: OutputLine, current: boolean): string {
  return ['tl-log-line', error ? 'tl-log-error' : '', stderr ? 'tl-log-stderr' : '', current ? 'tl-log-current' : '']
    .filter(Boolean)
    .join(' ');
}
