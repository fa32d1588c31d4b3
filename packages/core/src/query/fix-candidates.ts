/**
 * Candidates for the correction of an error, by the text that it marks. A candidate may be wrong: `fixes.ts` keeps
 * those that leave fewer errors.
 */
import { spansOf } from './alternatives.ts';
import { type Span, textMethods, variableKinds } from './ast.ts';
import { type Column, ColumnIndex } from './columns.ts';
import {
  comparisonFixes,
  deletions,
  type ErrorContext,
  type FixCandidate,
  impliedParentheses,
  membershipFixes,
  parenthesisFixes,
  typeFixes,
  wrappings,
} from './fix-structure.ts';
import { nearest } from './nearest.ts';
import { printVariable } from './print.ts';
import { quote, tokenize } from './tokens.ts';
import { kindOf, type NamedKind, namedKinds, variableAt } from './variable-call.ts';

const methodNames = ['between', ...textMethods];

/** Returns the candidates for the correction of an error; those of the most specific kind first. */
export function fixCandidates(text: string, error: Span, columns: Iterable<Column>): readonly FixCandidate[] {
  const context = errorContext(text, error, columns);
  return [
    ...operatorFixes(context),
    ...wordFixes(context),
    ...nameFixes(context),
    ...quoteFixes(context),
    ...callFixes(context),
    ...comparisonFixes(context),
    ...membershipFixes(context),
    ...typeFixes(context),
    ...parenthesisFixes(context),
    ...deletions(context),
  ];
}

/** Returns the candidates for the correction of an error that another correction has caused. */
export function secondaryCandidates(text: string, error: Span): readonly FixCandidate[] {
  const context = errorContext(text, error, []);
  return [...wordFixes(context), ...wrappings(context)];
}

function errorContext(text: string, error: Span, columns: Iterable<Column>): ErrorContext {
  const start = Math.min(Math.max(0, error.start), text.length);
  const end = Math.min(Math.max(start, error.end), text.length);
  const query = spansOf(text).find((span) => start <= span.end)!;
  const tokens = tokenize(text.slice(0, query.end), query.start).tokens.filter(({ type }) => type !== 'end');
  const found = tokens.findIndex((token) => token.end > start);
  const at = found === -1 ? tokens.length : found;
  const index = new ColumnIndex(columns);
  return { text, start, end, marked: text.slice(start, end), tokens, at, index };
}

/** Words and signs of other languages, with their meanings. */
const wordMeanings: ReadonlyMap<string, string> = mapOf({
  ...{ '=': '==', '===': '==', '<>': '!=', is: '==', 'is not': '!=', '≤': '<=', '≥': '>=', '≠': '!=' },
  ...{ and: '&', '&&': '&', or: '|', '||': '|', not: '~', '!': '~', '¬': '~', '∧': '&', '∨': '|' },
  ...{ true: 'True', false: 'False', none: 'None', null: 'None', nil: 'None', undefined: 'None' },
  ...{ '"true"': 'True', '"false"': 'False', "'true'": 'True', "'false'": 'False' },
  ...{ nan: 'float("nan")', inf: 'float("inf")', infinity: 'float("inf")' },
});

/** Returns a map, which unlike an object has no names of its own, such as `constructor`. */
function mapOf<T>(entries: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(entries));
}

const meantOperators: Readonly<Record<string, string>> = { '=>': '>=', '=<': '<=', '=!': '!=', '!==': '!=' };

/** Operators that are read as two, because their signs are in another order or one too many. */
function* operatorFixes({ text, start }: ErrorContext): Generator<FixCandidate> {
  const before = /[=!<>]*$/.exec(text.slice(0, start))![0];
  const written = before + /^[=!<>]*/.exec(text.slice(start))![0];
  const meant = meantOperators[written];
  if (meant === undefined) return;
  const from = start - before.length;
  yield {
    label: `Replace ${written} with ${meant}`,
    edits: [{ start: from, end: from + written.length, insert: meant }],
  };
}

/** Words and signs of other languages, kinds and methods with a typing error. */
function* wordFixes(context: ErrorContext): Generator<FixCandidate> {
  const { text, start, end, marked, tokens, at } = context;
  const meant = wordMeanings.get(marked.toLowerCase().replace(/\s+/g, ' '));
  if (meant !== undefined) {
    // `not Tag("a")` becomes `~Tag("a")`.
    const to = meant === '~' ? end + /^\s*/.exec(text.slice(end))![0].length : end;
    const edits = [{ start, end: to, insert: meant }, ...impliedParentheses(context)];
    yield { label: `Replace ${marked} with ${meant}`, edits };
  }
  if (tokens[at]?.type !== 'word') return;
  const isMethod = tokens[at - 1]?.text === '.';
  const plain = marked.toLowerCase().replaceAll('_', '');
  const near = isMethod
    ? [...methodNames.filter((name) => name === plain), ...nearest(marked, methodNames, 2)]
    : nearest(marked, namedKinds, 2);
  for (const insert of new Set(near)) {
    yield { label: `Replace ${marked} with ${insert}`, edits: [{ start, end, insert }] };
  }
}

/** Kinds of MLflow's search, by which people begin a name. */
const prefixKinds: ReadonlyMap<string, NamedKind> = mapOf<NamedKind>({
  ...{ metrics: 'Metric', metric: 'Metric', params: 'Parameter', param: 'Parameter', parameters: 'Parameter' },
  ...{ parameter: 'Parameter', tags: 'Tag', tag: 'Tag', other: 'Other', others: 'Other', metadata: 'Metadata' },
});

/** The nearest names for an unknown one, and the call of a variable for a bare name. */
function* nameFixes({ text, start, end, marked, tokens, at, index }: ErrorContext): Generator<FixCandidate> {
  const variable = variableAt(tokens, at);
  if (variable && marked.endsWith(')')) {
    for (const found of index.suggestions(variable.kind, variable.name)) {
      const insert = printVariable(found.kind, found.name);
      yield { label: `Change to ${insert}`, edits: [{ start, end, insert }] };
    }
    return;
  }
  const written = /^[\p{L}_][\p{L}\p{N}_]*(?:[./-][\p{L}\p{N}_]+)*/u.exec(text.slice(start))?.[0];
  if (written === undefined || tokens[at]?.start !== start || text[start + written.length] === '(') return;
  if (wordMeanings.has(written.toLowerCase())) return;
  const bare = { start, end: start + written.length };
  const [, prefix = '', rest = ''] = /^(\w+)[./](.+)$/.exec(written) ?? [];
  const prefixed = prefixKinds.get(prefix.toLowerCase());
  const logged = variableKinds.filter((one) => index.type(one, written) !== undefined);
  const calls = [
    ...(prefixed ? [printVariable(prefixed, rest)] : []),
    ...(logged.length > 0 ? logged : (['Metric', 'Parameter'] as const)).map((one) => printVariable(one, written)),
  ];
  for (const insert of calls) yield { label: `Change to ${insert}`, edits: [{ ...bare, insert }] };
}

/** Missing quotes: around a word, at the end of a text, and straight ones instead of those of a word processor. */
function* quoteFixes(context: ErrorContext): Generator<FixCandidate> {
  const { text, start, marked, tokens, at } = context;
  if (/^[“”„‟«»‘’‚]+$/.test(marked)) {
    const edits = [...text.matchAll(/[“”„‟«»‘’‚]/g)].map(({ 0: sign, index: at }) => {
      return { start: at, end: at + 1, insert: /[‘’‚]/.test(sign) ? "'" : '"' };
    });
    yield { label: 'Use straight quotes', edits };
  }
  yield* closingQuotes(context);
  yield* dateFixes(context);
  const token = tokens[at];
  if (token?.start !== start || token.type === 'symbol' || token.type === 'string') return;
  // The name in `Metric(val/loss)` has several tokens.
  const isArgument = tokens[at - 1]?.text === '(' && tokens[at - 2]?.type === 'word';
  const argument = isArgument ? /^[^()"'&|,]+?(?=\s*\))/.exec(text.slice(start))?.[0] : undefined;
  const whole = argument ?? token.text;
  if (argument === undefined && token.type === 'number') return;
  if (wordMeanings.get(whole.toLowerCase()) === '~') return;
  yield { label: 'Put it in quotes', edits: [{ start, end: start + whole.length, insert: quote(whole) }] };
}

/** A date that was written as a difference of numbers: `datetime(2026-01-02)`. */
function* dateFixes({ text, start }: ErrorContext): Generator<FixCandidate> {
  const before = /\bdatetime\(([^()"']*)$/.exec(text.slice(0, start))?.[1];
  const after = /^[^()"']*(?=\))/.exec(text.slice(start))?.[0];
  if (before === undefined || after === undefined) return;
  const edits = [{ start: start - before.length, end: start + after.length, insert: quote((before + after).trim()) }];
  yield { label: 'Put it in quotes', edits };
}

/** Maximum number of positions that are tried for a missing quote. */
const maxQuotes = 40;

/** The quote that ends a text, after each word; an earlier text may be the one that is not closed. */
function* closingQuotes({ text, tokens, at }: ErrorContext): Generator<FixCandidate> {
  const token = tokens[at];
  if (token?.type !== 'string' || token.closed !== false) return;
  const from = (tokens.find(({ type }) => type === 'string') ?? token).start + 1;
  const ends = [...text.slice(from).matchAll(/(?<=[^\s()&|,;"'])(?=[\s()&|,;]|$)/g)];
  for (const { index } of ends.slice(0, maxQuotes)) {
    const start = from + index;
    for (const insert of [text[token.start]!, `${text[token.start]})`]) {
      yield { label: 'Add the closing quote', edits: [{ start, end: start, insert }] };
    }
  }
}

/** The forms of a call: `Metric.loss`, `Metric["loss"]` and `Metric loss`. */
function* callFixes({ text, tokens, at }: ErrorContext): Generator<FixCandidate> {
  const word = tokens[at - 1]?.type === 'word' ? tokens[at - 1] : tokens[at];
  const kind = kindOf(word);
  if (!kind || !word) return;
  const written = /^\s*(?:[.[]\s*)?(["']?)([\p{L}\p{N}_][\p{L}\p{N}_./-]*)\1\s*\]?/u.exec(text.slice(word.end));
  if (!written) return;
  const call = printVariable(kind, written[2]!);
  const edits = [{ start: word.start, end: word.end + written[0].trimEnd().length, insert: call }];
  yield { label: `Change to ${call}`, edits };
}
