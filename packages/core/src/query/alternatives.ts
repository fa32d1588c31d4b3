/**
 * Alternatives: several queries in one text, separated by `;`. An experiment matches if it matches any of them. An
 * extension of the query grammar.
 *
 *     alternatives  =  query { ";" query } [ ";" ]
 *
 *     (Metric("loss") < 0.5) & Tag("baseline"); Parameter("optimizer") == "adam"
 *
 * A `;` within quotes is text. A single query cannot contain one outside of quotes, so the two forms are never
 * ambiguous. Only `queryAny` and the functions below accept this form. A plain query rejects `;`; its or operator is
 * `|`.
 */
import type { QueryTree, Span } from './ast.ts';
import type { Column } from './columns.ts';
import { type Completions, completeQuery } from './complete.ts';
import { syntaxError } from './error-texts.ts';
import type { QueryError } from './errors.ts';
import { parseQuery } from './parse.ts';
import { tokenize } from './tokens.ts';
import { type Conjunction, checkedPlan, planQuery } from './wire.ts';

/** One of several queries. Positions are offsets in the whole text. */
export interface Alternative extends Span {
  /** Parsed query; null when nothing could be parsed. */
  readonly tree: QueryTree | null;
}

/** Result of parsing alternatives. If there are errors, the trees are for editors only and must not be run. */
export interface ParsedAlternatives {
  /** Queries in the order of the text. */
  readonly alternatives: readonly Alternative[];
  /** Errors in the order of the text. */
  readonly errors: readonly QueryError[];
}

/** Parses queries separated by `;`. Never throws. */
export function parseAlternatives(text: string): ParsedAlternatives {
  const spans = spansOf(text);
  const written = spans.filter(({ start, end }, at) => at === 0 || at < spans.length - 1 || !isBlank(text, start, end));
  const read = written.map((span) => ({ span, ...parseQuery(text.slice(0, span.end), span.start) }));
  return {
    alternatives: read.map(({ span, tree }) => ({ tree, ...span })),
    errors: read.flatMap(({ span, errors }) => {
      if (spans.length === 1 || !isBlank(text, span.start, span.end)) return errors;
      const message = 'there is no query before this ;';
      return [{ message, remedy: 'write a test or delete the ;', start: span.end, end: span.end + 1 }];
    }),
  };
}

/** Result of checking a text of alternatives for a project. */
export interface CheckedAlternatives {
  /** Reasons why the text cannot be run, in its order. */
  readonly errors: readonly QueryError[];
  /** Names that no experiment of the project has. The text can be run. Empty while there are errors. */
  readonly unknown: readonly QueryError[];
}

/**
 * Checks queries separated by `;` for an editor. Never throws. Types and names are checked only with the columns of the
 * project, the result of `getQueryVariables`. An empty text has no error.
 */
export function checkAlternatives(text: string, columns: Iterable<Column> = []): CheckedAlternatives {
  if (text.trim() === '') return { errors: [], unknown: [] };
  const known = [...columns];
  const { alternatives, errors } = parseAlternatives(text);
  if (errors.length > 0 || known.length === 0) return { errors, unknown: [] };
  const plans = alternatives.flatMap(({ tree }) => (tree === null ? [] : [planQuery(tree, known)]));
  return { errors: plans.flatMap((plan) => plan.errors), unknown: plans.flatMap((plan) => plan.unknown) };
}

/** Parses queries separated by `;`. Throws a QuerySyntaxError with all errors. */
export function parseAlternativesOrThrow(text: string): readonly [QueryTree, ...QueryTree[]] {
  const { alternatives, errors } = parseAlternatives(text);
  reject(text, errors);
  // A text without errors has at least one query, and every query has a tree.
  return alternatives.map(({ tree }) => tree) as [QueryTree, ...QueryTree[]];
}

/**
 * Compiles alternatives to calls, without duplicates.
 * @throws QuerySyntaxError with all errors; positions are offsets in the whole text
 */
export function compileAlternatives(text: string, columns: Iterable<Column>): readonly Conjunction[] {
  return checkedPlan(text, parseAlternativesOrThrow(text), columns).conjunctions;
}

/** Returns completions for the query at the cursor in a text of alternatives. */
export function completeAlternatives(text: string, offset: number, columns: Iterable<Column>): Completions {
  const cursor = Math.max(0, Math.min(offset, text.length));
  const span = spansOf(text).find(({ end }) => cursor <= end) ?? { start: 0, end: text.length };
  const found = completeQuery(alone(text, span), cursor, columns);
  const complete = found.items.some(({ label }) => label === '&') && !found.items.some(({ label }) => label === ')');
  if (!complete) return found;
  return { ...found, items: [...found.items, { label: ';', insert: '; ', detail: 'or: another query' }] };
}

/** Returns the spans between the `;` that are not within quotes. */
export function spansOf(text: string): [Span, ...Span[]] {
  const quoted = tokenize(text).tokens.filter(({ type }) => type === 'string');
  const ends: number[] = [];
  let at = 0;
  for (const { start, end } of [...quoted, { start: text.length, end: text.length }]) {
    for (; at < start; at++) if (text[at] === ';') ends.push(at);
    at = end;
  }
  return [...ends, text.length].map((end, index) => ({ start: index === 0 ? 0 : ends[index - 1]! + 1, end })) as [
    Span,
    ...Span[],
  ];
}

/**
 * Returns the text up to the end of a span, with everything before the span blanked. Positions remain those of the
 * whole text.
 */
function alone(text: string, { start, end }: Span): string {
  return text.slice(0, start).replace(/[^\n]/g, ' ') + text.slice(start, end);
}

function isBlank(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim() === '';
}

function reject(text: string, errors: readonly QueryError[]): void {
  const [first, ...others] = errors;
  if (first) throw syntaxError(text, [first, ...others]);
}
