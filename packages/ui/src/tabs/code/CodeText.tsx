import { type ReactElement, useMemo } from 'react';
import { CodeLines } from './CodeLines.tsx';
import { codeChunks } from './highlight.ts';

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
  const chunks = useMemo(() => codeChunks(text, fileName), [text, fileName]);
  return <CodeLines chunks={chunks} label={label} />;
}
