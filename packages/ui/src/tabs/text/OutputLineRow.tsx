import { type ReactElement, useMemo, useState } from 'react';
import { MarkedText } from '../../components/MarkedText.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { cutAt, type OutputLine, partOf } from './output-lines.ts';

/** Maximum number of matches highlighted in a line. */
const maxMarks = 500;

/** Line of the output with its number, its stream where known, and its highlighted matches. */
export function OutputLineRow({
  measure,
  index,
  start,
  line,
  match,
  marked,
  search,
}: {
  readonly measure: (element: HTMLElement | null) => void;
  readonly index: number;
  /** Offset of the line in pixels. */
  readonly start: number;
  readonly line: OutputLine;
  /** Index of the current match among the matches of the line; `undefined` if it is in another line. */
  readonly match: number | undefined;
  /** Whether the stream of the line is marked. */
  readonly marked: boolean;
  readonly search: string;
}): ReactElement {
  const t = useTranslate();
  return (
    <div
      ref={measure}
      data-index={index}
      className={lineClass(line, match !== undefined)}
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
        <LineText text={line.text} search={search} match={match} />
      </span>
    </div>
  );
}

/** Text of a line; of a long one a part, with a button that shows the rest. */
function LineText({
  text,
  search,
  match,
}: {
  readonly text: string;
  readonly search: string;
  readonly match: number | undefined;
}): ReactElement {
  const t = useTranslate();
  const [whole, setWhole] = useState(false);
  const { start, part } = useMemo(
    () => (whole ? { start: 0, part: text } : partOf(text, search, match)),
    [whole, text, search, match],
  );
  const pieces = useMemo(() => cutAt(part, search, maxMarks), [part, search]);
  return (
    <>
      {start > 0 && <span className="tl-quiet">… </span>}
      <MarkedText pieces={pieces} />
      {start + part.length < text.length && <span className="tl-quiet"> …</span>}
      {part.length < text.length && (
        <>
          {' '}
          <button type="button" className="tl-button" onClick={() => setWhole(true)}>
            {t('Show all %1 characters', text.length)}
          </button>
        </>
      )}
    </>
  );
}

function lineClass({ error, stderr }: OutputLine, current: boolean): string {
  return ['tl-log-line', error ? 'tl-log-error' : '', stderr ? 'tl-log-stderr' : '', current ? 'tl-log-current' : '']
    .filter(Boolean)
    .join(' ');
}
