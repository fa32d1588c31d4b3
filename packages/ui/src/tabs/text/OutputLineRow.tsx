import type { ReactElement } from 'react';
import { MarkedText } from '../../components/MarkedText.tsx';
import { useView } from '../../view/view-context.ts';
import { cutAt, type OutputLine } from './output-lines.ts';

/** Maximum number of matches highlighted in a line. */
const maxMarks = 500;

/** Line of the output with its number, its stream where known, and its highlighted matches. */
export function OutputLineRow({
  measure,
  index,
  start,
  line,
  current,
  marked,
  search,
}: {
  readonly measure: (element: HTMLElement | null) => void;
  readonly index: number;
  /** Offset of the line in pixels. */
  readonly start: number;
  readonly line: OutputLine;
  /** Whether the line has the current match. */
  readonly current: boolean;
  /** Whether the stream of the line is marked. */
  readonly marked: boolean;
  readonly search: string;
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
        {search === '' ? line.text : <MarkedText pieces={cutAt(line.text, search, maxMarks)} />}
      </span>
    </div>
  );
}

function lineClass({ error, stderr }: OutputLine, current: boolean): string {
  return ['tl-log-line', error ? 'tl-log-error' : '', stderr ? 'tl-log-stderr' : '', current ? 'tl-log-current' : '']
    .filter(Boolean)
    .join(' ');
}
