import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { passOnDatabase } from './suites-on-database.ts';

/** URL of an empty database on the coordinator of a Citus cluster. docs/scaling.md explains how to create one. */
const clusterUrl = process.env.TRACKLENS_TEST_CITUS_URL;

test('the contract passes on a cluster, with experiments on more than one node', {
  skip: clusterUrl
    ? false
    : 'Debian has no Citus: set TRACKLENS_TEST_CITUS_URL to an empty database on a coordinator (docs/scaling.md)',
}, async () => {
  await passOnDatabase(clusterUrl!, ['test/contract/contract.test.ts'], 50);
  const client = new pg.Client(clusterUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ node: string; experiments: number }>(
      `select nodename || ':' || nodeport as node, sum(result::int)::int as experiments
         from run_command_on_shards('experiments', 'select count(*) from %s') answer
         join citus_shards shard on shard.shardid = answer.shardid
         group by 1`,
    );
    const holding = rows.filter(({ experiments }) => experiments > 0);
    assert.ok(holding.length > 1, `experiments are on ${JSON.stringify(rows)}`);
    const local = await client.query<{ name: string }>(
      `select relname as name from pg_class join pg_namespace space on space.oid = relnamespace
         where relkind = 'r' and nspname = 'public' and pg_class.oid not in (select logicalrelid from pg_dist_partition)`,
    );
    assert.deepEqual(local.rows, [], 'tables that are neither distributed nor on every node');
  } finally {
    await client.end();
  }
});
