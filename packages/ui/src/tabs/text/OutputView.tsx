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

/** What was printed: virtual lines, a search that goes from place to place, errors and standard error marked. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the place changes, not with each drawing.
  useEffect(() => {
    if (current !== undefined) virtual.scrollToIndex(current, { align: 'center' });
  }, [current, at]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes along with new lines.
  useEffect(() => {
    if (following && lines.length > 0) virtual.scrollToIndex(lines.length - 1, { align: 'end' });
  }, [following, lines.length]);
  const go = (by: number) => setPlace((at + by + found.length) % Math.max(1, found.length));
  const nextError = () => {
    const from = virtual.range?.startIndex ?? 0;
    const next = lines.findIndex(({ error }, line) => error && line > from && !lines[line - 1]?.error);
    const first = next >= 0 ? next : lines.findIndex(({ error }) => error);
    virtual.scrollToIndex(first, { align: 'start' });
  };
  return (
    <section className="tl-output-view" aria-label={t('Output')}>
      <div className="tl-toolbar">
        <span
          onKeyDownCapture={(event) => {
            if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
          }}
        >
          <SearchField
            value={search}
            onChange={(next) => {
              setSearch(next);
              // Another search begins at its first place.
              setPlace(0);
            }}
            label={t('Search the output')}
          />
        </span>
        {wanted !== '' && (
          <>
            <span className="tl-count" role="status">
              {found.length === 0 ? t('not found') : t('%1 of %2', at + 1, numberText(found.length))}
            </span>
            <button
              type="button"
              className="tl-icon-button"
              disabled={found.length === 0}
              title={t('Place before (Shift+Enter)')}
              aria-label={t('Place before')}
              onClick={() => go(-1)}
            >
              <Icon name="up" />
            </button>
            <button
              type="button"
              className="tl-icon-button"
              disabled={found.length === 0}
              title={t('Next place (Enter)')}
              aria-label={t('Next place')}
              onClick={() => go(1)}
            >
              <Icon name="down" />
            </button>
          </>
        )}
        <span className="tl-count">{counted(t, lines.length, '1 line', '%1 lines')}</span>
        {errors > 0 && (
          <button type="button" className="tl-link tl-error-link" onClick={nextError}>
            <Icon name="problem" />
            {counted(t, errors, '1 line of errors', '%1 lines of errors')}
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
        // Lines that scrolling brings into the page are not news.
        aria-live={running && following ? 'polite' : 'off'}
        aria-label={t('Printed lines')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
        tabIndex={0}
      >
        <div className="tl-log-body" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const line = lines[item.index]!;
            return (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className={lineClass(line, item.index === current)}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <span className="tl-log-number" data-number={item.index + 1} />
                {stderrCount > 0 && (
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
                    : cutAt(line.text, wanted).map((piece, index) =>
                        piece.found ? (
                          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place.
                          <mark key={index}>{piece.text}</mark>
                        ) : (
                          piece.text
                        ),
                      )}
                </span>
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

function lineClass({ error, stderr }: OutputLine, current: boolean): string {
  return ['tl-log-line', error ? 'tl-log-error' : '', stderr ? 'tl-log-stderr' : '', current ? 'tl-log-current' : '']
    .filter(Boolean)
    .join(' ');
}
