import type { ReactElement } from 'react';
import { FixedList } from '../../components/FixedList.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import type { CodeChunk } from './code-chunks.ts';

/** Height of a line in pixels. */
const lineHeight = 19;

/**
 * Lines of a text with their numbers. Chunks far from the viewport are not laid out, but the browser's search still
 * finds their text.
 */
export function CodeLines({
  chunks,
  label,
}: {
  readonly chunks: readonly CodeChunk[];
  readonly label: string;
}): ReactElement {
  return (
    <ScrollRegion className="tl-code-text" aria-label={label}>
      <FixedList items={chunks}>
        {({ first, lineCount, pieces }) => (
          <pre
            className="tl-code-chunk"
            // Style sheets show the numbers, which are neither selected nor copied.
            data-numbers={Array.from({ length: lineCount }, (_, index) => first + index).join('\n')}
            style={{ containIntrinsicSize: `auto ${lineCount * lineHeight}px` }}
          >
            <span>
              <FixedList items={pieces}>
                {({ text, className }) => (className === '' ? text : <span className={className}>{text}</span>)}
              </FixedList>
            </span>
          </pre>
        )}
      </FixedList>
    </ScrollRegion>
  );
}
