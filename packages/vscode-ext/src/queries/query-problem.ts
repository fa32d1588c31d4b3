import type { QueryError } from '@tracklens/core/query';
import { errorText } from '@tracklens/ui/query-text';
import type { Translate } from '@tracklens/ui/trees';
import { t } from '../sentence.ts';

/** Formats a query error as a single line: position, message, remedy, and an excerpt with the error marked. */
export function queryProblem(text: string, error: QueryError, translate: Translate): string {
  const { start, end } = errorSpan(text, error);
  const marked = `${clip(text.slice(0, start), -24)}»${text.slice(start, end)}«${clip(text.slice(end), 24)}`;
  const shown = [errorText(error, translate), marked.replaceAll(/\s+/g, ' ')] as const;
  const lines = text.slice(0, start).split('\n');
  const column = lines.at(-1)!.length + 1;
  if (!text.trimEnd().includes('\n')) return t('Column {0}: {1}.  {2}', column, ...shown);
  return t('Line {0}, column {1}: {2}.  {3}', lines.length, column, ...shown);
}

/** Clamps the span of an error to the text; an error may start behind its end. */
export function errorSpan(text: string, error: { start: number; end: number }): { start: number; end: number } {
  const start = Math.min(Math.max(0, error.start), text.length);
  return { start, end: Math.min(Math.max(start, error.end), text.length) };
}

function clip(text: string, length: number): string {
  if (text.length <= Math.abs(length)) return text;
  return length < 0 ? `…${text.slice(length)}` : `${text.slice(0, length)}…`;
}
