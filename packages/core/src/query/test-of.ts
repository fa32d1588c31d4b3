/** Converts one test of a query and the type of its column to the test on the wire. */
import type {
  Between,
  Comparison,
  ComparisonOperator,
  QueryTest,
  QueryValue,
  RangeValue,
  TextTest,
  Variable,
} from './ast.ts';
import { columnSources } from './columns.ts';
import type { Operand, Operator, Test } from './condition.ts';
import { datetimeOfMillis, readDatetime, wireDatetime } from './datetime.ts';
import type { QueryError } from './errors.ts';
import { printValue, printVariable } from './print.ts';
import { isNumeric, readNumber } from './scalar.ts';

/** The test, or an error if the service would evaluate it incorrectly. */
export type TestOrError = { readonly test: Test } | { readonly error: QueryError };

const wireOperators: Readonly<Record<ComparisonOperator, Operator>> = {
  '==': 'equal',
  '!=': 'not_equal',
  '<': 'less',
  '<=': 'less_or_equal',
  '>': 'greater',
  '>=': 'greater_or_equal',
};

const methodOperators = { contains: 'contains', startswith: 'begins_with', endswith: 'ends_with' } as const;

/** Converts a test. `type` is the type of the variable's column and is ignored for tags. */
export function testOf(query: QueryTest, type: string): TestOrError {
  switch (query.kind) {
    case 'Tag':
      return { test: { source: 'tag', name: query.name, type: 'string', operator: 'equal', value: query.name } };
    case 'Comparison':
      return comparisonTest(query, type);
    case 'Between':
      return rangeTest(query, type);
    case 'TextTest':
      return textMethodTest(query, type);
  }
}

function comparisonTest(query: Comparison, type: string): TestOrError {
  const { variable, operator, value } = query;
  const equal = operator === '==';
  if (value.kind === 'None') return testFor(variable, type, equal ? 'is_null' : 'is_not_null', null);
  if (value.kind === 'Text' && value.value === '' && (equal || operator === '!=')) {
    return testFor(variable, type, equal ? 'is_empty' : 'is_not_empty', null);
  }
  const operand = operandOf(value, type);
  if (operand === null) return mismatch(variable, value, type);
  return testFor(variable, comparedType(value, type), wireOperators[operator], operand);
}

function rangeTest({ variable, low, high, start, end }: Between, type: string): TestOrError {
  if (type === 'string') {
    const message = `${call(variable)} holds texts, and .between() needs numbers or datetimes`;
    return { error: { message, remedy: 'use ==, .contains(), .startswith() or .endswith()', start, end } };
  }
  const [from, to] = [operandOf(low, type), operandOf(high, type)];
  if (from === null) return mismatch(variable, low, type);
  if (to === null) return mismatch(variable, high, type);
  return testFor(variable, type, 'between', [String(from), String(to)]);
}

function textMethodTest({ variable, method, text, start, end }: TextTest, type: string): TestOrError {
  if (type === 'string') return testFor(variable, type, methodOperators[method], text);
  const message = `${call(variable)} holds ${contentTexts[type] ?? type}, and .${method}() needs a text`;
  return { error: { message, remedy: 'use ==, !=, <, <=, >, >= or .between()', start, end } };
}

/**
 * Converts a value to the wire format for a column of a type. Returns null if the column cannot contain such a value.
 */
function operandOf(value: Exclude<QueryValue, { kind: 'None' }> | RangeValue, type: string): string | number | null {
  switch (value.kind) {
    case 'Boolean':
      return type === 'datetime' ? null : Number(value.value);
    case 'Number':
      if (type === 'datetime') return wireDatetimeOrNull(datetimeOfMillis(value.value));
      return Number.isFinite(value.value) ? value.value : String(value.value);
    case 'Datetime':
      return type === 'datetime' ? wireDatetimeOrNull(value.utc) : null;
    case 'Text':
      if (type === 'datetime') return wireDatetimeOrNull(readDatetime(value.value));
      if (type === 'string' || contentTexts[type] === undefined) return value.value;
      return readNumber(value.value) === null ? null : value.value;
  }
}

/**
 * Returns the type of a comparison. JSON has no NaN and no infinity: these are sent as texts, which only a numeric type
 * compares as numbers.
 */
function comparedType(value: QueryValue, type: string): string {
  const isSentAsText = value.kind === 'Number' && !Number.isFinite(value.value);
  return isSentAsText && !isNumeric(type, null) ? 'double' : type;
}

function wireDatetimeOrNull(utc: string | null): string | null {
  return utc === null ? null : wireDatetime(utc);
}

function testFor(variable: Variable, type: string, operator: Operator, value: Operand): TestOrError {
  return { test: { source: columnSources[variable.variableKind], name: variable.name, type, operator, value } };
}

function mismatch(variable: Variable, value: QueryValue, type: string): TestOrError {
  const { start, end } = value;
  const message = `${call(variable)} holds ${contentTexts[type] ?? type}, which ${printValue(value)} is not`;
  return { error: { message, remedy: `compare with ${exampleValues[type] ?? 'a text'}`, start, end } };
}

function call(variable: Variable): string {
  return printVariable(variable.variableKind, variable.name);
}

const contentTexts: Readonly<Record<string, string>> = {
  string: 'texts',
  double: 'numbers',
  timenumber: 'seconds',
  boolean: 'truth values',
  datetime: 'datetimes',
};

const exampleValues: Readonly<Record<string, string>> = {
  double: 'a number, such as 0.5',
  timenumber: 'seconds, such as 60',
  boolean: 'True or False',
  datetime: 'a datetime, such as datetime("2026-01-02T03:04:05Z")',
};
