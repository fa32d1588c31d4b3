/** A query has the same result over HTTP (SQL), on its tree in memory, and on its predicates in memory. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as language from '@tracklens/core/query';
import fc from 'fast-check';
import { type TestService, testService } from '../../testing/test-service.ts';
import { addTags, logValues, writeText } from '../experiments/experiment-items.ts';
import { withExperimentLock } from '../experiments/experiment-lock.ts';
import { heartbeatTimeoutMillis, stateOf } from '../experiments/experiment-state.ts';
import { requireExperiment, updateExperiment } from '../experiments/experiments.ts';
import { findProject } from '../experiments/projects.ts';
import { appendPoints } from '../metrics/metric-append.ts';
import type { ExperimentRow } from '../tables/experiment-tables.ts';
import { metadataTypes } from './query-metadata.ts';
import { findMatching } from './query-search.ts';

const rest = '/api/rest/v2';
const now = 1_790_000_000_000;

const texts = [
  ...['', 'a', 'A', 'ab', 'b%', '100%', 'a_b', 'axb', '%', '_', '\\', "'", '"', `'); drop table experiments; --`],
  ...[
    '😀',
    '😀x',
    '\ufb00',
    '\uffee',
    'ß',
    'SS',
    'é',
    'e\u0301',
    'İ',
    'None',
    'null',
    '2026-01-01',
    '\t',
    '?',
    '$1',
    ':a',
  ],
  ...[
    '0',
    '-0',
    '1',
    '1.0',
    '0.50',
    '.5',
    '-1e3',
    '1e999',
    '-1e999',
    '5e-324',
    ' 2 ',
    ' nan\t',
    '\u00a03',
    '0x10',
    '1_000',
    '+1',
  ],
  ...['NaN', 'nan', 'inf', '-inf', 'Infinity', '-Infinity', 'true', 'TRUE', 'False', 'falſe', '9007199254740993'],
];
const anyText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...texts) },
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const anyNumber = fc.oneof(
  fc.constantFrom(-1000, -1, -0.5, 0, 0.5, 1, 2, 3, 16, 1e300, 5e-324, 0.1 + 0.2, -3678533422364035, 2 ** 60),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const anyMetric = fc.oneof(anyNumber, fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY));
const moments = [
  now - 3_600_000,
  now - heartbeatTimeoutMillis,
  now - heartbeatTimeoutMillis + 1,
  now - 1500,
  now,
  1,
  0,
];
const anyMoment = fc.constantFrom(...moments);
const names = ['x', 'y', 'X', "q'%_", '😀'] as const;
const valuesOf = <T>(value: fc.Arbitrary<T>) => fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 });

interface Logged {
  readonly metrics: Record<string, number>;
  readonly parameters: Record<string, string>;
  readonly others: Record<string, string>;
  readonly environment: Record<string, string>;
  readonly tags: readonly string[];
  readonly row: Partial<ExperimentRow>;
}

const flag = fc.constantFrom(0, 1);
const anyExperiment: fc.Arbitrary<Logged> = fc.record({
  metrics: valuesOf(anyMetric),
  parameters: valuesOf(anyText),
  others: valuesOf(anyText),
  // An empty detail counts as missing.
  environment: valuesOf(anyText.filter((text) => text !== '')),
  tags: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }),
  row: fc.record({
    name: fc.option(anyText, { nil: null }),
    file_name: fc.option(anyText, { nil: null }),
    liveness: fc.constantFrom('online', 'manual', 'none'),
    ended: flag,
    crashed: flag,
    start_time: anyMoment,
    end_time: anyMoment,
    end_set: flag,
    last_alive: anyMoment,
  }),
});

/** Logs an experiment like the handlers and returns the values that the query language should see. */
async function log(
  service: TestService,
  project: string,
  logged: Logged,
): Promise<[string, language.ExperimentValues]> {
  const { store } = service;
  const key = await service.experiment(project);
  const at = (record: Record<string, string>) =>
    Object.entries(record).map(([name, value]) => ({ name, value, timestamp: now }));
  await withExperimentLock(store, key, async (trx) => {
    await logValues(trx, 'experiment_parameters', key, at(logged.parameters));
    await logValues(trx, 'experiment_others', key, at(logged.others));
    await addTags(trx, key, logged.tags, now);
    const list = Object.entries(logged.environment).map(([name, value]) => ({ key: name, value }));
    await writeText(trx, key, 'system', JSON.stringify({ logAdditionalSystemInfoList: list }), now);
    await updateExperiment(trx, key, logged.row);
  });
  const points = Object.entries(logged.metrics).map(([name, value]) => {
    return { name, value, context: null, step: null, epoch: null, timestamp: now };
  });
  if (points.length > 0) await appendPoints(store, key, points);
  const row = await requireExperiment(store.db, key);
  const { running, hasCrashed, endTime } = stateOf(row, now);
  const metadata: Record<keyof typeof metadataTypes, language.LoggedValue> = {
    experiment_key: key,
    experimentKey: key,
    name: row.name,
    file_name: row.file_name,
    file_path: row.file_path,
    state: running ? 'running' : hasCrashed ? 'crashed' : 'finished',
    running,
    start_server_timestamp: row.start_time,
    end_server_timestamp: running && row.end_set === 0 ? null : endTime,
    duration: Math.max(0, endTime - row.start_time) / 1000,
  };
  return [key, { ...logged, others: { Name: (await nameLogged(service, key)) ?? '', ...logged.others }, metadata }];
}

async function nameLogged({ store }: TestService, key: string): Promise<string | undefined> {
  const rows = store.db.selectFrom('experiment_others').select('value').where('experiment_key', '=', key);
  return (await rows.where('name', '=', 'Name').executeTakeFirst())?.value;
}

const kinds = [language.Metric, language.Parameter, language.Other, language.Environment] as const;
const anyVariable = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...kinds), fc.constantFrom(...names)).map(([make, name]) => make(name)),
  },
  fc.constantFrom(...Object.keys(metadataTypes)).map(language.Metadata),
);
const someDate = anyMoment.map((millis) => new Date(millis));
const anyOrdered = fc.oneof(
  { weight: 4, arbitrary: anyText },
  { weight: 4, arbitrary: anyNumber },
  { weight: 1, arbitrary: fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY) },
  { weight: 1, arbitrary: someDate },
);
const anyTest = fc.oneof(
  fc.constantFrom(...names, 'none').map(language.Tag),
  fc
    .tuple(
      anyVariable,
      fc.constantFrom('eq' as const, 'ne' as const),
      fc.oneof(anyOrdered, fc.boolean(), fc.constantFrom(null, '', Number.NaN)),
    )
    .map(([left, how, value]) => left[how](value)),
  fc
    .tuple(
      anyVariable,
      fc.constantFrom('lt' as const, 'le' as const, 'gt' as const, 'ge' as const),
      fc.oneof(anyOrdered, fc.boolean()),
    )
    .map(([left, how, value]) => left[how](value)),
  fc.tuple(anyVariable, anyOrdered, anyOrdered).map(([left, low, high]) => left.between(low, high)),
  fc
    .tuple(anyVariable, fc.constantFrom('contains' as const, 'startsWith' as const, 'endsWith' as const), anyText)
    .map(([left, how, text]) => left[how](text)),
);
const anyQuery = fc.letrec<{ query: language.Query }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3 },
    { weight: 2, arbitrary: anyTest },
    { weight: 2, arbitrary: tie('query').map((query) => query.not()) },
    fc
      .tuple(fc.constantFrom(language.and, language.or), fc.array(tie('query'), { minLength: 2, maxLength: 3 }))
      .map(([join, [first, ...others]]) => join(first!, ...others)),
  ),
})).query;

const operators = [
  ...['equal', 'less', 'greater', 'between', 'contains', 'begins_with', 'ends_with', 'is_null', 'is_empty'],
  ...['not_equal', 'greater_or_equal', 'less_or_equal', 'not_between', 'not_contains', 'not_begins_with'],
  ...['not_ends_with', 'is_not_null', 'is_not_empty'],
];
/** Tests that other API clients might send: any type combined with any operator and value. */
const foreignRule = fc
  .record({
    source: fc.constantFrom('metrics', 'params', 'log_other', 'env_details', 'metadata', 'tag'),
    field: fc.constantFrom(...names, ...Object.keys(metadataTypes)),
    type: fc.constantFrom('string', 'double', 'boolean', 'timenumber', 'datetime', 'other'),
    operator: fc.constantFrom(...operators),
    one: fc.oneof(anyText, anyNumber, fc.constantFrom(0, 1)),
    two: fc.oneof(fc.tuple(anyText, anyText), fc.tuple(anyNumber, anyNumber)),
  })
  .map(({ one, two, ...rule }) => ({ ...rule, value: rule.operator.includes('between') ? two : one }));
const foreignGroup = fc.letrec<{ rule: unknown }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: foreignRule },
    fc.record({ condition: fc.constantFrom('AND', 'or'), rules: fc.array(tie('rule'), { maxLength: 3 }) }),
  ),
})).rule;

/** Creates an empty project in a service and returns functions to query it. */
async function projectOf(service: TestService) {
  const projectName = `agreement-${randomUUID()}`;
  return {
    projectName,
    columns: async () => {
      const path = `${rest}/project/column-names?workspaceName=ada&projectName=${projectName}`;
      return (await service.call<{ columns: language.Column[] }>('GET', path)).columns;
    },
    /** Returns the keys found; null if the service rejects ordering texts by time. */
    found: async (predicates: unknown): Promise<readonly string[] | null> => {
      const body = JSON.stringify({ workspaceName: 'ada', projectName, predicates, archived: false });
      const headers = { 'content-type': 'application/json' };
      const response = await service.send('POST', `${rest}/project/query`, body, headers);
      const text = await response.text();
      if (response.status === 400 && /compared by time/.test(text)) return null;
      assert.equal(response.status, 200, text);
      return (JSON.parse(text) as { experimentKeys: string[] }).experimentKeys;
    },
    /**
     * Returns the keys found by reading pages of two. Most tests are passed by too many experiments of all projects to
     * use an index for a page.
     */
    async paged(condition: language.Condition): Promise<string[]> {
      const project = await findProject(service.store.db, { workspaceName: 'ada', projectName });
      const keys: string[] = [];
      for (let offset = 0; project !== null; offset += 2) {
        const page = { archived: false, now, limit: 2, offset };
        const rows = await findMatching(service.store, project.project_id, condition, page);
        keys.push(...rows.map((row) => row.experiment_key));
        if (rows.length < 2) break;
      }
      return keys;
    },
  };
}

const experimentLists = fc.array(anyExperiment, { minLength: 1, maxLength: 6, size: 'max' });

test("the service finds what the client's queries mean", async (t) => {
  const service = await testService(t);
  service.clock.now = now;
  const seen = { found: 0, missed: 0, unions: 0 };
  await fc.assert(
    fc.asyncProperty(experimentLists, fc.array(anyQuery, { minLength: 20, maxLength: 30 }), async (logged, queries) => {
      const { projectName, columns, found } = await projectOf(service);
      const experiments: [string, language.ExperimentValues][] = [];
      for (const one of logged) experiments.push(await log(service, projectName, one));
      const known = await columns();
      for (const { tree } of queries) {
        const { conjunctions, unknown } = language.planQuery(tree, known);
        if (conjunctions.length === 0 || unknown.length > 0) continue;
        if (conjunctions.length > 1) seen.unions += 1;
        const keys = new Set<string>();
        const sent = JSON.parse(JSON.stringify(conjunctions)) as unknown[];
        for (const predicates of sent) for (const key of (await found(predicates)) ?? []) keys.add(key);
        for (const [key, values] of experiments) {
          const meant = language.matchesQuery(tree, values, known);
          const received = sent.some((predicates) => {
            const read = language.readPredicates(predicates);
            return read.ok && language.matches(read.condition, values);
          });
          const description = () => `${language.printQuery(tree)} on ${JSON.stringify(values)}`;
          assert.equal(received, meant, `predicates in memory: ${description()}`);
          assert.equal(keys.has(key), meant, `SQL: ${description()}`);
          seen[meant ? 'found' : 'missed'] += 1;
        }
      }
    }),
    { numRuns: 60 },
  );
  // Without any match or "or", the property would be vacuous.
  assert.ok(seen.found > 300 && seen.missed > 300 && seen.unions > 10, JSON.stringify(seen));
});

test('the service and the in-memory evaluation agree on predicates of other clients', async (t) => {
  const service = await testService(t);
  service.clock.now = now;
  const seen = { found: 0, missed: 0 };
  await fc.assert(
    fc.asyncProperty(
      experimentLists,
      fc.array(foreignGroup, { minLength: 10, maxLength: 20 }),
      async (logged, rules) => {
        const { projectName, found, paged } = await projectOf(service);
        const experiments: [string, language.ExperimentValues][] = [];
        for (const one of logged) experiments.push(await log(service, projectName, one));
        for (const rule of rules) {
          const predicates = [{ source: 'nested', query: { condition: 'AND', rules: [rule], valid: true } }];
          const read = language.readPredicates(JSON.parse(JSON.stringify(predicates)));
          assert.ok(read.ok);
          const keys = await found(predicates);
          if (keys === null) continue;
          assert.deepEqual(await paged(read.condition), keys, JSON.stringify(rule));
          for (const [key, values] of experiments) {
            const meant = language.matches(read.condition, values);
            assert.equal(keys.includes(key), meant, `${JSON.stringify(rule)} on ${JSON.stringify(values)}`);
            seen[meant ? 'found' : 'missed'] += 1;
          }
        }
      },
    ),
    { numRuns: 60 },
  );
  assert.ok(seen.found > 200 && seen.missed > 200, JSON.stringify(seen));
});

test('long and deep queries are answered, and longer ones rejected', async (t) => {
  const service = await testService(t);
  const key = await service.experiment('deep');
  const rule = (field: string) => ({ source: 'tag', field, operator: 'not_equal', value: field });
  const ask = (rules: unknown[], expected: number) =>
    service.call<{ experimentKeys?: string[]; msg?: string }>(
      'POST',
      `${rest}/project/query`,
      {
        workspaceName: 'ada',
        projectName: 'deep',
        predicates: [{ source: 'nested', query: { condition: 'AND', rules } }],
      },
      expected,
    );
  const wide = Array.from({ length: 500 }, (_, index) => rule(`t${index}`));
  assert.deepEqual((await ask(wide, 200)).experimentKeys, [key]);
  assert.match((await ask([...wide, rule('one more')], 400)).msg ?? '', /at most 500 tests/);
  let deep: unknown = rule('bottom');
  for (let level = 0; level < 480; level++) {
    deep = { condition: level % 2 === 0 ? 'OR' : 'AND', rules: [rule(`t${level}`), deep] };
  }
  assert.deepEqual((await ask([deep], 200)).experimentKeys, [key]);
  assert.match((await ask([rule('a\0b')], 400)).msg ?? '', /U\+0000/);
});
