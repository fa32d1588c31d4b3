import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { test } from 'node:test';
import { cleanup } from '@tracklens/core/test-support';
import { sql } from 'kysely';
import { CommitUnknown } from '../../errors/database-failures.ts';
import { testStore } from '../../testing/test-service.ts';
import { openDatabase } from '../open-database.ts';

const skip = process.env.TRACKLENS_TEST_DATABASE_URL
  ? false
  : 'SQLite has no connections; test/server/postgres.test.ts runs this on PostgreSQL';

for (const [what, does, isUnknown] of [
  ['rejected is known not to be stored', `raise exception 'not this'`, false],
  ['ended during the commit, which may have been stored', 'perform pg_terminate_backend(pg_backend_pid())', true],
] as const) {
  test(`a commit that the database has ${what}`, { skip }, async (t) => {
    const { db } = await (await testStore(t)).open();
    const atCommit = `
      create table commits (n int);
      create function at_commit() returns trigger language plpgsql as $$ begin ${does}; return null; end $$;
      create constraint trigger at_commit after insert on commits deferrable initially deferred
        for each row execute function at_commit()`;
    for (const statement of atCommit.split(/;$/m)) await sql.raw(statement).execute(db);
    const work = db.transaction().execute((trx) => sql`insert into commits values (1)`.execute(trx));
    await assert.rejects(work, (error) => error instanceof CommitUnknown === isUnknown);
    assert.deepEqual((await sql`select * from commits`.execute(db)).rows, []);
  });
}

test('a database that ends its idle connections, as when it starts again, does not end the service', {
  skip,
}, async (t) => {
  const { db } = await (await testStore(t)).open();
  const mine = await db.connection().execute(async (one) => {
    const other = await db
      .connection()
      .execute((two) => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(two));
    const [{ pid }] = other.rows as [{ pid: number }];
    await sql`select pg_terminate_backend(${pid}::int)`.execute(one);
    return pid;
  });
  const gone = async () => {
    const left = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity where pid = ${mine}`.execute(
      db,
    );
    return left.rows[0]?.n === 0;
  };
  while (!(await gone())) await new Promise((done) => setImmediate(done));
  const result = await sql<{ one: number }>`select 1 as one`.execute(db);
  assert.deepEqual(result.rows, [{ one: 1 }]);
});

test('an opening sends the statements of all tables in one query', { skip }, async (t) => {
  const { options } = await testStore(t);
  const url = new URL(options.databaseUrl!);
  const { hostname, port } = url;
  const received: Buffer[] = [];
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    server.on('data', (bytes) => received.push(bytes));
    server.on('error', () => client.destroy());
    client.on('error', () => server.destroy());
    server.pipe(client).pipe(server);
  });
  cleanup(t).defer(() => void proxy.close());
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  await (await openDatabase(options.folder, url.href)).close();
  // The message ReadyForQuery ends each response.
  const responses = Buffer.concat(received).toString('latin1').split('Z\0\0\0\x05').length - 1;
  assert.ok(responses > 0 && responses < 15, `${responses} round trips`);
});
