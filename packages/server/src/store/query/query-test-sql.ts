import { isNaNTest, isNumeric, momentOf, numberOf, type Test } from '@tracklens/core/query';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { badRequest } from '../../errors/service-error.ts';

/*
 * Compiles one test of one value to SQL that is true exactly where `evaluate.ts` of the query language returns true.
 * Conditions contain no negation (each operator has an opposite), so "unknown" may be false or null here: neither
 * matches.
 */

/** SQL, or its constant result for every logged value. */
export type TestSql = RawBuilder<SqlBool> | boolean;

type Column = RawBuilder<unknown>;

/**
 * Logged value: its text, if it is stored as text, and its number, which is null for NaN and for text that is no
 * number.
 */
export interface ColumnOperand {
  readonly text: Column | null;
  readonly number: Column;
  /** Type of the text as it was read when it was logged; null if all values or none are numbers. */
  readonly type: Column | null;
}

/** SQL expressions that differ between the dialects. */
export interface SqlDialect {
  /** Makes a text compare by code point, independent of the collation of the database. */
  inOrder(text: Column): Column;
  contains(text: Column, part: string): RawBuilder<SqlBool>;
  begins(text: Column, part: string): RawBuilder<SqlBool>;
  ends(text: Column, part: string): RawBuilder<SqlBool>;
}

const codePoints = (text: string) => [...text].length;

/** Avoids `like`: its `%`, `_` and SQLite's case-insensitivity would all have to be worked around. */
export const sqlDialects: Readonly<Record<'sqlite' | 'postgres', SqlDialect>> = {
  sqlite: {
    inOrder: (text) => text,
    contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
    begins: (text, part) => sql`substr(${text}, 1, ${codePoints(part)}) = ${part}`,
    ends: (text, part) => sql`substr(${text}, ${-codePoints(part)}) = ${part}`,
  },
  postgres: {
    inOrder: (text) => sql`${text} collate "C"`,
    contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
    begins: (text, part) => sql`left(${text}, ${codePoints(part)}) = ${part}`,
    ends: (text, part) => sql`right(${text}, ${codePoints(part)}) = ${part}`,
  },
};

const absent = (column: Column) => sql<SqlBool>`${column} is null`;

/** Returns a text of a query in a form that the databases can store. */
export function boundText(text: string): string {
  if (text.includes('\0')) throw badRequest('A query cannot contain the character U+0000');
  return text.toWellFormed();
}

/** Compiles a test of a logged value. */
export function testSql(test: Test, operand: ColumnOperand, sqlDialect: SqlDialect): TestSql {
  const { operator, type, value } = test;
  if (operator === 'is_null') return false;
  if (operator === 'is_not_null') return true;
  if (operator === 'is_empty') return operand.text === null ? false : sql`${operand.text} = ''`;
  if (operator === 'is_not_empty') return operand.text === null ? true : sql`${operand.text} <> ''`;
  const part = /^(not_)?(contains|begins|ends)/.exec(operator);
  if (part !== null) {
    if (operand.text === null) return false;
    return partSql(operand.text, part[2] as 'contains', String(value), part[1] !== undefined, sqlDialect);
  }
  if (testsNaN(test)) {
    return isNaNSql(operand, operator === 'not_equal');
  }
  if (type === 'datetime') {
    if (operand.text !== null) {
      throw badRequest(`${JSON.stringify(test.name)} of ${test.source} is a text and cannot be compared by time`);
    }
    return numberSql(operator, operand.number, comparedWith(value, momentOf));
  }
  if (operand.text === null || comparesNumber(test)) {
    return numberSql(operator, operand.number, comparedWith(value, numberOf));
  }
  return textSql(
    operator,
    operand.text,
    comparedWith(value, (entry) => boundText(String(entry))),
    sqlDialect,
  );
}

/** Returns whether a comparison with a text reads the number that the text contains. */
export function comparesNumber(test: Test): boolean {
  const { type, value } = test;
  return !testsNaN(test) && ((!Array.isArray(value) && isNumeric(type, value)) || isNumeric(type, null));
}

const testsNaN = ({ operator, type, source, value }: Test) =>
  (operator === 'equal' || operator === 'not_equal') && isNaNTest(type, source, value);

function partSql(
  text: Column,
  how: 'contains' | 'begins' | 'ends',
  part: string,
  not: boolean,
  sqlDialect: SqlDialect,
) {
  if (part === '') return !not;
  const holds = sqlDialect[how](text, boundText(part));
  return not ? sql<SqlBool>`not (${holds})` : holds;
}

/** Tests for NaN: a logged NaN has no number, but a text without a number may be another text. */
function isNaNSql({ number, type }: ColumnOperand, not: boolean): TestSql {
  const logged = type === null ? absent(number) : sql<SqlBool>`${absent(number)} and ${type} = 'double'`;
  return not ? sql`not (${logged})` : logged;
}

/** Operand of a test; null if it cannot be compared. */
type Compared<T> = { readonly value: T | null } | { readonly range: readonly [T | null, T | null] };

function comparedWith<T>(value: Test['value'], read: (value: string | number) => T | null): Compared<T> {
  const known = (entry: string | number) => {
    const result = read(entry);
    return Number.isNaN(result) ? null : result;
  };
  if (value === null || typeof value !== 'object') return { value: value === null ? null : known(value) };
  return { range: [known(value[0]), known(value[1])] };
}

function numberSql(operator: Test['operator'], column: Column, compared: Compared<number>): TestSql {
  if ('range' in compared) return rangeSql(operator, column, compared.range);
  if (operator === 'not_equal') {
    return compared.value === null ? true : sql`(${absent(column)} or ${column} <> ${compared.value})`;
  }
  return comparisonSql(operator, column, compared.value);
}

function textSql(
  operator: Test['operator'],
  column: Column,
  compared: Compared<string>,
  sqlDialect: SqlDialect,
): TestSql {
  if ('range' in compared) return rangeSql(operator, sqlDialect.inOrder(column), compared.range);
  if (operator === 'not_equal') return compared.value === null ? true : sql`${column} <> ${compared.value}`;
  return comparisonSql(operator, operator === 'equal' ? column : sqlDialect.inOrder(column), compared.value);
}

const signs = { equal: '=', less: '<', less_or_equal: '<=', greater: '>', greater_or_equal: '>=' } as const;

function comparisonSql(operator: Test['operator'], column: Column, value: string | number | null): TestSql {
  const sign = signs[operator as keyof typeof signs];
  return value === null || sign === undefined ? false : sql`${column} ${sql.raw(sign)} ${value}`;
}

/**
 * Tests for a range: a value is outside if it is beyond at least one known end; inside requires both ends to be known.
 */
function rangeSql(
  operator: Test['operator'],
  column: Column,
  [low, high]: readonly [string | number | null, string | number | null],
): TestSql {
  if (operator === 'between') {
    return low === null || high === null ? false : sql`(${column} >= ${low} and ${column} <= ${high})`;
  }
  if (operator === 'not_equal') return true;
  if (operator !== 'not_between') return false;
  const passed = [
    ...(low === null ? [] : [sql<SqlBool>`${column} < ${low}`]),
    ...(high === null ? [] : [sql<SqlBool>`${column} > ${high}`]),
  ];
  return passed.length === 0 ? false : sql`(${sql.join(passed, sql` or `)})`;
}
