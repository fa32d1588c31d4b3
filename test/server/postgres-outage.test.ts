import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { API, APIExperiment } from '@tracklens/core';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { type Service, startService } from '@tracklens/server';
import pg from 'pg';
import { type Postgres, startPostgres } from '../../scripts/postgres.ts';
import { until } from '../until.ts';

const apiKey = 'outage-key-0123456789';
const settings = ['max_connections=10', 'superuser_reserved_connections=0'];

async function startDatabase(t: TestContext): Promise<Postgres> {
  const postgres = await startPostgres(settings);
  cleanup(t).defer(() => postgres.stop());
  return postgres;
}

async function startOn(t: TestContext, databaseUrl: string, onFailure = () => {}): Promise<Service> {
  const folder = await temporaryFolder(t);
  const service = await startService({ dataFolder: folder, apiKey, databaseUrl, onFailure });
  cleanup(t).defer(() => service.close());
  return service;
}

/** Opens a separate connection for the test. */
async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'test' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly msg: string;
}

/** Returns the responses to a read and a write. */
async function responses(service: Service, experimentKey: string): Promise<Answer[]> {
  const headers = { authorization: apiKey, 'content-type': 'application/json' };
  const rest = `${service.url}/api/rest/v2`;
  const body = JSON.stringify({ experimentKey, metricName: 'loss', metricValue: 0.5 });
  const answers = [
    await fetch(`${rest}/experiment/metadata?experimentKey=${experimentKey}`, { headers }),
    await fetch(`${rest}/write/experiment/metric`, { method: 'POST', headers, body }),
  ];
  return await Promise.all(
    answers.map(async (answer) => ({
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      msg: ((await answer.json()) as { msg?: string }).msg ?? '',
    })),
  );
}

async function loggedTo(service: Service): Promise<APIExperiment> {
  const api = new API({ url: service.url, apiKey, cache: false });
  const experiment = await APIExperiment.create({ api, workspace: 'lab', projectName: 'outage', start: false });
  await experiment.logMetric('loss', 1, { step: 1 });
  return experiment;
}

/** Closes the connections of the service. */
async function endConnections(client: pg.Client): Promise<void> {
  const others = `from pg_stat_activity where application_name <> 'test' and backend_type = 'client backend'`;
  await client.query(`select pg_terminate_backend(pid) ${others}`);
  const count = `select count(*) as n ${others}`;
  await until(async () => Number((await client.query(count)).rows[0].n) === 0, 'the connections to end');
}

test('while the database is down the service responds with 503, and continues when it is back', async (t) => {
  const postgres = await startDatabase(t);
  const service = await startOn(t, postgres.url);
  const { key } = await loggedTo(service);
  await postgres.halt();
  for (const answer of [...(await responses(service, key)), ...(await responses(service, key))]) {
    assert.equal(answer.status, 503);
    assert.match(answer.msg, /^The (?:database|connection to the database) of the service .*Try again in a moment$/);
    assert.equal(answer.retryAfter, '2');
  }
  await postgres.resume();
  for (const answer of await responses(service, key)) assert.equal(answer.status, 200, answer.msg);
});

test('a client of ours waits until the database is back, and nothing is logged twice', async (t) => {
  const postgres = await startDatabase(t);
  let failures = 0;
  const service = await startOn(t, postgres.url, () => void failures++);
  const experiment = await loggedTo(service);
  await postgres.halt();
  const logged = experiment.logMetric('loss', 2, { step: 2 });
  const read = experiment.getTags();
  await until(() => failures >= 2, 'both requests to fail');
  await postgres.resume();
  await logged;
  assert.deepEqual(await read, []);
  const points = await experiment.getMetrics({ metric: 'loss' });
  assert.deepEqual(
    points.map(({ metricValue, step }) => [Number(metricValue), step]),
    [
      [1, 1],
      [2, 2],
    ],
  );
});

test('a connection lost during a transaction does not stop the service and stores nothing', async (t) => {
  const postgres = await startDatabase(t);
  const service = await startOn(t, postgres.url);
  const { key } = await loggedTo(service);
  const [holder, watcher] = [await connected(postgres.url), await connected(postgres.url)];
  for (const client of [holder, watcher]) cleanup(t).defer(() => client.end());
  // The write waits for this lock within its transaction.
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  const writing = responses(service, key);
  const waits = `select count(*) as n from pg_stat_activity where wait_event = 'advisory'`;
  await until(async () => Number((await watcher.query(waits)).rows[0].n) > 0, 'the write to wait for the lock');
  await endConnections(watcher);
  const [, write] = await writing;
  assert.equal(write!.status, 503, write!.msg);
  assert.match(write!.msg, /database of the service/);
  await holder.query('commit');
  const points = await fetch(`${service.url}/api/rest/v2/experiment/metrics/get-all?experimentKey=${key}`, {
    headers: { authorization: apiKey },
  });
  assert.equal(((await points.json()) as { metrics: unknown[] }).metrics.length, 1);
});

test('a database without free connections is reported and retried', async (t) => {
  const postgres = await startDatabase(t);
  const service = await startOn(t, postgres.url);
  const { key } = await loggedTo(service);
  const first = await connected(postgres.url);
  cleanup(t).defer(() => first.end());
  const others: pg.Client[] = [];
  cleanup(t).defer(async () => {
    for (const client of others) await client.end();
  });
  await endConnections(first);
  for (let left = true; left; ) {
    const client = await connected(postgres.url).catch(() => null);
    if (client === null) left = false;
    else others.push(client);
  }
  for (const answer of await responses(service, key)) {
    assert.deepEqual([answer.status, answer.retryAfter], [503, '2'], answer.msg);
    assert.match(answer.msg, /database of the service accepts no more connections/);
  }
  await Promise.all(others.splice(0).map((client) => client.end()));
  for (const answer of await responses(service, key)) assert.equal(answer.status, 200, answer.msg);
});

test('a password that became invalid is reported without Retry-After until it is corrected', async (t) => {
  const postgres = await startDatabase(t);
  const owner = await connected(postgres.url);
  cleanup(t).defer(() => owner.end());
  await owner.query(`create role guest login password 'sesame'`);
  await owner.query('grant all on schema public to guest');
  const { rows } = await owner.query('show hba_file');
  const file = rows[0].hba_file as string;
  await writeFile(file, `host all guest 127.0.0.1/32 scram-sha-256\n${await readFile(file, 'utf8')}`);
  await owner.query('select pg_reload_conf()');
  const url = new URL(postgres.url);
  url.username = 'guest';
  url.password = 'sesame';
  const service = await startOn(t, url.href);
  const { key } = await loggedTo(service);
  await owner.query(`alter role guest password 'other'`);
  await endConnections(owner);
  for (const answer of await responses(service, key)) {
    assert.deepEqual([answer.status, answer.retryAfter], [503, null], answer.msg);
    assert.match(answer.msg, /database of the service denied access/);
    assert.doesNotMatch(answer.msg, /guest|sesame/);
  }
  await owner.query(`alter role guest password 'sesame'`);
  for (const answer of await responses(service, key)) assert.equal(answer.status, 200, answer.msg);
});
