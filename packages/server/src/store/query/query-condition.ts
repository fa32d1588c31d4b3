import type { Condition, Source, Test } from '@tracklens/core/query';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { badRequest } from '../../errors/service-error.ts';
import { metadataSql } from './query-metadata.ts';
import {
  boundText,
  type ColumnOperand,
  comparesNumber,
  type SqlDialect,
  sqlDialects,
  type TestSql,
  testSql,
} from './query-test-sql.ts';

/*
 * Compiles a condition to SQL about the row of `experiments` that it filters. All names and values are bound; text of
 * a query never becomes SQL. Tests of a metric's current value, or of the number that a parameter contains, use the
 * index of these numbers; the others look up what one experiment has under a name.
 */

type Bool = RawBuilder<SqlBool>;

/** Context in which a condition is compiled. */
export interface ConditionContext {
  readonly dialect: 'sqlite' | 'postgres';
  /** Milliseconds since 1970. Whether an experiment is running depends on the time. */
  readonly now: number;
}

/** Maximum number of tests: more than users or programs write; databases only reject much larger statements. */
const maxTests = 500;

/** Filter of `experiments`. */
interface ConditionSql {
  readonly filter: Bool;
  /** Whether an index of numbers limits the experiments that are read. */
  readonly isIndexed: boolean;
}

/** Statements that read an index of numbers. */
interface IndexedTest {
  /** Returns the keys of the experiments that pass the test. */
  readonly keys: RawBuilder<unknown>;
  /** Returns how many experiments pass the test, but at most a maximum. */
  countTo(max: number): RawBuilder<{ count: number }>;
}

/** Compiled condition. */
export interface CompiledCondition {
  /** Statements for the tests that can use the index of numbers. */
  readonly indexed: ReadonlyMap<Test, IndexedTest>;
  /**
   * Returns the filter. Tests for which `usesIndex` returns false look up the value of each experiment. Default: all
   * use an index if they can.
   */
  filter(usesIndex?: (test: Test) => boolean): ConditionSql;
}

/** Compiles a condition to a filter of `experiments`. */
export function compileCondition(condition: Condition, context: ConditionContext): CompiledCondition {
  const tests = testsOf(condition);
  if (tests.length > maxTests) throw badRequest(`A query has at most ${maxTests} tests`);
  const compiled = new Map(tests.map((test) => [test, compileTest(test, context)]));
  const filter: CompiledCondition['filter'] = (usesIndex = () => true) =>
    groupSql(condition, (test) => {
      const { indexed, holds } = compiled.get(test)!;
      if (indexed === null || !usesIndex(test)) return { filter: holds, isIndexed: false };
      return { filter: sql`experiments.experiment_key in (${indexed.keys})`, isIndexed: true };
    });
  const indexed = [...compiled].flatMap(([test, { indexed }]) => (indexed === null ? [] : [[test, indexed] as const]));
  return { indexed: new Map(indexed), filter };
}

function testsOf(condition: Condition): Test[] {
  return 'test' in condition ? [condition.test] : partsOf(condition).flatMap(testsOf);
}

const partsOf = (group: Exclude<Condition, { test: Test }>) => ('and' in group ? group.and : group.or);

function groupSql(condition: Condition, ofTest: (test: Test) => ConditionSql): ConditionSql {
  if ('test' in condition) return ofTest(condition.test);
  const joint = 'and' in condition ? 'and' : 'or';
  const parts = flattened(condition, joint).map((part) => groupSql(part, ofTest));
  if (parts.length === 0) return { filter: asBool(joint === 'and'), isIndexed: false };
  const isIndexed = joint === 'and' && parts.some((part) => part.isIndexed);
  const filters = parts.map(({ filter }) => filter);
  return { filter: balanced(filters, joint), isIndexed };
}

/** Returns the parts of a group, with nested groups of the same kind flattened. */
function flattened(condition: Condition, joint: 'and' | 'or'): Condition[] {
  if ('test' in condition || !(joint in condition)) return [condition];
  return partsOf(condition).flatMap((part) => flattened(part, joint));
}

/**
 * Joins the parts as a balanced tree: databases limit the depth of an expression, and a chain is as deep as it is
 * long.
 */
function balanced(parts: readonly Bool[], joint: 'and' | 'or'): Bool {
  if (parts.length === 1) return parts[0]!;
  const half = parts.length >> 1;
  return sql`(${balanced(parts.slice(0, half), joint)} ${sql.raw(joint)} ${balanced(parts.slice(half), joint)})`;
}

const asBool = (test: TestSql): Bool => (typeof test === 'boolean' ? sql`${sql.raw(test ? '1 = 1' : '1 = 0')}` : test);

/** Location of the values of a source, and the columns known about each. */
interface ValueSource {
  readonly table: string;
  readonly name: string;
  readonly operand: ColumnOperand;
  /** Types of values that have a number, which are part of the index; null if all values are numbers. */
  readonly numeric: readonly string[] | null;
}

function itemSource(table: string): ValueSource {
  return {
    table,
    name: 'name',
    operand: {
      text: sql.ref('logged.value'),
      number: sql.ref('logged.value_number'),
      type: sql.ref('logged.value_type'),
    },
    numeric: ['boolean', 'double'],
  };
}

const valueSources: Readonly<Record<Exclude<Source, 'tag' | 'metadata'>, ValueSource>> = {
  metrics: {
    table: 'metric_summaries',
    name: 'metric_name',
    operand: { text: null, number: sql.ref('logged.value_current'), type: null },
    numeric: null,
  },
  params: itemSource('experiment_parameters'),
  log_other: itemSource('experiment_others'),
  env_details: itemSource('experiment_environment'),
};

/** Tests that can use the index of numbers: all except those that NaN and texts also pass. */
const ofNumbers = new Set(['equal', 'less', 'less_or_equal', 'greater', 'greater_or_equal', 'between']);

/** Compiled test of an experiment. */
interface CompiledTest {
  /** Whether an experiment passes it. */
  readonly holds: Bool;
  /** Null if it cannot use the index of numbers. */
  readonly indexed: IndexedTest | null;
}

function compileTest(test: Test, { dialect, now }: ConditionContext): CompiledTest {
  const sqlDialect = sqlDialects[dialect];
  if (test.source === 'metadata') return { holds: asBool(metadataTest(test, now, sqlDialect)), indexed: null };
  if (test.source === 'tag') return { holds: asBool(tagTest(test, sqlDialect)), indexed: null };
  const valueSource = valueSources[test.source];
  const name = boundText(test.name);
  if (test.operator === 'is_null') return { holds: sql`not ${exists(valueSource, name, true)}`, indexed: null };
  const { operand } = valueSource;
  const holds = testSql(test, operand, sqlDialect);
  if (holds === false) return { holds: asBool(false), indexed: null };
  const isOfNumber = holds !== true && ofNumbers.has(test.operator) && (operand.text === null || comparesNumber(test));
  if (!isOfNumber) return { holds: exists(valueSource, name, holds), indexed: null };
  // Not `exists`: PostgreSQL would read all rows that pass the test, since it expects too few of them.
  const looksUp = sql<SqlBool>`(${found(valueSource, name, holds)} limit 1) is not null`;
  return { holds: looksUp, indexed: indexedTest(valueSource, name, asBool(holds)) };
}

function indexedTest({ table, name, operand, numeric }: ValueSource, wanted: string, holds: Bool): IndexedTest {
  const passing = sql`from ${sql.table(table)} as logged
    where ${sql.ref(`logged.${name}`)} = ${wanted} and ${holds}`;
  const types = numeric?.map((type) => sql.lit(type));
  return {
    keys: sql`select logged.experiment_key ${passing}
      ${types === undefined ? sql`` : sql`and logged.value_type in (${sql.join(types)})`}`,
    // The order makes PostgreSQL read the index, as far as necessary.
    countTo(max) {
      const parts = (types ?? [null]).map(
        (type) => sql`select * from (select 1 ${passing} ${type === null ? sql`` : sql`and logged.value_type = ${type}`}
          order by ${operand.number} limit ${max}) as some_passing`,
      );
      return sql`select count(*) as count from (select * from (${sql.join(parts, sql` union all `)}) as passing
        limit ${max}) as counted`;
    },
  };
}

/** Returns the condition that the experiment has a value under a name for which `holds` is true. */
const exists = (source: ValueSource, wanted: string, holds: TestSql): Bool =>
  sql`exists (${found(source, wanted, holds)})`;

/** Returns the statement that finds a value of the experiment under a name for which `holds` is true. */
function found({ table, name }: ValueSource, wanted: string, holds: TestSql): RawBuilder<unknown> {
  return sql`select 1 from ${sql.table(table)} as logged
    where logged.experiment_key = experiments.experiment_key and ${sql.ref(`logged.${name}`)} = ${wanted}
    and ${asBool(holds)}`;
}

function metadataTest(test: Test, now: number, sqlDialect: SqlDialect): TestSql {
  const found = metadataSql(test.name, now);
  if (found === null) return test.operator === 'is_null';
  const { kind, value } = found;
  if (test.operator === 'is_null') return sql`${value} is null`;
  // Text metadata is never parsed as a number, as the query language specifies.
  const operand: ColumnOperand =
    kind === 'text'
      ? { text: value, number: sql`cast(null as double precision)`, type: null }
      : { text: null, number: value, type: null };
  const holds = testSql(test, operand, sqlDialect);
  return holds === false ? false : sql`(${value} is not null and ${asBool(holds)})`;
}

/** Tags are never unknown: a negated test holds if there is no such tag. */
function tagTest(test: Test, sqlDialect: SqlDialect): TestSql {
  const tagged = (holds: TestSql): Bool =>
    sql`exists (select 1 from experiment_tags as logged
      where logged.experiment_key = experiments.experiment_key and ${asBool(holds)})`;
  const { operator, value } = test;
  const tag: ColumnOperand = { text: sql.ref('logged.tag'), number: sql`null`, type: null };
  const named = sql<SqlBool>`logged.tag = ${boundText(test.name)}`;
  if (operator === 'is_null' || operator === 'is_empty') return sql`not ${tagged(named)}`;
  if (operator === 'is_not_null' || operator === 'is_not_empty') return tagged(named);
  const not = operator.startsWith('not_');
  const plain = (not ? operator.slice(4) : operator) as Test['operator'];
  const asText: Test = {
    ...test,
    type: 'string',
    operator: plain,
    value: Array.isArray(value) ? value : String(value),
  };
  const holds = tagged(testSql(asText, tag, sqlDialect));
  return not ? sql`not ${holds}` : holds;
}
