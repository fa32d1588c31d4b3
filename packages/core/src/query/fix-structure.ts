/** Candidates for the correction of errors in the structure of a query: comparisons, lists, parentheses, operators. */
import { comparisonOperators, mirroredOperators, type Span } from './ast.ts';
import type { ColumnIndex } from './columns.ts';
import type { TextEdit } from './text-edits.ts';
import type { Token } from './tokens.ts';
import { callAt, variableAt } from './variable-call.ts';

/** Possible correction. */
export interface FixCandidate {
  readonly label: string;
  readonly edits: readonly TextEdit[];
}

/** Text around an error. */
export interface ErrorContext extends Span {
  readonly text: string;
  /** Marked text. */
  readonly marked: string;
  /** Tokens of the query that has the error, without the end. */
  readonly tokens: readonly Token[];
  /** Index of the first token that does not end before the error. */
  readonly at: number;
  readonly index: ColumnIndex;
}

/** Returns the comparison operator that a token is; undefined for any other token. */
const operatorOf = (token: Token | undefined) => comparisonOperators.find((operator) => operator === token?.text);

/** Comparisons: with the value first, chained, with None, with nothing, and of a tag. */
export function* comparisonFixes(context: ErrorContext): Generator<FixCandidate> {
  yield* mirroredFixes(context);
  yield* equalityFixes(context);
  yield* tagFixes(context);
  yield* wrappings(context);
}

/** Comparisons with the value first: one, or two that are chained. */
function* mirroredFixes({ text, tokens, at }: ErrorContext): Generator<FixCandidate> {
  const [value, sign] = tokens.slice(at, at + 2);
  const operator = operatorOf(sign);
  const left = variableAt(tokens, at + 2);
  if (!value || !operator || !left) return;
  const [call, first] = [text.slice(left.start, left.end), text.slice(value.start, value.end)];
  const mirrored = `${call} ${mirroredOperators[operator]} ${first}`;
  const [second, last] = tokens.slice(at + 6, at + 8);
  if (second && last && operatorOf(second)) {
    const both = `(${mirrored}) & (${call} ${second.text} ${text.slice(last.start, last.end)})`;
    yield { label: 'Write two comparisons', edits: [groupEdit(text, value.start, last.end, both)] };
  }
  yield { label: 'Write the variable first', edits: [{ start: value.start, end: left.end, insert: mirrored }] };
}

/** Equality in place of an order, and a test of whether a variable without a comparison was logged. */
function* equalityFixes({ tokens, at }: ErrorContext): Generator<FixCandidate> {
  const before = tokens[at - 1];
  if (before && operatorOf(before)) {
    for (const insert of ['==', '!=']) {
      yield {
        label: `Replace ${before.text} with ${insert}`,
        edits: [{ start: before.start, end: before.end, insert }],
      };
    }
  }
  const variable = variableAt(tokens, at) ?? variableAt(tokens, at - 4);
  if (variable) {
    const logged = { start: variable.end, end: variable.end, insert: ' != None' };
    yield { label: 'Test whether it was logged', edits: [logged] };
  }
}

/** Operators that compare a tag with a value for equality, and the dot of a method. */
const tagOperators = ['==', '!=', '=', '<>', 'is', '.'];
/** Values that mean in a comparison that an experiment does not have the tag. */
const noTagPattern = /^(?:false|none|null|nil|undefined|0|(["'])false\1)$/i;

/** The tag alone, or its negation, in place of a comparison with it. */
function* tagFixes({ text, tokens, at }: ErrorContext): Generator<FixCandidate> {
  const tag = callAt(tokens, at - 4);
  const last = tokensOfTest(tokens, at).at(-1);
  if (tag?.kind !== 'Tag' || !last || !tagOperators.includes(tokens[at]!.text.toLowerCase())) return;
  const isNegated = /^(?:!=|<>|is\s+not\b)/i.test(text.slice(tokens[at]!.start));
  const isAbsent = isNegated !== noTagPattern.test(text.slice(last.start, last.end));
  const call = text.slice(tag.start, tag.end);
  const insert = isAbsent ? `~${call}` : call;
  yield { label: `Change to ${insert}`, edits: [{ start: tag.start, end: last.end, insert }] };
}

/** Parentheses around the marked text. */
export function* wrappings({ start, end }: ErrorContext): Generator<FixCandidate> {
  if (end > start) yield { label: 'Add parentheses', edits: wrapped({ start, end }) };
}

/**
 * Returns the edit that inserts several tests, in parentheses unless there are some already or nothing is next to them.
 */
function groupEdit(text: string, start: number, end: number, tests: string): TextEdit {
  const isAlone = /(?:^|[(;])\s*$/.test(text.slice(0, start)) && /^\s*(?:$|[);])/.test(text.slice(end));
  return { start, end, insert: isAlone ? tests : `(${tests})` };
}

/** Operators between tests that bind looser than `&` and `|` in Python. */
const looseOperators = ['and', 'or', '&&', '||'];

/** Returns the tokens from one to the end of its test: an operator between tests or a closing parenthesis. */
const tokensOfTest = (tokens: readonly Token[], at: number) => operand(tokens.slice(at), [...looseOperators, '&', '|']);

/** Returns the tokens before the first of some operators, or before a parenthesis that closes an outer group. */
function operand(tokens: readonly Token[], operators: readonly string[], close = ')'): readonly Token[] {
  let opened = 0;
  const end = tokens.findIndex(({ type, text }) => {
    if (type === 'string') return false;
    if (opened === 0 && (text === close || operators.includes(text.toLowerCase()))) return true;
    if (text === '(' || text === ')') opened += text === close ? -1 : 1;
    return false;
  });
  return end === -1 ? tokens : tokens.slice(0, end);
}

/** Returns the edits for the parentheses that Python implies next to a marked `and`, `&&` or `not`. */
export function impliedParentheses({ marked, tokens, at }: ErrorContext): readonly TextEdit[] {
  const word = marked.toLowerCase();
  const right = tokens.slice(at + 1);
  if (word === 'not') return parentheses(right, ['&', '|']);
  if (word !== 'and' && word !== '&&') return [];
  return [
    ...parentheses(tokens.slice(0, at).reverse(), ['|', 'not'], '('),
    // A `not` gets its own parentheses.
    ...(right[0]?.text.toLowerCase() === 'not' ? [] : parentheses(right, ['|'])),
  ];
}

/** Returns the edits for parentheses around an operand of a loose operator that contains one of some operators. */
function parentheses(tokens: readonly Token[], operators: readonly string[], close = ')'): readonly TextEdit[] {
  const whole = operand(tokens, looseOperators, close);
  if (whole.length === operand(tokens, [...looseOperators, ...operators], close).length) return [];
  const start = Math.min(...whole.map((token) => token.start));
  const end = Math.max(...whole.map((token) => token.end));
  return wrapped({ start, end });
}

/** Returns the edits for parentheses around a part of the text. */
const wrapped = ({ start, end }: Span): readonly TextEdit[] => [
  { start, end: start, insert: '(' },
  { start: end, end, insert: ')' },
];

const listedPattern = /^\s*(?:not\s+)?in\s*[[({]([^\])}]*)[\])}]/i;
const valuePattern = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s,]+/g;

/** `in`: a variable in a list of values, and a text in a variable. */
export function* membershipFixes({ text, start, tokens, at }: ErrorContext): Generator<FixCandidate> {
  const variable = variableAt(tokens, at - 4);
  const list = listedPattern.exec(text.slice(start));
  if (variable && list) {
    const call = text.slice(variable.start, variable.end);
    const isAbsent = /^\s*not/i.test(list[0]);
    const tests = [...list[1]!.matchAll(valuePattern)].map(([value]) => `(${call} ${isAbsent ? '!=' : '=='} ${value})`);
    const joined = tests.join(isAbsent ? ' & ' : ' | ');
    const edit = groupEdit(text, variable.start, start + list[0].length, joined);
    if (tests.length > 0) yield { label: 'Compare with each value', edits: [edit] };
  }
  const negated = tokens[at]?.text === 'not' && tokens[at + 1]?.text === 'in';
  const value = tokens[at - 1];
  const holder = variableAt(tokens, at + (negated ? 2 : 1));
  if ((negated || tokens[at]?.text === 'in') && value?.type === 'string' && holder) {
    const call = text.slice(holder.start, holder.end);
    const insert = `${negated ? '~' : ''}${call}.contains(${text.slice(value.start, value.end)})`;
    yield { label: 'Use .contains()', edits: [{ start: value.start, end: holder.end, insert }] };
  }
}

/** Tests that the type of a column does not support. */
export function* typeFixes({ text, start, end, marked, tokens, at, index }: ErrorContext): Generator<FixCandidate> {
  const tested = variableAt(tokens, at - 5);
  if (tested && index.type(tested.kind, tested.name) === 'boolean' && !/^["']?(?:true|false)["']?$/i.test(marked)) {
    for (const insert of ['True', 'False']) yield { label: `Compare with ${insert}`, edits: [{ start, end, insert }] };
  }
  const variable = variableAt(tokens, at);
  if (!variable || variable.start !== start || !marked.endsWith(')')) return;
  const call = text.slice(variable.start, variable.end);
  const [, method, args = ''] = /^\s*\.(\w+)\((.*)\)$/s.exec(marked.slice(call.length)) ?? [];
  const values = [...args.matchAll(valuePattern)].map(([value]) => value);
  if (method === 'between' && values.length === 2) {
    const both = `(${call} >= ${values[0]}) & (${call} <= ${values[1]})`;
    yield { label: 'Use >= and <=', edits: [groupEdit(text, start, end, both)] };
  } else if (method !== undefined && values.length === 1) {
    const insert = `(${call} == ${values[0]})`;
    yield { label: 'Compare with ==', edits: [{ start, end, insert }] };
  }
}

/** Maximum number of positions that are tried for a missing parenthesis. */
const maxPositions = 30;

/** Parentheses, commas and operators that are missing. */
export function* parenthesisFixes({ text, start, end, tokens, at }: ErrorContext): Generator<FixCandidate> {
  const previous = tokens[at - 1]?.end ?? 0;
  yield { label: 'Add &', edits: [{ start, end: start, insert: '& ' }] };
  yield { label: 'Add a comma', edits: [{ start: previous, end: previous, insert: ',' }] };
  const later = tokens.slice(at, at + maxPositions).map((token) => token.end);
  for (const position of new Set([previous, end, text.trimEnd().length, ...later])) {
    yield { label: 'Add )', edits: [{ start: position, end: position, insert: ')' }] };
  }
}

/** Deletions: of an unexpected sign, or of an operator that nothing follows. */
export function* deletions({ text, start, end, marked, tokens, at }: ErrorContext): Generator<FixCandidate> {
  if (/^[^\p{L}\p{N}\s"']+$/u.test(marked)) {
    const space = /^\s*/.exec(text.slice(end))![0].length;
    yield { label: `Delete ${marked}`, edits: [{ start, end: end + space, insert: '' }] };
  }
  const before = tokens[at - 1];
  const isLast = at === tokens.length || tokens[at]!.text === ')';
  if (before && isLast && ['&', '|', '&&', '||', 'and', 'or', '.', '~'].includes(before.text)) {
    const from = tokens[at - 2]?.end ?? before.start;
    yield { label: `Delete ${before.text}`, edits: [{ start: from, end: before.end, insert: '' }] };
  }
}
