import { type ReactElement, useMemo } from 'react';
import { FixedList } from '../../components/FixedList.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { codeLines } from './highlight.ts';
import type { CodeLine } from './highlighted-lines.ts';

/**
 * Number of lines per chunk. Chunks far from the viewport are not laid out, but the browser's search still finds
 * their text.
 */
const chunkLines = 120;

/** Source file with line numbers and syntax highlighting. */
export function CodeText({
  text,
  fileName,
  label,
}: {
  readonly text: string;
  readonly fileName: string;
  readonly label: string;
}): ReactElement {
  const lines = useMemo(() => codeLines(text, fileName), [text, fileName]);
  const chunks: CodeLine[][] = [];
  for (let at = 0; at < lines.length; at += chunkLines) chunks.push(lines.slice(at, at + chunkLines) as CodeLine[]);
  return (
    <ScrollRegion className="tl-code-text" aria-label={label}>
      <FixedList items={chunks}>
        {(chunk, index) => (
          <pre
            className="tl-code-chunk"
            style={{
              counterReset: `tl-line ${index * chunkLines}`,
              containIntrinsicSize: `auto ${chunk.length * 19}px`,
            }}
          >
            <FixedList items={chunk}>
              {(line) => (
                <span className="tl-code-line">
                  <FixedList items={line}>
                    {({ text: piece, className }) =>
                      className === '' ? piece : <span className={className}>{piece}</span>
                    }
                  </FixedList>
                  {'\n'}
                </span>
              )}
            </FixedList>
          </pre>
        )}
      </FixedList>
    </ScrollRegion>
  );
}
