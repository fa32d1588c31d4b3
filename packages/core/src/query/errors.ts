import type { Span } from './ast.ts';

/** Error in a query, with its position and, if known, the correction. */
export interface QueryError extends Span {
  /** Description of the error without the remedy: a clause without capital and full stop. */
  readonly message: string;
  /** Correction: an imperative clause. */
  readonly remedy?: string;
}

const brand = 'tracklens.QuerySyntaxError';

/** Thrown when a query cannot be run. `errors` contains all errors in the order of the text. */
export class QuerySyntaxError extends Error {
  /** Marks the class, also for errors of another frame. */
  readonly brand = brand;
  /** Text of the query. */
  readonly text: string;
  /** All errors in the order of the text; at least one. */
  readonly errors: readonly [QueryError, ...QueryError[]];

  readonly #explanation: string;

  /**
   * @internal `syntaxError` makes the texts
   */
  constructor(
    text: string,
    errors: readonly [QueryError, ...QueryError[]],
    texts: { readonly message: string; readonly explanation: string },
  ) {
    super(texts.message);
    this.name = 'QuerySyntaxError';
    this.text = text;
    this.errors = errors;
    this.#explanation = texts.explanation;
  }

  /** Offset of the first error in the text. */
  get start(): number {
    return this.errors[0].start;
  }

  /** Offset after the first error. */
  get end(): number {
    return this.errors[0].end;
  }

  /** Returns the line of each error, with a caret below the error. */
  explain(): string {
    return this.#explanation;
  }
}

/** Returns whether a value is a QuerySyntaxError, including one of another frame or another copy of this package. */
export function isQuerySyntaxError(value: unknown): value is QuerySyntaxError {
  return typeof value === 'object' && value !== null && 'brand' in value && value.brand === brand;
}
