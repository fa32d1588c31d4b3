/**
 * Reference semantics of a query, evaluated on one experiment in memory. The SQL of the service is tested against
 * this file.
 *
 * The result of a test is true, false or *unknown*. Results combine as in SQL: `unknown & false` is false,
 * `unknown & true` and `~unknown` are unknown. An experiment matches if the whole query is true. So `~(A & B)`
 * matches exactly the experiments that `~A` or `~B` matches, and `~test` is the test with the opposite operator.
 *
 * 1. **Absent.** A value that was never logged, or was logged as null, is null: `== None` is true, `!= None` is
 *    false, and every other test is unknown. So neither `Metric("loss") < 1` nor `~(Metric("loss") < 1)` matches an
 *    experiment without a loss.
 * 2. **Tags** are never unknown: `Tag("a")` is true if the experiment has the tag, otherwise false.
 * 3. **Empty** is a logged text of length 0. It is not null.
 * 4. **Numbers.** A test is numeric if its column is `double`, `timenumber` or `boolean`, or if the given or the
 *    logged value is a number or a boolean. Texts are parsed as numbers ("0.10" equals 0.1). `true` and `false`, in
 *    any case, are 1 and 0, as in `== True` and `== False`. A text that is not a number is not equal to any number
 *    (`!=` is true), and neither less nor greater (unknown). Metadata has its own types: a text there, such as a name,
 *    is never parsed as a number.
 * 5. **NaN** is equal to NaN alone (`== float("nan")`), and neither less nor greater. Infinities are the ends of the
 *    order.
 * 6. **Datetimes** (column type `datetime`) are compared in UTC. A number, or a text of digits, is milliseconds since
 *    1970. A text without a time zone is UTC. A logged text that is not a datetime behaves as in 4.
 * 7. **Texts** are compared exactly: case matters, and the order is by code point. `contains`, `startswith` and
 *    `endswith` test the logged text whatever the type. For a logged number or boolean they are unknown.
 * 8. `between` includes both bounds. With swapped bounds it never matches.
 */
import type { QueryTest, QueryTree } from './ast.ts';
import { type Column, ColumnIndex, type Source } from './columns.ts';
import { type Condition, type Operand, opposites, type Test } from './condition.ts';
import { momentOf } from './datetime.ts';
import { compareTexts, isNaNTest, isNumeric, numberOf } from './scalar.ts';
import { testOf } from './test-of.ts';

/** Logged value. */
export type LoggedValue = string | number | boolean | null;
type Values = Readonly<Record<string, LoggedValue>>;

/** Values of one experiment. Metrics are their current values, `metadata.duration` is in seconds. */
export interface ExperimentValues {
  /** Current values of the metrics. */
  readonly metrics: Values;
  /** Parameters by name. */
  readonly parameters: Values;
  /** Other items by name. */
  readonly others: Values;
  /** Fields of the experiment. `duration` is in seconds. */
  readonly metadata: Values;
  /** Details of the machine and process. */
  readonly environment: Values;
  /** Tags of the experiment. */
  readonly tags: readonly string[];
}

/** True, false, or null for unknown. */
export type TruthValue = boolean | null;

/** Returns whether an experiment matches a condition. */
export function matches(condition: Condition, experiment: ExperimentValues): boolean {
  return truthOf(condition, experiment) === true;
}

/**
 * Returns whether an experiment matches a query. The type of a variable without a column is inferred from the value
 * that it is compared with. A test that the service would reject is unknown.
 */
export function matchesQuery(tree: QueryTree, experiment: ExperimentValues, columns: Iterable<Column> = []): boolean {
  return treeTruth(tree, experiment, new ColumnIndex(columns)) === true;
}

/** Returns the three-valued result of a condition. */
export function truthOf(condition: Condition, experiment: ExperimentValues): TruthValue {
  if ('test' in condition) return testTruth(condition.test, experiment);
  if ('and' in condition) return all(condition.and.map((part) => truthOf(part, experiment)));
  return any(condition.or.map((part) => truthOf(part, experiment)));
}

function treeTruth(tree: QueryTree, experiment: ExperimentValues, index: ColumnIndex): TruthValue {
  if (tree.kind === 'And') return all(tree.terms.map((term) => treeTruth(term, experiment, index)));
  if (tree.kind === 'Or') return any(tree.terms.map((term) => treeTruth(term, experiment, index)));
  if (tree.kind === 'Not') return invert(treeTruth(tree.term, experiment, index));
  const result = testOf(tree, typeOf(tree, index));
  return 'test' in result ? testTruth(result.test, experiment) : null;
}

function typeOf(query: QueryTest, index: ColumnIndex): string {
  if (query.kind === 'Tag') return 'string';
  const known = index.type(query.variable.variableKind, query.variable.name);
  if (known !== undefined || query.kind === 'TextTest') return known ?? 'string';
  const value = query.kind === 'Between' ? query.low : query.value;
  return value.kind === 'Datetime' ? 'datetime' : value.kind === 'Number' ? 'double' : 'string';
}

/** Returns the result of one test. */
function testTruth(test: Test, experiment: ExperimentValues): TruthValue {
  if (test.source === 'tag') return tagTruth(test, experiment.tags);
  const values = experiment[recordFields[test.source]];
  const logged = Object.hasOwn(values, test.name) ? (values[test.name] ?? null) : null;
  return valueTruth(test, logged);
}

const recordFields = {
  metrics: 'metrics',
  params: 'parameters',
  log_other: 'others',
  metadata: 'metadata',
  env_details: 'environment',
} as const satisfies Record<Exclude<Source, 'tag'>, keyof ExperimentValues>;

function tagTruth(test: Test, tags: readonly string[]): TruthValue {
  const { operator, value, name } = test;
  if (operator === 'is_null' || operator === 'is_empty') return !tags.includes(name);
  if (operator === 'is_not_null' || operator === 'is_not_empty') return tags.includes(name);
  if (operator.startsWith('not_')) {
    return invert(tagTruth({ ...test, operator: opposites[operator] }, tags));
  }
  const operand = Array.isArray(value) ? value : String(value);
  return tags.some((tag) => valueTruth({ ...test, type: 'string', value: operand }, tag) === true);
}

/** Returns the result of a test of a value that may be null. */
function valueTruth(test: Test, logged: LoggedValue): TruthValue {
  const { operator } = test;
  if (operator === 'is_null') return logged === null;
  if (operator === 'is_not_null') return logged !== null;
  if (logged === null) return null;
  switch (operator) {
    case 'is_empty':
      return logged === '';
    case 'equal':
      return areNaN(test, logged) || order(test, logged, test.value) === 0;
    case 'less':
      return sided(order(test, logged, test.value), (sign) => sign < 0);
    case 'greater':
      return sided(order(test, logged, test.value), (sign) => sign > 0);
    case 'between':
      return within(test, logged);
    case 'contains':
      return typeof logged === 'string' ? logged.includes(String(test.value)) : null;
    case 'begins_with':
      return typeof logged === 'string' ? logged.startsWith(String(test.value)) : null;
    case 'ends_with':
      return typeof logged === 'string' ? logged.endsWith(String(test.value)) : null;
    default:
      return invert(valueTruth({ ...test, operator: opposites[operator] }, logged));
  }
}

function within(test: Test, logged: LoggedValue): TruthValue {
  if (!Array.isArray(test.value)) return null;
  const [low, high] = test.value as readonly [string, string];
  return all([
    sided(order(test, logged, low), (sign) => sign >= 0),
    sided(order(test, logged, high), (sign) => sign <= 0),
  ]);
}

/** Returns whether a numeric test compares a logged NaN with NaN. */
function areNaN({ type, source, value }: Test, logged: LoggedValue): boolean {
  return logged !== null && isNaNTest(type, source, value) && Number.isNaN(numberOf(logged));
}

/** Compares a logged value with a given one: negative, 0, positive, or null if they have no order. */
function order({ type, source }: Test, logged: LoggedValue, operand: Operand): number | null {
  if (logged === null || operand === null || typeof operand === 'object') return null;
  if (type === 'datetime') return difference(momentOf(logged), momentOf(operand));
  if (typeof logged === 'string') {
    if (!isNumeric(type, operand)) return compareTexts(logged, String(operand));
    if (source === 'metadata') return null;
  }
  return difference(numberOf(logged), numberOf(operand));
}

function difference(a: number | null, b: number | null): number | null {
  if (a === null || b === null || Number.isNaN(a) || Number.isNaN(b)) return null;
  return a === b ? 0 : a < b ? -1 : 1;
}

function sided(sign: number | null, holds: (sign: number) => boolean): TruthValue {
  return sign === null ? null : holds(sign);
}

function invert(value: TruthValue): TruthValue {
  return value === null ? null : !value;
}

function all(values: readonly TruthValue[]): TruthValue {
  if (values.includes(false)) return false;
  return values.includes(null) ? null : true;
}

function any(values: readonly TruthValue[]): TruthValue {
  return invert(all(values.map(invert)));
}
