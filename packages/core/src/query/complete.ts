/**
 * Completions at a cursor. They are based on the tokens before the cursor, not on the tree, so that they also work on
 * invalid and incomplete text.
 */
import { comparisonOperators, textMethods, type VariableKind } from './ast.ts';
import { type Column, ColumnIndex } from './columns.ts';
import { quote, type Token, tokenize } from './tokens.ts';
import { kindOf, type NamedCall, type NamedKind, namedKinds, variableAt } from './variable-call.ts';

/** Completion item. */
export interface CompletionItem {
  /** Label in the list. */
  readonly label: string;
  /** Replacement for the text from `from` to `to`. */
  readonly insert: string;
  /** Short description. */
  readonly detail: string;
}

/** Completions at a cursor, and the range that they replace, from `from` to `to`. */
export interface Completions {
  /** Offset at which the replaced text starts. */
  readonly from: number;
  /** Offset at which the replaced text ends. */
  readonly to: number;
  /** Completions, best match first. */
  readonly items: readonly CompletionItem[];
}

/** Maximum number of items. More are not useful; typing filters them. */
const maxItems = 200;

/** Short description of each kind: a clause. */
export const kindDetails: Readonly<Record<NamedKind, string>> = {
  Metric: 'current value of a metric',
  Parameter: 'parameter',
  Other: 'logged other',
  Metadata: 'metadata of the experiment',
  Environment: 'environment that the experiment ran in',
  Tag: 'experiments with a tag',
};

/** Completes a query at a cursor offset. `columns` is the result of `getQueryVariables` for the project. */
export function completeQuery(text: string, offset: number, columns: Iterable<Column>): Completions {
  const cursor = Math.max(0, Math.min(offset, text.length));
  const index = new ColumnIndex(columns);
  const { tokens } = tokenize(text);
  const before = tokens.filter((token) => token.type !== 'end' && token.end < cursor);
  const touched = tokens.filter((token) => token.type !== 'end' && token.start < cursor && token.end >= cursor).at(-1);
  if (touched?.type === 'string' && isInside(touched, cursor)) return insideText(text, touched, cursor, before, index);
  if (touched?.type === 'word') {
    const typed = text.slice(touched.start, cursor);
    return { from: touched.start, to: touched.end, items: matching(itemsAfter(before, index), typed) };
  }
  const behind = touched ? [...before, touched] : before;
  // A second `=` still belongs to the operator being typed.
  if (touched && /^[=!<>]$/.test(touched.text)) {
    const operators = itemsAfter(before, index).filter(({ label }) => label.startsWith(touched.text));
    return { from: touched.start, to: touched.end, items: operators };
  }
  return { from: cursor, to: cursor, items: itemsAfter(behind, index) };
}

/** Returns whether the cursor is between the quotes: after the opening one and, if closed, before the closing one. */
function isInside(token: Token, cursor: number): boolean {
  return cursor > token.start && (cursor < token.end || !token.closed);
}

function insideText(
  text: string,
  token: Token,
  cursor: number,
  before: readonly Token[],
  index: ColumnIndex,
): Completions {
  const [open, kind] = [before.at(-1), kindOf(before.at(-2))];
  const closed = isPaired(text, token);
  const from = token.start + 1;
  const to = closed ? token.end - 1 : cursor + (/^[^\s()&"']*/.exec(text.slice(cursor))?.[0].length ?? 0);
  if (!kind || open?.text !== '(') return { from, to, items: [] };
  const mark = text[token.start] ?? '"';
  const names = index.names(kind).map((name) => ({
    label: name,
    // An unclosed name gets its closing quote and parenthesis, so that the accepted item leaves a complete text.
    insert: `${escapeFor(mark, name)}${closed ? '' : `${mark})`}`,
    detail: `${kind} · ${index.type(kind, name)}`,
  }));
  return { from, to, items: matching(names, text.slice(from, cursor)) };
}

/**
 * Returns whether the second quote closes the string. In `Metric(" & Tag("b")` it opens the next name: a word follows
 * it directly.
 */
function isPaired(text: string, token: Token): boolean {
  return token.closed === true && !/[\p{L}\p{N}_]/u.test(text[token.end] ?? '');
}

function escapeFor(mark: string, name: string): string {
  const inner = quote(name).slice(1, -1);
  return mark === '"' ? inner : inner.replaceAll('\\"', '"').replaceAll("'", "\\'");
}

/** Returns the items that may follow the tokens. */
function itemsAfter(before: readonly Token[], index: ColumnIndex): CompletionItem[] {
  const last = before.at(-1);
  if (!last) return testItems();
  if (last.type === 'symbol' && last.text === '.') return methodItems(variableBefore(before.slice(0, -1)), index);
  if (last.type === 'symbol' && /^(==|!=|<=|>=|<|>)$/.test(last.text)) {
    return valueItems(last.text, variableBefore(before.slice(0, -1)), index);
  }
  if (last.text === '(' && last.type === 'symbol') return itemsAfterOpening(before, index);
  if (['&', '~', '!', '|', '&&', '||'].includes(last.text) && last.type === 'symbol') return testItems();
  if (last.type === 'word' && last.text === 'or') return testItems();
  if (last.text === ',' && last.type === 'symbol') return [];
  const variable = variableBefore(before);
  if (variable) return [...operatorItems(variable, index), ...methodItems(variable, index, '.')];
  return endsTest(before) ? joinItems(before) : [];
}

function itemsAfterOpening(before: readonly Token[], index: ColumnIndex): CompletionItem[] {
  const callee = before.at(-2);
  const kind = kindOf(callee);
  if (kind) {
    return index
      .names(kind)
      .slice(0, maxItems)
      .map((name) => ({
        label: name,
        insert: `${quote(name)})`,
        detail: `${kind} · ${index.type(kind, name)}`,
      }));
  }
  return callee?.type === 'word' ? [] : testItems();
}

/** Returns the variable that the tokens end with. */
const variableBefore = (tokens: readonly Token[]) => variableAt(tokens, tokens.length - 4);

/** Returns whether a test can end here: with a value, or with the parenthesis of a tag, a method or a group. */
function endsTest(before: readonly Token[]): boolean {
  const last = before.at(-1);
  if (last?.type === 'string' || last?.type === 'number') return openParentheses(before) === openGroups(before);
  return last?.text === ')' || (last?.type === 'word' && ['True', 'False', 'None'].includes(last.text));
}

function openParentheses(before: readonly Token[]): number {
  return before.reduce((open, { type, text }) => {
    if (type !== 'symbol') return open;
    return text === '(' ? open + 1 : text === ')' ? Math.max(0, open - 1) : open;
  }, 0);
}

/** Returns the number of open parentheses that do not belong to a call. */
function openGroups(before: readonly Token[]): number {
  const open: boolean[] = [];
  before.forEach(({ type, text }, at) => {
    if (type !== 'symbol') return;
    if (text === '(') open.push(before[at - 1]?.type !== 'word');
    if (text === ')') open.pop();
  });
  return open.filter(Boolean).length;
}

function testItems(): CompletionItem[] {
  const kinds = namedKinds.map((kind) => ({
    label: kind,
    insert: `${kind}("`,
    detail: kindDetails[kind],
  }));
  return [...kinds, { label: '~', insert: '~', detail: 'not: inverts the next test' }];
}

function joinItems(before: readonly Token[]): CompletionItem[] {
  const joins = [
    { label: '&', insert: ' & ', detail: 'and' },
    { label: '|', insert: ' | ', detail: 'or' },
  ];
  const close = { label: ')', insert: ')', detail: 'ends the group' };
  return openGroups(before) > 0 ? [close, ...joins] : joins;
}

/** Short description of each operator: a clause. */
export const operatorDetails: Readonly<Record<(typeof comparisonOperators)[number], string>> = {
  '==': 'equal',
  '<=': 'at most',
  '>=': 'at least',
  '!=': 'not equal',
  '<': 'less than',
  '>': 'more than',
};

function operatorItems({ kind, name }: NamedCall<VariableKind>, index: ColumnIndex): CompletionItem[] {
  const isBoolean = index.type(kind, name) === 'boolean';
  const operators = isBoolean ? (['==', '!='] as const) : comparisonOperators;
  return operators.map((operator) => ({ label: operator, insert: `${operator} `, detail: operatorDetails[operator] }));
}

/** Returns the methods that the type of the column supports, or all methods if the column is unknown. */
function methodItems(variable: NamedCall<VariableKind> | null, index: ColumnIndex, dot = ''): CompletionItem[] {
  const type = variable ? index.type(variable.kind, variable.name) : undefined;
  const methods: CompletionItem[] = [];
  if (type !== 'string' && type !== 'boolean') {
    methods.push({ label: `${dot}between`, insert: `${dot}between(`, detail: 'from low to high, inclusive' });
  }
  if (type === undefined || type === 'string') {
    for (const method of textMethods) {
      methods.push({ label: `${dot}${method}`, insert: `${dot}${method}("`, detail: 'a substring' });
    }
  }
  return methods;
}

function valueItems(operator: string, variable: NamedCall<VariableKind> | null, index: ColumnIndex): CompletionItem[] {
  const type = variable ? index.type(variable.kind, variable.name) : undefined;
  const items: CompletionItem[] = [];
  if (type === 'datetime') {
    items.push({ label: 'datetime', insert: 'datetime("', detail: 'UTC, such as datetime("2026-01-02T03:04:05Z")' });
  }
  if (operator !== '==' && operator !== '!=') return items;
  if (type === 'boolean' || type === undefined) {
    items.push(
      { label: 'True', insert: 'True', detail: 'true' },
      { label: 'False', insert: 'False', detail: 'not true' },
    );
  }
  items.push({ label: 'None', insert: 'None', detail: 'never logged' });
  if (type === 'string' || type === undefined) items.push({ label: '""', insert: '""', detail: 'empty text' });
  return items;
}

/** Returns the items that start with the typed text, then those that contain it. */
function matching(items: readonly CompletionItem[], typed: string): CompletionItem[] {
  const wanted = typed.toLowerCase();
  const rank = ({ label }: CompletionItem): number => {
    const at = label.toLowerCase().indexOf(wanted);
    return at === 0 ? 0 : at > 0 ? 1 : 2;
  };
  return items
    .filter((item) => rank(item) < 2)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, maxItems);
}
