import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testStore } from '../testing/test-service.ts';

test('a database that ends its idle connections, as when it starts anew, does not end the service', {
  skip: process.env.TRACKLENS_TEST_DATABASE_URL
    ? false
    : 'SQLite has no connections; test/server/postgres.test.ts runs this on PostgreSQL',
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
  const answered = await sql<{ one: number }>`select 1 as one`.execute(db);
  assert.deepEqual(answered.rows, [{ one: 1 }]);
});
