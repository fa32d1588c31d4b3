/** Descriptions of the words and signs of a query, for the hover of an editor. */
import { comparisonOperators, textMethods, variableKinds } from './ast.ts';
import { type Column, ColumnIndex } from './columns.ts';
import { kindDetails, operatorDetails } from './complete.ts';
import { printVariable } from './print.ts';
import { type Token, tokenize } from './tokens.ts';
import { callAt } from './variable-call.ts';

/** Description of a part of a query. */
export interface QueryDescription {
  /** Offset at which the described part starts. */
  readonly start: number;
  /** Offset at which it ends. */
  readonly end: number;
  /** Described part in canonical form, such as `Metric("loss")`. */
  readonly code: string;
  /** Meaning: a clause without capital and full stop. */
  readonly text: string;
  /** Type of the values of a logged name: a noun. */
  readonly type?: string;
  /** Further information: a full sentence. */
  readonly note?: string;
  /** Example of a query that uses it. */
  readonly example: string;
}

/**
 * Returns the description of what is at an offset; null for values and spaces. `columns` is the result of
 * `getQueryVariables` for the project, from which the type of a name is known.
 */
export function describeQuery(text: string, offset: number, columns: Iterable<Column> = []): QueryDescription | null {
  const tokens = tokenize(text).tokens.filter(({ type }) => type !== 'end');
  const at = tokens.findIndex(({ start, end }) => start <= offset && offset < end);
  const token = tokens[at];
  if (!token) return null;
  return callDescription(tokens, at, [...columns]) ?? wordDescription(token);
}

const typeTexts: Readonly<Record<string, string>> = {
  string: 'text',
  double: 'number',
  timenumber: 'seconds',
  boolean: 'True or False',
  datetime: 'date and time in UTC',
};

const exampleTests: Readonly<Record<string, string>> = {
  string: ' == "text"',
  double: ' < 0.5',
  timenumber: ' > 60',
  boolean: ' == True',
  datetime: ' > datetime("2026-01-02")',
};

/** Describes the call of a variable or a tag that a token belongs to. */
function callDescription(tokens: readonly Token[], at: number, columns: readonly Column[]): QueryDescription | null {
  const call = [at, at - 1, at - 2, at - 3].map((start) => callAt(tokens, start)).find((found) => found !== null);
  if (!call) return null;
  const { kind, name, start, end } = call;
  const code = printVariable(kind, name);
  const span = { start, end, code };
  if (kind === 'Tag') return { ...span, text: kindDetails.Tag, example: `~${code}` };
  const index = new ColumnIndex(columns);
  const type = index.type(kind, name);
  const text = kindDetails[kind];
  const example = code + (exampleTests[type ?? (kind === 'Metric' ? 'double' : 'string')] ?? exampleTests.string);
  if (type !== undefined) return { ...span, text, type: typeTexts[type] ?? type, example };
  if (columns.length === 0) return { ...span, text, example };
  const near = index.suggestions(kind, name).map((found) => printVariable(found.kind, found.name));
  const hint = near.length > 0 ? ` Similar: ${near.join(', ')}.` : '';
  return { ...span, text, note: `No experiment of the project has it.${hint}`, example };
}

const methodTexts: Readonly<Record<(typeof textMethods)[number], string>> = {
  contains: 'the text has a part',
  startswith: 'the text begins with a part',
  endswith: 'the text ends with a part',
};

/** Descriptions of words and signs: what they are, and an example. */
const wordTexts: Readonly<Record<string, readonly [text: string, example: string]>> = {
  ...Object.fromEntries(
    comparisonOperators.map((operator) => [operator, [operatorDetails[operator], `Metric("loss") ${operator} 0.5`]]),
  ),
  ...Object.fromEntries(
    textMethods.map((method) => [method, [methodTexts[method], `Parameter("optimizer").${method}("ad")`]]),
  ),
  between: ['from low to high, both included', 'Metric("loss").between(0.1, 0.5)'],
  '&': ['and: both tests match', '(Metric("loss") < 0.5) & Tag("baseline")'],
  '|': ['or: any of the tests matches', 'Tag("a") | Tag("b")'],
  or: ['or: any of the tests matches', 'Tag("a") or Tag("b")'],
  '~': ['not: the opposite of the next test', '~Tag("failed")'],
  None: ['was never logged', 'Metric("loss") == None'],
  True: ['a logged True, or 1', 'Parameter("amp") == True'],
  False: ['a logged False, or 0', 'Parameter("amp") == False'],
  datetime: ['date and time in UTC', 'Metadata("start_server_timestamp") > datetime("2026-01-02T03:04:05Z")'],
  float: ['NaN or infinity', 'Metric("loss") == float("nan")'],
  Tag: [kindDetails.Tag, 'Tag("baseline")'],
  ...Object.fromEntries(
    variableKinds.map((kind) => [
      kind,
      [kindDetails[kind], `${kind}("name")${kind === 'Metric' ? ' < 0.5' : ' == "text"'}`],
    ]),
  ),
};

function wordDescription({ type, text, start, end }: Token): QueryDescription | null {
  if (type === 'string' || !Object.hasOwn(wordTexts, text)) return null;
  const [meaning, example] = wordTexts[text]!;
  return { start, end, code: text, text: meaning, example };
}
