import type { OutputPiece } from '@tracklens/core/browser';
import { type ReactElement, useEffect, useRef } from 'react';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { useVirtualRows } from '../../components/use-virtual-rows.ts';
import { OutputLineRow } from './OutputLineRow.tsx';
import { OutputToolbar } from './OutputToolbar.tsx';
import { useOutputLines } from './use-output-lines.ts';

/** Estimated height of a line in pixels; wrapped lines are higher. */
const lineHeight = 19;

/** Output of the experiment: a virtual list of lines with search. Errors and standard error are marked. */
export function OutputView({
  output,
  running,
}: {
  readonly output: readonly OutputPiece[];
  readonly running: boolean;
}): ReactElement {
  const t = useTranslate();
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useOutputLines(output, running);
  const { lines, match, matchInLine, matchIndex, following } = shown;
  const virtual = useVirtualRows({ count: lines.length, scroller, rowHeight: lineHeight, overscan: 30 });
  const { scrollTo } = virtual;
  // `matchIndex` is a dependency because two matches may be in one line.
  useEffect(() => {
    if (match !== undefined) scrollTo(match, 'center');
  }, [scrollTo, match, matchIndex]);
  useEffect(() => {
    if (following && lines.length > 0) scrollTo(lines.length - 1, 'end');
  }, [scrollTo, following, lines.length]);
  const goToNextError = () => {
    const from = virtual.range()?.first ?? 0;
    const next = lines.findIndex(({ error }, line) => error && line > from && !lines[line - 1]?.error);
    scrollTo(next >= 0 ? next : lines.findIndex(({ error }) => error), 'start');
  };
  return (
    <section className="tl-output-view" aria-label={t('Output')}>
      <OutputToolbar shown={shown} running={running} onNextError={goToNextError} />
      <ScrollRegion
        as="div"
        elementRef={scroller}
        className="tl-log"
        data-wrapped={shown.wrapped}
        role="log"
        // Announces new lines only when following, not lines that scrolling renders.
        aria-live={running && following ? 'polite' : 'off'}
        aria-label={t('Output lines')}
      >
        <div className="tl-log-body" style={{ height: virtual.height }}>
          {virtual.items.map(({ key, index, start }) => (
            <OutputLineRow
              key={key}
              measure={virtual.measure}
              index={index}
              start={start}
              line={lines[index]!}
              match={index === match ? matchInLine : undefined}
              marked={shown.stderrCount > 0}
              search={shown.appliedSearch}
            />
          ))}
        </div>
      </ScrollRegion>
    </section>
  );
}
