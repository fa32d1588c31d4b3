import { type ReactElement, useMemo } from 'react';
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be focusable by keyboard.
    <section className="tl-code-text" aria-label={label} tabIndex={0}>
      {chunks.map((chunk, index) => (
        <pre
          // biome-ignore lint/suspicious/noArrayIndexKey: a chunk is identified by its index.
          key={index}
          className="tl-code-chunk"
          style={{ counterReset: `tl-line ${index * chunkLines}`, containIntrinsicSize: `auto ${chunk.length * 19}px` }}
        >
          {chunk.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its index.
            <span key={at} className="tl-code-line">
              {line.map(({ text: piece, className }, place) =>
                className === '' ? (
                  piece
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its index.
                  <span key={place} className={className}>
                    {piece}
                  </span>
                ),
              )}
              {'\n'}
            </span>
          ))}
        </pre>
      ))}
    </section>
  );
}
