/**
 * The tree of a query: plain frozen `{kind}` nodes. Parser, builder, printer, wire and evaluation meet only here.
 *
 * Every node carries `start` and `end`, offsets into the text it was read from (UTF-16 code units, `end` exclusive).
 * Nodes made by the builder stand at 0..0.
 */

/** The variable kinds that are compared with a value; `Tag` is a test by itself. */
export const VARIABLE_KINDS = ['Environment', 'Metric', 'Parameter', 'Other', 'Metadata'] as const;
/** A kind of variable. */
export type VariableKind = (typeof VARIABLE_KINDS)[number];

/** Comparison operators, in the order of the specification. */
export const COMPARISON_OPERATORS = ['==', '<=', '>=', '!=', '<', '>'] as const;
/** A comparison operator. */
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number];

/** Methods that test a part of a text. */
export const TEXT_METHODS = ['contains', 'startswith', 'endswith'] as const;
/** A method that tests a part of a text. */
export type TextMethod = (typeof TEXT_METHODS)[number];

/** Where a node stands in its text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The span of nodes that were not read from a text. */
export const NOWHERE: Span = Object.freeze({ start: 0, end: 0 });

/** `"adam"` */
export interface TextValue extends Span {
  readonly kind: 'Text';
  readonly value: string;
}
/** `0.5` */
export interface NumberValue extends Span {
  readonly kind: 'Number';
  readonly value: number;
}
/** `True` or `False` */
export interface BooleanValue extends Span {
  readonly kind: 'Boolean';
  readonly value: boolean;
}
/** `None`: never logged */
export interface NoneValue extends Span {
  readonly kind: 'None';
}
/** A moment in UTC: `YYYY-MM-DDTHH:MM:SSZ`, or with exactly six digits of fraction before the `Z`. */
export interface DatetimeValue extends Span {
  readonly kind: 'Datetime';
  readonly utc: string;
}
/** What a variable is compared with. */
export type QueryValue = TextValue | NumberValue | BooleanValue | NoneValue | DatetimeValue;
/** What `between` takes; a text is a datetime where the column is one. */
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
/** `Parameter("lr").between(0.001, 0.1)`, both ends included */
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
/** `A & B & C`: at least two terms, none of them an `And`. */
export interface And extends Span {
  readonly kind: 'And';
  readonly terms: readonly QueryTree[];
}
/** `~A` */
export interface Not extends Span {
  readonly kind: 'Not';
  readonly term: QueryTree;
}

/** A test that holds no other test. */
export type QueryTest = TagTest | Comparison | Between | TextTest;
/** A whole query. */
export type QueryTree = QueryTest | And | Not;

/** A text. */
export function textValue(value: string, { start, end }: Span = NOWHERE): TextValue {
  return Object.freeze({ kind: 'Text', value, start, end });
}

/** A finite number; -0 becomes 0, which JSON and the service cannot tell apart. */
export function numberValue(value: number, { start, end }: Span = NOWHERE): NumberValue {
  return Object.freeze({ kind: 'Number', value: value + 0, start, end });
}

/** A truth value. */
export function booleanValue(value: boolean, { start, end }: Span = NOWHERE): BooleanValue {
  return Object.freeze({ kind: 'Boolean', value, start, end });
}

/** The value that stands for never logged. */
export function noneValue({ start, end }: Span = NOWHERE): NoneValue {
  return Object.freeze({ kind: 'None', start, end });
}

/** A moment, in the form of `DatetimeValue`. */
export function datetimeValue(utc: string, { start, end }: Span = NOWHERE): DatetimeValue {
  return Object.freeze({ kind: 'Datetime', utc, start, end });
}

/** A variable by its kind and name. */
export function variable(variableKind: VariableKind, name: string, { start, end }: Span = NOWHERE): Variable {
  return Object.freeze({ kind: 'Variable', variableKind, name, start, end });
}

/** A test for a tag. */
export function tagTest(name: string, { start, end }: Span = NOWHERE): TagTest {
  return Object.freeze({ kind: 'Tag', name, start, end });
}

/** A variable compared with a value. */
export function comparison(
  left: Variable,
  operator: ComparisonOperator,
  value: QueryValue,
  { start, end }: Span = NOWHERE,
): Comparison {
  return Object.freeze({ kind: 'Comparison', variable: left, operator, value, start, end });
}

/** A variable held to a range, both ends included. */
export function between(left: Variable, low: RangeValue, high: RangeValue, { start, end }: Span = NOWHERE): Between {
  return Object.freeze({ kind: 'Between', variable: left, low, high, start, end });
}

/** A test of a part of a text. */
export function textTest(left: Variable, method: TextMethod, text: string, { start, end }: Span = NOWHERE): TextTest {
  return Object.freeze({ kind: 'TextTest', variable: left, method, text, start, end });
}

/** Joins terms; an `And` among them gives its terms, and one term stays itself. */
export function and(terms: readonly [QueryTree, ...QueryTree[]], { start, end }: Span = NOWHERE): QueryTree {
  const flat = terms.flatMap((term) => (term.kind === 'And' ? term.terms : [term]));
  return flat.length === 1 ? flat[0]! : Object.freeze({ kind: 'And', terms: Object.freeze(flat), start, end });
}

/** The opposite of a query. */
export function not(term: QueryTree, { start, end }: Span = NOWHERE): Not {
  return Object.freeze({ kind: 'Not', term, start, end });
}
