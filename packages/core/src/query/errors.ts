import type { Span } from './ast.ts';

/** Error in a query, with its position and, if known, the correction. */
export interface QueryError extends Span {
  /** Description of the error without the remedy: a clause without capital and full stop. */
  readonly message: string;
  /** Correction: an imperative clause. */
  readonly remedy?: string;
}

const BRAND = 'tracklens.QuerySyntaxError';

/** Thrown when a query cannot be run. `errors` contains all errors in the order of the text. */
export class QuerySyntaxError extends Error {
  /** Marks the class, also for errors of another frame. */
  readonly brand = BRAND;
  /** Text of the query. */
  readonly text: string;
  /** All errors in the order of the text. */
  readonly errors: readonly QueryError[];

  constructor(text: string, errors: readonly [QueryError, ...QueryError[]]) {
    super(summary(text, errors));
    this.name = 'QuerySyntaxError';
    this.text = text;
    this.errors = errors;
  }

  /** Offset of the first error in the text. */
  get start(): number {
    return this.errors[0]?.start ?? 0;
  }

  /** Offset after the first error. */
  get end(): number {
    return this.errors[0]?.end ?? 0;
  }

  /** Returns the line of each error, with a caret below the error. */
  explain(): string {
    return this.errors.map((error) => caret(this.text, error)).join('\n');
  }
}

/** Returns whether a value is a QuerySyntaxError, including one of another frame or another copy of this package. */
export function isQuerySyntaxError(value: unknown): value is QuerySyntaxError {
  return typeof value === 'object' && value !== null && 'brand' in value && value.brand === BRAND;
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
