/**
 * Syntax tree of a query: plain frozen nodes with a `kind`. It is the only shared data of the parser, builder,
 * printer, wire format and evaluation.
 *
 * Every node has `start` and `end`, offsets into its source text (UTF-16 code units, `end` exclusive). Nodes made by
 * the builder have the span 0..0.
 */

/** Kinds of variables that are compared with a value. `Tag` is a test of its own. */
export const variableKinds = ['Environment', 'Metric', 'Parameter', 'Other', 'Metadata'] as const;
/** Kind of a variable. */
export type VariableKind = (typeof variableKinds)[number];

/** Comparison operators. */
export const comparisonOperators = ['==', '<=', '>=', '!=', '<', '>'] as const;
/** Comparison operator. */
export type ComparisonOperator = (typeof comparisonOperators)[number];

/** Operators with the sides exchanged: `a < b` is `b > a`. */
export const mirroredOperators: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};

/** Methods that test a substring. */
export const textMethods = ['contains', 'startswith', 'endswith'] as const;
/** Method that tests a substring. */
export type TextMethod = (typeof textMethods)[number];

/** Position of a node in its source text. */
export interface Span {
  /** Offset of the first character. */
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
}

/** Span of nodes without a source text. */
const nowhere: Span = Object.freeze({ start: 0, end: 0 });

/** `"adam"` */
export interface TextValue extends Span {
  readonly kind: 'Text';
  readonly value: string;
}
/** `0.5`, or `float("inf")` for a number without a literal */
export interface NumberValue extends Span {
  readonly kind: 'Number';
  readonly value: number;
}
/** `True` or `False` */
export interface BooleanValue extends Span {
  readonly kind: 'Boolean';
  readonly value: boolean;
}
/** `None`: the value was never logged */
export interface NoneValue extends Span {
  readonly kind: 'None';
}
/** Datetime in UTC: `YYYY-MM-DDTHH:MM:SSZ`, or with exactly six fractional digits before the `Z`. */
export interface DatetimeValue extends Span {
  readonly kind: 'Datetime';
  readonly utc: string;
}
/** Value that a variable is compared with. */
export type QueryValue = TextValue | NumberValue | BooleanValue | NoneValue | DatetimeValue;
/** Bound of `between`. A text is read as a datetime if the column is one. */
export type RangeValue = TextValue | NumberValue | DatetimeValue;

/** `Metric("loss")` */
export interface Variable extends Span {
  readonly kind: 'Variable';
  readonly variableKind: VariableKind;
  readonly name: string;
}

/** `Tag("baseline")` */
export interface TagTest extends Span {
  readonly kind: 'Tag';
  readonly name: string;
}
/** `Metric("loss") < 0.5` */
export interface Comparison extends Span {
  readonly kind: 'Comparison';
  readonly variable: Variable;
  readonly operator: ComparisonOperator;
  readonly value: QueryValue;
}
/** `Parameter("lr").between(0.001, 0.1)`, with inclusive bounds */
export interface Between extends Span {
  readonly kind: 'Between';
  readonly variable: Variable;
  readonly low: RangeValue;
  readonly high: RangeValue;
}
/** `Parameter("optimizer").startswith("ad")` */
export interface TextTest extends Span {
  readonly kind: 'TextTest';
  readonly variable: Variable;
  readonly method: TextMethod;
  readonly text: string;
}
/** `A & B & C`: at least two terms, none of which is an `And`. */
interface And extends Span {
  readonly kind: 'And';
  readonly terms: readonly QueryTree[];
}
/** `A | B | C`: at least two terms, none of which is an `Or`. */
interface Or extends Span {
  readonly kind: 'Or';
  readonly terms: readonly QueryTree[];
}
/** `~A` */
export interface Not extends Span {
  readonly kind: 'Not';
  readonly term: QueryTree;
}

/** Test that contains no other test. */
export type QueryTest = TagTest | Comparison | Between | TextTest;
/** Complete query. */
export type QueryTree = QueryTest | And | Or | Not;

/** Creates a text value. */
export function textValue(value: string, { start, end }: Span = nowhere): TextValue {
  return Object.freeze({ kind: 'Text', value, start, end });
}

/**
 * Creates a number value. -0 becomes 0, because JSON and the service cannot distinguish them.
 */
export function numberValue(value: number, { start, end }: Span = nowhere): NumberValue {
  return Object.freeze({ kind: 'Number', value: value + 0, start, end });
}

/** Creates a boolean value. */
export function booleanValue(value: boolean, { start, end }: Span = nowhere): BooleanValue {
  return Object.freeze({ kind: 'Boolean', value, start, end });
}

/** Creates the `None` value. */
export function noneValue({ start, end }: Span = nowhere): NoneValue {
  return Object.freeze({ kind: 'None', start, end });
}

/** Creates a datetime value. The text has the format of `DatetimeValue`. */
export function datetimeValue(utc: string, { start, end }: Span = nowhere): DatetimeValue {
  return Object.freeze({ kind: 'Datetime', utc, start, end });
}

/** Creates a variable. */
export function variable(variableKind: VariableKind, name: string, { start, end }: Span = nowhere): Variable {
  return Object.freeze({ kind: 'Variable', variableKind, name, start, end });
}

/** Creates a test for a tag. */
export function tagTest(name: string, { start, end }: Span = nowhere): TagTest {
  return Object.freeze({ kind: 'Tag', name, start, end });
}

/** Creates a comparison of a variable with a value. */
export function comparison(
  left: Variable,
  operator: ComparisonOperator,
  value: QueryValue,
  { start, end }: Span = nowhere,
): Comparison {
  return Object.freeze({ kind: 'Comparison', variable: left, operator, value, start, end });
}

/** Creates a range test with inclusive bounds. */
export function between(left: Variable, low: RangeValue, high: RangeValue, { start, end }: Span = nowhere): Between {
  return Object.freeze({ kind: 'Between', variable: left, low, high, start, end });
}

/** Creates a substring test. */
export function textTest(left: Variable, method: TextMethod, text: string, { start, end }: Span = nowhere): TextTest {
  return Object.freeze({ kind: 'TextTest', variable: left, method, text, start, end });
}

/** Joins terms. A nested `And` is flattened, and a single term is returned unchanged. */
export function and(terms: readonly [QueryTree, ...QueryTree[]], { start, end }: Span = nowhere): QueryTree {
  const flat = terms.flatMap((term) => (term.kind === 'And' ? term.terms : [term]));
  return flat.length === 1 ? flat[0]! : Object.freeze({ kind: 'And', terms: Object.freeze(flat), start, end });
}

/** Joins alternatives. A nested `Or` is flattened, and a single term is returned unchanged. */
export function or(terms: readonly [QueryTree, ...QueryTree[]], { start, end }: Span = nowhere): QueryTree {
  const flat = terms.flatMap((term) => (term.kind === 'Or' ? term.terms : [term]));
  return flat.length === 1 ? flat[0]! : Object.freeze({ kind: 'Or', terms: Object.freeze(flat), start, end });
}

/** Negates a query. */
export function not(term: QueryTree, { start, end }: Span = nowhere): Not {
  return Object.freeze({ kind: 'Not', term, start, end });
}

/** Yields the tests of a tree in the order of the text. */
export function* testsIn(tree: QueryTree): Generator<QueryTest> {
  if ('terms' in tree) for (const term of tree.terms) yield* testsIn(term);
  else if (tree.kind === 'Not') yield* testsIn(tree.term);
  else yield tree;
}
