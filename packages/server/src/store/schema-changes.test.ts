import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testStore } from '../testing/test-service.ts';
import type { Store } from './database/store.ts';
import { withExperimentLock } from './experiments/experiment-lock.ts';
import { changeProcesses } from './experiments/experiment-processes.ts';
import { stateOf } from './experiments/experiment-state.ts';
import { requireExperiment } from './experiments/experiments.ts';
import { endOf, heartbeatOf } from './experiments/process-reports.ts';
import { appendPoints } from './metrics/metric-append.ts';
import { readSummaries } from './metrics/metric-read.ts';
import { readWindow } from './metrics/metric-window.ts';
import { findMatching } from './query/query-search.ts';
import { schemaVersion, versionOf } from './schema-changes.ts';

/** Tables that later versions changed, as version 1 created them. */
const version1 = ['experiment_parameters', 'experiment_others'].map(
  (table) => `create table ${table} (
    experiment_key text not null, name text not null, value text not null, value_min text, value_max text,
    updated_at bigint not null, timestamp_min bigint not null, timestamp_max bigint not null,
    constraint ${table}_key primary key (experiment_key, name))`,
);

/** Undoes the changes of versions 5 and 6. */
async function undoVersion5({ db }: Store): Promise<void> {
  await sql`drop table artifact_inputs`.execute(db);
  await sql`drop table metric_ranges`.execute(db);
}

/** Undoes the changes of versions 4 to 6. */
async function undoVersion4(store: Store): Promise<void> {
  const { db } = store;
  await undoVersion5(store);
  await sql`drop table experiment_processes`.execute(db);
  await sql`drop index if exists metric_batches_by_time`.execute(db);
  for (const name of ['crash_reports', 'end_set']) {
    await sql`alter table experiments drop column ${sql.ref(name)}`.execute(db);
  }
}

test('a data folder of version 1 is migrated, and its experiments are found', async (t) => {
  const { open } = await testStore(t);
  const old = await open();
  await undoVersion4(old);
  await sql`drop table experiment_environment`.execute(old.db);
  await sql`alter table assets drop column kept_for`.execute(old.db);
  for (const table of ['experiment_parameters', 'experiment_others']) {
    await sql`drop table ${sql.table(table)}`.execute(old.db);
  }
  for (const statement of version1) await sql.raw(statement).execute(old.db);
  await sql`update service_facts set value = '1' where name = 'schema-version'`.execute(old.db);
  await sql`drop index metric_summaries_by_current`.execute(old.db);
  await sql`create index metric_summaries_by_value on metric_summaries (metric_name, value_current)`.execute(old.db);
  const start = 1_790_000_000_000;
  // More rows than are read at once.
  const keys = Array.from({ length: 6000 }, (_, index) => `key${String(index).padStart(29, '0')}`);
  for (let from = 0; from < keys.length; from += 500) {
    const slice = keys.slice(from, from + 500);
    const rows = slice.map(
      (key, index) => sql`(${key}, 'lr', ${index === 7 ? ' 0.10 ' : 'auto'}, ${start}, ${start}, ${start})`,
    );
    await sql`insert into experiment_parameters
      (experiment_key, name, value, updated_at, timestamp_min, timestamp_max) values ${sql.join(rows)}`.execute(old.db);
  }
  const key = keys[7]!;
  await sql`insert into experiments (experiment_key, project_id, run_id, liveness, archived, ended, crashed, start_time,
    end_time, last_alive, last_updated) values (${key}, 'p', 'r', 'none', 0, 1, 0, ${start}, ${start}, ${start}, ${start})`.execute(
    old.db,
  );
  const details = (index: number) => JSON.stringify({ hostname: index === 7 ? 'old' : 'other', pid: 7 });
  const texts = keys.slice(0, 150).map((one, index) => sql`(${one}, 'system', ${details(index)}, ${start})`);
  await sql`insert into experiment_texts (experiment_key, kind, content, updated_at) values ${sql.join(texts)}`.execute(
    old.db,
  );
  await old.close();

  const store = await open();
  assert.equal(await versionOf(store.db), schemaVersion);
  const found = await findMatching(
    store,
    'p',
    {
      and: [
        { test: { source: 'params', name: 'lr', type: 'double', operator: 'equal', value: 0.1 } },
        { test: { source: 'env_details', name: 'hostname', type: 'string', operator: 'equal', value: 'old' } },
        { test: { source: 'env_details', name: 'pid', type: 'double', operator: 'less', value: 10 } },
      ],
    },
    { archived: false, now: start },
  );
  assert.deepEqual(
    found.map((row) => row.experiment_key),
    [key],
  );
  const unread = await sql<{ n: number }>`select count(*) as n from experiment_parameters
    where value_type not in ('double', 'string')`.execute(store.db);
  assert.equal(Number(unread.rows[0]?.n), 0);
  const hosts = await sql<{ n: number }>`select count(*) as n from experiment_environment
    where name = 'hostname'`.execute(store.db);
  assert.equal(Number(hosts.rows[0]?.n), 150);
  await store.close();
  await (await open()).close();
});

test('retained files of deleted experiments in a data folder of version 2 are marked with the reason', async (t) => {
  const { open } = await testStore(t);
  const old = await open();
  await undoVersion4(old);
  await sql`alter table assets drop column kept_for`.execute(old.db);
  await sql`update service_facts set value = '2' where name = 'schema-version'`.execute(old.db);
  const asset = (key: string, id: string, model: string | null, artifact: string | null) =>
    sql`(${key}, ${id}, 'w', 'asset', '', 1, ${model}, ${artifact}, 1)`;
  const assets = [
    asset('gone', 'a', 'net', null),
    asset('gone', 'b', null, 'v1'),
    asset('here', 'c', 'net', null),
    asset('here', 'd', null, null),
  ];
  await sql`insert into assets (experiment_key, asset_id, file_name, type, extension, file_size, model_name,
    artifact_version_id, created_at) values ${sql.join(assets)}`.execute(old.db);
  await sql`insert into registry_versions (registry_model_item_id, registry_model_id, version, experiment_key,
    experiment_model_name, experiment_model_id, comment, status, tags, metadata, status_configuration, user_name, created_at,
    last_updated) values ('i', 'm', '1.0.0', 'gone', 'net', 'model-1', '', '', '[]', '[]', '{}', 'ada', 1, 1)`.execute(
    old.db,
  );
  await sql`insert into experiments (experiment_key, project_id, run_id, liveness, archived, ended, crashed, start_time,
    end_time, last_alive, last_updated) values ('here', 'p', 'r', 'none', 0, 1, 0, 1, 1, 1, 1)`.execute(old.db);
  await old.close();

  const { db } = await open();
  const rows = await db.selectFrom('assets').select(['asset_id', 'kept_for']).orderBy('asset_id').execute();
  assert.deepEqual(
    rows.map(({ asset_id, kept_for }) => [asset_id, kept_for]),
    [
      ['a', 'model-1'],
      ['b', 'v1'],
      ['c', null],
      ['d', null],
    ],
  );
});

test('experiments of a data folder of version 3 retain their state until a later process changes it', async (t) => {
  const { open } = await testStore(t);
  const old = await open();
  await undoVersion4(old);
  await sql`update service_facts set value = '3' where name = 'schema-version'`.execute(old.db);
  const now = 1_790_000_000_000;
  const start = now - 1_000_000;
  const cases = {
    running: { row: ['online', 0, 0, 0, now - 1], expected: ['running', now] },
    finished: { row: ['online', 1, 0, now - 500, now - 500], expected: ['finished', now - 500] },
    crashed: { row: ['online', 1, 1, now - 500, now - 700], expected: ['crashed', now - 500] },
    withoutHeartbeats: { row: ['online', 0, 0, 0, now - 500_000], expected: ['crashed', now - 500_000] },
    'silent with a set end': { row: ['online', 0, 0, now - 9, now - 500_000], expected: ['crashed', now - 9] },
    'beaten for by hand': { row: ['manual', 0, 0, 0, now - 500_000], expected: ['finished', now - 500_000] },
    'never alive': { row: ['none', 0, 0, now - 7, start], expected: ['finished', now - 7] },
  } as const;
  for (const [key, { row }] of Object.entries(cases)) {
    const [liveness, ended, crashed, end, alive] = row;
    await sql`insert into experiments (experiment_key, project_id, run_id, liveness, archived, ended, crashed, start_time,
      end_time, last_alive, last_updated) values (${key}, 'p', 'r', ${liveness}, 0, ${ended}, ${crashed}, ${start}, ${end},
      ${alive}, ${start})`.execute(old.db);
  }
  await old.close();

  const store = await open();
  for (const [key, { expected }] of Object.entries(cases)) {
    const read = async () => {
      const { running, hasCrashed, endTime } = stateOf(await requireExperiment(store.db, key), now);
      return [running ? 'running' : hasCrashed ? 'crashed' : 'finished', endTime];
    };
    assert.deepEqual(await read(), expected, key);
    await withExperimentLock(store, key, async (trx) => {
      const row = await requireExperiment(trx, key);
      await changeProcesses(trx, row, now, (processes) => heartbeatOf(processes, 'another', now));
    });
    assert.deepEqual((await read())[0], 'running', key);
    await withExperimentLock(store, key, async (trx) => {
      const row = await requireExperiment(trx, key);
      await changeProcesses(trx, row, now, (processes) => endOf(processes, 'another', now, 0));
    });
    assert.deepEqual(await read(), [key === 'running' ? 'running' : 'finished', now], key);
  }
});

test('metrics of a data folder of version 4 have windows, also of chunks that it sealed', async (t) => {
  const { open } = await testStore(t);
  const old = await open();
  await sql`insert into experiments (experiment_key, project_id, run_id, liveness, archived, ended, crashed, start_time,
    end_time, last_alive, last_updated) values ('e', 'p', 'r', 'none', 0, 1, 0, 1, 1, 1, 1)`.execute(old.db);
  const points = Array.from({ length: 5000 }, (_, step) => ({
    ...{ name: 'loss', context: null, epoch: null },
    ...{ value: step / 4, step, timestamp: 1 + step },
  }));
  await appendPoints(old, 'e', points);
  await undoVersion5(old);
  await sql`update service_facts set value = '4' where name = 'schema-version'`.execute(old.db);
  await old.close();

  const store = await open();
  assert.equal(await versionOf(store.db), schemaVersion);
  const [summary] = await readSummaries(store.db, 'e', ['loss']);
  const request = { axis: 'step', from: 1020, to: 1030 } as const;
  const window = await readWindow(store, summary!, request, { buckets: 1, everyPoint: 1e6 });
  assert.deepEqual(
    window && [...window.points.steps],
    Array.from({ length: 13 }, (_, index) => 1019 + index),
  );
});

test('a data folder of a newer version is not changed', async (t) => {
  const { open } = await testStore(t);
  const newer = await open();
  await sql`update service_facts set value = '999' where name = 'schema-version'`.execute(newer.db);
  await newer.close();
  await assert.rejects(open(), /newer version \(schema 999\)/);
});
