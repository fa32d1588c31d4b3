/**
 * Query builder: `Metric('loss').lt(0.5).and(Tag('bad').not())`. It creates the same trees as the parser does for the
 * query as text.
 */
import * as ast from './ast.ts';
import { type Column, kindOfSource } from './columns.ts';
import { datetimeOfMillis } from './datetime.ts';
import { printQuery } from './print.ts';

/** Value that a variable can be compared with. null is `None`, a Date is a datetime, NaN equals a logged NaN. */
export type Comparable = string | number | boolean | null | Date;
/** Value with an order. A text is compared by code point, or as a datetime if the column is one. */
export type Ordered = string | number | Date;
/** Value with an order, or a boolean: False is before True. */
export type OrderedOrBoolean = Ordered | boolean;

/** Immutable query, which can be combined and run. */
export class Query {
  /** Syntax tree of the query. */
  readonly tree: ast.QueryTree;

  constructor(tree: ast.QueryTree) {
    this.tree = tree;
    Object.freeze(this);
  }

  /** Returns a query that matches if this and all other queries match. */
  and(...others: readonly Query[]): Query {
    return and(this, ...others);
  }

  /** Returns a query that matches if this or any other query matches. It is run as one call for each alternative. */
  or(...others: readonly Query[]): Query {
    return or(this, ...others);
  }

  /** Returns the negated query: `~`. */
  not(): Query {
    return not(this);
  }

  /** Returns the query as text. */
  toString(): string {
    return printQuery(this.tree);
  }
}

/** Named value of an experiment, to compare with. */
export class QueryVariable {
  private readonly variable: ast.Variable;

  constructor(kind: ast.VariableKind, name: string) {
    this.variable = ast.variable(kind, name);
  }

  /** `==` */
  eq(value: Comparable): Query {
    return this.compared('==', value);
  }

  /** `!=` */
  ne(value: Comparable): Query {
    return this.compared('!=', value);
  }

  /** `<` */
  lt(value: OrderedOrBoolean): Query {
    return this.ordered('<', value);
  }

  /** `<=` */
  le(value: OrderedOrBoolean): Query {
    return this.ordered('<=', value);
  }

  /** `>` */
  gt(value: OrderedOrBoolean): Query {
    return this.ordered('>', value);
  }

  /** `>=` */
  ge(value: OrderedOrBoolean): Query {
    return this.ordered('>=', value);
  }

  /** From `low` to `high`, both inclusive. */
  between(low: Ordered, high: Ordered): Query {
    return new Query(ast.between(this.variable, orderedValue(low), orderedValue(high)));
  }

  /** Returns a query that matches if the value contains the text. */
  contains(text: string): Query {
    return new Query(ast.textTest(this.variable, 'contains', text));
  }

  /** Returns a query that matches if the value starts with the text. */
  startsWith(text: string): Query {
    return new Query(ast.textTest(this.variable, 'startswith', text));
  }

  /** Returns a query that matches if the value ends with the text. */
  endsWith(text: string): Query {
    return new Query(ast.textTest(this.variable, 'endswith', text));
  }

  /** Never logged, or logged as null: `== None`. */
  isNull(): Query {
    return this.eq(null);
  }

  /** `!= None` */
  isNotNull(): Query {
    return this.ne(null);
  }

  /** Logged as an empty text: `== ""`. */
  isEmpty(): Query {
    return this.eq('');
  }

  /** `!= ""` */
  isNotEmpty(): Query {
    return this.ne('');
  }

  /** `== True` */
  isTrue(): Query {
    return this.eq(true);
  }

  /** `== False` */
  isFalse(): Query {
    return this.eq(false);
  }

  private ordered(operator: ast.ComparisonOperator, value: OrderedOrBoolean): Query {
    const operand = typeof value === 'boolean' ? ast.booleanValue(value) : orderedValue(value);
    return new Query(ast.comparison(this.variable, operator, operand));
  }

  private compared(operator: ast.ComparisonOperator, value: Comparable): Query {
    return new Query(ast.comparison(this.variable, operator, queryValue(value)));
  }
}

/** Returns a variable of the environment of an experiment, such as `Environment('hostname')`. */
export function Environment(name: string): QueryVariable {
  return new QueryVariable('Environment', name);
}

/** Returns a variable for the current value of a metric. */
export function Metric(name: string): QueryVariable {
  return new QueryVariable('Metric', name);
}

/** Returns a variable for a parameter. */
export function Parameter(name: string): QueryVariable {
  return new QueryVariable('Parameter', name);
}

/** Returns a variable for a value logged by `logOther`. */
export function Other(name: string): QueryVariable {
  return new QueryVariable('Other', name);
}

/** Returns a variable of the metadata of an experiment, such as `Metadata('duration')`, in seconds. */
export function Metadata(name: string): QueryVariable {
  return new QueryVariable('Metadata', name);
}

/**
 * Returns the variable of a column, as `getQueryVariables` lists them.
 *
 * @throws RangeError for a source that has no variables: a tag is a test of its own, `Tag(name)`
 */
export function queryVariable({ source, name }: Pick<Column, 'source' | 'name'>): QueryVariable {
  const kind = kindOfSource(source);
  if (kind === undefined) throw new RangeError(`query: ${source} is not a source of variables`);
  if (kind === 'Tag') throw new RangeError(`query: a tag is not compared; use Tag(${JSON.stringify(name)})`);
  return new QueryVariable(kind, name);
}

/** Returns a query that matches experiments with the tag. */
export function Tag(name: string): Query {
  return new Query(ast.tagTest(name));
}

/** Returns a query that matches if all queries match. */
export function and(first: Query, ...others: readonly Query[]): Query {
  return new Query(ast.and([first.tree, ...others.map((other) => other.tree)]));
}

/** Returns a query that matches if any query matches. */
export function or(first: Query, ...others: readonly Query[]): Query {
  return new Query(ast.or([first.tree, ...others.map((other) => other.tree)]));
}

/** Returns a query that matches if the given query does not. */
export function not(query: Query): Query {
  return new Query(ast.not(query.tree));
}

function queryValue(value: Comparable): ast.QueryValue {
  if (value === null) return ast.noneValue();
  if (typeof value === 'boolean') return ast.booleanValue(value);
  return typeof value === 'number' ? ast.numberValue(value) : orderedValue(value);
}

function orderedValue(value: Ordered): ast.RangeValue {
  if (typeof value === 'string') return ast.textValue(value);
  if (typeof value === 'number') {
    if (Number.isNaN(value)) throw new RangeError('query: NaN has no order; use eq(NaN) or ne(NaN)');
    return ast.numberValue(value);
  }
  // Types do not protect callers in JavaScript, or values of type `any`.
  const millis = (value as Partial<Date> | null | undefined)?.getTime?.();
  if (millis === undefined) {
    const kind = value === null ? 'null' : typeof value;
    throw new RangeError(`query: ${kind} is no value; give a text, a number, a boolean, null or a Date`);
  }
  const utc = datetimeOfMillis(millis);
  if (utc !== null) return ast.datetimeValue(utc);
  throw new RangeError('query: the Date is invalid or outside the years 1 to 9999; give a valid Date');
}
