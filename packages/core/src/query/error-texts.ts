import { type QueryError, QuerySyntaxError } from './errors.ts';

/*
 * Texts of errors in queries. They are separate from the class of the errors, so that programs that run no query do not
 * load them.
 */

/** Returns the error of a query that cannot be run. */
export function syntaxError(text: string, errors: readonly [QueryError, ...QueryError[]]): QuerySyntaxError {
  const explanation = errors.map((error) => caret(text, error)).join('\n');
  return new QuerySyntaxError(text, errors, { message: summary(text, errors), explanation });
}

/**
 * Returns the line of an error, with a caret line below it:
 * ```
 * Metric("loss") = 0.5
 *                ^ '=' is not an operator; write ==
 * ```
 */
export function caret(text: string, error: QueryError): string {
  const { lineStart, line } = lineAt(text, error.start);
  const column = error.start - lineStart;
  // Tabs are preserved, so that the caret is aligned at every tab width.
  const margin = line.slice(0, column).replace(/[^\t]/g, ' ');
  const width = Math.max(1, Math.min(error.end, lineStart + line.length) - error.start);
  return `${line}\n${margin}${'^'.repeat(width)} ${sentence(error)}`;
}

/** Returns the error and its remedy in one line. */
export function sentence(error: QueryError): string {
  return error.remedy ? `${error.message}; ${error.remedy}` : error.message;
}

function summary(text: string, errors: readonly [QueryError, ...QueryError[]]): string {
  const [first, ...others] = errors;
  const { lineStart, lineNumber } = lineAt(text, first.start);
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  const where = `line ${lineNumber}, column ${first.start - lineStart + 1}${more}`;
  return `query: ${first.message} (${where}); ${first.remedy ?? 'correct the query and run it again'}`;
}

function lineAt(text: string, offset: number): { lineStart: number; line: string; lineNumber: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  const lineEnd = text.indexOf('\n', offset);
  return {
    lineStart,
    line: text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd).replace(/\r$/, ''),
    lineNumber: before.split('\n').length,
  };
}
