/**
 * Queries written in code: `Metric('loss').lt(0.5).and(Tag('bad').not())`. Makes the very trees that the parser makes of
 * the same query in text.
 */
import * as ast from './ast.ts';
import { datetimeOfMillis } from './datetime.ts';
import { printQuery } from './print.ts';

/** What a variable is compared with; null is `None`, a Date a datetime. */
export type Comparable = string | number | boolean | null | Date;
/** What has an order; a text is compared by code point, and as a datetime where the column is one. */
export type Ordered = string | number | Date;

/** A test or tests, ready to be joined and run. */
export class Query {
  readonly tree: ast.QueryTree;

  constructor(tree: ast.QueryTree) {
    this.tree = tree;
    Object.freeze(this);
  }

  /** Holds when this and all the others hold. */
  and(...others: readonly Query[]): Query {
    return and(this, ...others);
  }

  /** The opposite: `~`. */
  not(): Query {
    return not(this);
  }

  /** The query as text. */
  toString(): string {
    return printQuery(this.tree);
  }
}

/** A named value of an experiment, to be compared. */
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
  lt(value: Ordered): Query {
    return this.compared('<', value);
  }

  /** `<=` */
  le(value: Ordered): Query {
    return this.compared('<=', value);
  }

  /** `>` */
  gt(value: Ordered): Query {
    return this.compared('>', value);
  }

  /** `>=` */
  ge(value: Ordered): Query {
    return this.compared('>=', value);
  }

  /** From `low` to `high`, both included. */
  between(low: Ordered, high: Ordered): Query {
    return new Query(ast.between(this.variable, orderedValue(low), orderedValue(high)));
  }

  contains(text: string): Query {
    return new Query(ast.textTest(this.variable, 'contains', text));
  }

  startsWith(text: string): Query {
    return new Query(ast.textTest(this.variable, 'startswith', text));
  }

  endsWith(text: string): Query {
    return new Query(ast.textTest(this.variable, 'endswith', text));
  }

  /** Never logged, or logged as nothing: `== None`. */
  isNull(): Query {
    return this.eq(null);
  }

  /** `!= None` */
  isNotNull(): Query {
    return this.ne(null);
  }

  /** Logged as a text without a letter: `== ""`. */
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

  private compared(operator: ast.ComparisonOperator, value: Comparable): Query {
    return new Query(ast.comparison(this.variable, operator, queryValue(value)));
  }
}

/** A value of the environment an experiment ran in, such as `Environment('hostname')`. */
export function Environment(name: string): QueryVariable {
  return new QueryVariable('Environment', name);
}

/** The current value of a metric. */
export function Metric(name: string): QueryVariable {
  return new QueryVariable('Metric', name);
}

/** A parameter. */
export function Parameter(name: string): QueryVariable {
  return new QueryVariable('Parameter', name);
}

/** A value logged by `logOther`. */
export function Other(name: string): QueryVariable {
  return new QueryVariable('Other', name);
}

/** What the service knows of an experiment, such as `Metadata('duration')`, in seconds. */
export function Metadata(name: string): QueryVariable {
  return new QueryVariable('Metadata', name);
}

/** Holds for experiments that carry the tag. */
export function Tag(name: string): Query {
  return new Query(ast.tagTest(name));
}

/** Holds when all of the queries hold. */
export function and(first: Query, ...others: readonly Query[]): Query {
  return new Query(ast.and([first.tree, ...others.map((other) => other.tree)]));
}

/** Holds when the query does not. */
export function not(query: Query): Query {
  return new Query(ast.not(query.tree));
}

function queryValue(value: Comparable): ast.QueryValue {
  if (value === null) return ast.noneValue();
  return typeof value === 'boolean' ? ast.booleanValue(value) : orderedValue(value);
}

function orderedValue(value: Ordered): ast.RangeValue {
  if (typeof value === 'string') return ast.textValue(value);
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return ast.numberValue(value);
    throw new RangeError(`query: ${value} cannot be compared with; give a finite number`);
  }
  const utc = datetimeOfMillis(value.getTime());
  if (utc !== null) return ast.datetimeValue(utc);
  throw new RangeError('query: the Date is invalid or outside the years 1 to 9999; give a valid Date');
}
