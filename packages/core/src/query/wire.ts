/**
 * Converts a tree to calls. One call contains a conjunction: predicates that must all match, one for each source in
 * order of first appearance. `~` inverts operators. `~(A & B)` means "not A or not B", which one call cannot express.
 * `|` is such an alternative too. So a query becomes a *union of conjunctions*, one call each, whose results are
 * merged. Nearly always there is only one.
 */
import { type QueryTest, type QueryTree, testsIn, type Variable } from './ast.ts';
import type { Query } from './builder.ts';
import { type Column, ColumnIndex, type Source } from './columns.ts';
import { type Condition, type Operand, type Operator, opposites, type Test } from './condition.ts';
import { syntaxError } from './error-texts.ts';
import type { QueryError } from './errors.ts';
import { parseQueryOrThrow } from './parse.ts';
import { printQuery, printVariable } from './print.ts';
import { type TestOrError, testOf } from './test-of.ts';

/** Test on the wire. */
export interface WireRule {
  /** Name of the column. */
  readonly id: string;
  /** Name of the column. */
  readonly field: string;
  /** Type of the column. */
  readonly type: string;
  /** Operator of the test. */
  readonly operator: Operator;
  /** Value to compare with. */
  readonly value: Operand;
}

/** Tests of one source on the wire. */
export interface WirePredicate {
  /** Source of the columns. */
  readonly source: Source;
  /** Tests. All of them must match. */
  readonly query: {
    /** Always `AND`. */
    readonly condition: 'AND';
    /** Tests of the source. */
    readonly rules: readonly WireRule[];
    /** Always true. */
    readonly valid: true;
  };
  /**
   * Set if the first test was negated by `~`. Its operator is already inverted, so readers must ignore this field.
   */
  readonly negated?: true;
}

/** Predicates of one call. All of them must match. */
export type Conjunction = readonly WirePredicate[];

/** Query that is ready to run. An experiment matches if it matches any of the conjunctions. */
export interface QueryPlan {
  /** Calls to make. */
  readonly conjunctions: readonly Conjunction[];
  /** Reasons why the query cannot be run. If there are any, `conjunctions` is empty. */
  readonly errors: readonly QueryError[];
  /**
   * Names that no experiment has logged, for editors to mark. The query can be run: no experiment matches a test of
   * such a name, so a conjunction with one is left out.
   */
  readonly unknown: readonly QueryError[];
}

/** Maximum number of calls for one query. */
const maxConjunctions = 32;

/** Test, and whether it was negated by `~`. */
interface Literal {
  readonly test: Test;
  readonly negated: boolean;
}

/** Plans a query for a project with these columns. Never throws. Mismatched types are errors. */
export function planQuery(tree: QueryTree, columns: Iterable<Column>): QueryPlan {
  const index = new ColumnIndex(columns);
  const errors: QueryError[] = [];
  const unknown: QueryError[] = [];
  const tests = new Map<QueryTest, Test>();
  for (const leaf of testsIn(tree)) {
    const result = columnTest(leaf, index);
    if ('unknown' in result) unknown.push(result.unknown);
    else if ('error' in result) errors.push(result.error);
    else tests.set(leaf, result.test);
  }
  if (errors.length > 0) return { conjunctions: [], errors, unknown };
  if (countConjunctions(tree, false) > maxConjunctions) {
    const message = `the query has more than ${maxConjunctions} alternatives`;
    const { start, end } = tree;
    return { conjunctions: [], errors: [{ message, remedy: 'split it into several queries', start, end }], unknown };
  }
  return { conjunctions: alternatives(tree, false, tests).map(conjunctionOf), errors, unknown };
}

/** Query of a caller: a text, a tree or a builder query. */
export type QueryInput = string | QueryTree | Query;

/** Returns the query as text. A tree is printed in canonical form. */
export function textOfQuery(query: QueryInput): string {
  if (typeof query === 'string') return query;
  return printQuery('tree' in query ? query.tree : query);
}

/**
 * Compiles a query to calls.
 * @throws QuerySyntaxError with all errors; positions are offsets in the text, or in the printed form of a tree
 */
export function compileQuery(query: QueryInput, columns: Iterable<Column>): readonly Conjunction[] {
  const text = textOfQuery(query);
  return checkedPlan(text, [parseQueryOrThrow(text)], columns).conjunctions;
}

/**
 * Plans the union of several queries of one text. Calls are not repeated.
 * @throws QuerySyntaxError with all errors
 */
export function checkedPlan(text: string, trees: readonly QueryTree[], columns: Iterable<Column>): QueryPlan {
  const known = [...columns];
  const plans = trees.map((tree) => planQuery(tree, known));
  const [first, ...others] = plans.flatMap(({ errors }) => errors);
  if (first) throw syntaxError(text, [first, ...others]);
  return {
    conjunctions: uniqueConjunctions(plans.flatMap(({ conjunctions }) => conjunctions)),
    errors: [],
    unknown: plans.flatMap(({ unknown }) => unknown),
  };
}

/** Returns the calls without duplicates. */
export function uniqueConjunctions(conjunctions: readonly Conjunction[]): readonly Conjunction[] {
  return [...new Map(conjunctions.map((predicates) => [JSON.stringify(predicates), predicates])).values()];
}

/**
 * Returns the condition of a planned query, as the service reads it from the calls.
 * @internal Exported for tests: tested without a request.
 */
export function conditionOf(conjunctions: readonly Conjunction[]): Condition {
  return { or: conjunctions.map((predicates) => ({ and: predicates.flatMap(testsOfPredicate) })) };
}

function testsOfPredicate({ source, query }: WirePredicate): Condition[] {
  return query.rules.map(({ field, type, operator, value }) => ({
    test: { source, name: field, type, operator, value },
  }));
}

function columnTest(leaf: QueryTest, index: ColumnIndex): TestOrError | { readonly unknown: QueryError } {
  // A tag is sent even if the project does not have it: an unknown tag is not an error.
  if (leaf.kind === 'Tag') return testOf(leaf, 'string');
  const type = index.type(leaf.variable.variableKind, leaf.variable.name);
  return type === undefined ? { unknown: unknownColumn(leaf.variable, index) } : testOf(leaf, type);
}

function unknownColumn({ variableKind, name, start, end }: Variable, index: ColumnIndex): QueryError {
  const near = index.suggestions(variableKind, name).map((found) => printVariable(found.kind, found.name));
  const remedy =
    near.length > 0 ? `did you mean ${near.join(' or ')}?` : 'see getQueryVariables for the available names';
  return { message: `no experiment of this project has ${printVariable(variableKind, name)}`, remedy, start, end };
}

/** Returns the number of conjunctions of a tree without creating them: products could exhaust the memory. */
function countConjunctions(tree: QueryTree, inverted: boolean): number {
  if (tree.kind === 'Not') return countConjunctions(tree.term, !inverted);
  if (!('terms' in tree)) return 1;
  const counts = tree.terms.map((term) => countConjunctions(term, inverted));
  const isUnion = (tree.kind === 'Or') !== inverted;
  return counts.reduce((total, count) => (isUnion ? total + count : total * count), isUnion ? 0 : 1);
}

/** Returns the tests of each conjunction. One that needs a test of an unknown name is left out. */
function alternatives(tree: QueryTree, inverted: boolean, tests: ReadonlyMap<QueryTest, Test>): Literal[][] {
  if (tree.kind === 'Not') return alternatives(tree.term, !inverted, tests);
  if (!('terms' in tree)) {
    const test = tests.get(tree);
    return test === undefined ? [] : [[literal(test, inverted)]];
  }
  const terms = tree.terms.map((term) => alternatives(term, inverted, tests));
  if ((tree.kind === 'Or') !== inverted) return terms.flat();
  return terms.reduce((all, term) => all.flatMap((left) => term.map((right) => [...left, ...right])));
}

function literal(test: Test, negated: boolean): Literal {
  return { test: negated ? { ...test, operator: opposites[test.operator] } : test, negated };
}

function conjunctionOf(literals: readonly Literal[]): Conjunction {
  return [...Map.groupBy(literals, ({ test }) => test.source)].map(([source, group]) => ({
    source,
    query: { condition: 'AND', rules: group.map(({ test }) => ruleOf(test)), valid: true },
    ...(group[0]?.negated ? { negated: true as const } : {}),
  }));
}

function ruleOf({ name, type, operator, value }: Test): WireRule {
  return { id: name, field: name, type, operator, value };
}
