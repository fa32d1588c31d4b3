/** Query language: text and builder, tree, wire format, evaluation, completion. No I/O. */
export {
  type Alternative,
  type CheckedAlternatives,
  checkAlternatives,
  compileAlternatives,
  completeAlternatives,
  type ParsedAlternatives,
  parseAlternatives,
  parseAlternativesOrThrow,
} from './alternatives.ts';
export type { QueryTree, QueryValue, Span, VariableKind } from './ast.ts';
export {
  and,
  type Comparable,
  Environment,
  Metadata,
  Metric,
  not,
  type Ordered,
  type OrderedOrBoolean,
  Other,
  or,
  Parameter,
  Query,
  type QueryVariable,
  queryVariable,
  Tag,
} from './builder.ts';
export { type Column, columnSources, kindOfSource, type Source } from './columns.ts';
export { type CompletionItem, type Completions, completeQuery } from './complete.ts';
export type { Condition, Operand, Operator, Test } from './condition.ts';
export { momentOf } from './datetime.ts';
export { describeQuery, type QueryDescription } from './describe.ts';
export { caret, sentence } from './error-texts.ts';
export { isQuerySyntaxError, type QueryError, QuerySyntaxError } from './errors.ts';
export {
  type ExperimentValues,
  type LoggedValue,
  matches,
  matchesQuery,
  type TruthValue,
  truthOf,
} from './evaluate.ts';
export { fixedQuery, type QueryFix, queryFixes } from './fixes.ts';
export { formatQuery } from './format.ts';
export { nearest } from './nearest.ts';
export { type ParsedQuery, parseQuery, parseQueryOrThrow } from './parse.ts';
export { type ReadCondition, readPredicates, readRulesTree } from './predicates.ts';
export { printQuery } from './print.ts';
export { type QueriedName, queriedNames } from './queried-names.ts';
export { isNaNTest, isNumeric, numberOf, readNumber } from './scalar.ts';
export { type TextEdit, withEdits } from './text-edits.ts';
export {
  type Conjunction,
  checkedPlan,
  compileQuery,
  planQuery,
  type QueryInput,
  type QueryPlan,
  textOfQuery,
  uniqueConjunctions,
  type WirePredicate,
  type WireRule,
} from './wire.ts';
