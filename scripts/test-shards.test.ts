import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { test } from 'node:test';
import { root } from './folders.ts';
import { testCosts } from './test-costs.ts';
import { parseShard, shardOf } from './test-shards.ts';

test('each test file is in exactly one shard, and the shards cost about the same', async () => {
  const files: string[] = [];
  for await (const file of glob(['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root })) files.push(file);
  const { recordedCost } = await testCosts();
  for (const total of [1, 2, 3, 7]) {
    const shards = Array.from({ length: total }, (_, index) =>
      shardOf(files, { index: index + 1, total }, recordedCost),
    );
    assert.deepEqual(shards.flat().sort(), files.toSorted());
    const costs = shards.map((shard) => shard.reduce((sum, file) => sum + recordedCost(file), 0));
    const largest = Math.max(...files.map(recordedCost));
    assert.ok(Math.max(...costs) - Math.min(...costs) <= largest, costs.join(' '));
  }
});

test('the partition does not depend on the order in which the files were found', () => {
  const files = ['a', 'b', 'c', 'd', 'e'];
  const shard = { index: 2, total: 3 };
  assert.deepEqual(
    shardOf(files.toReversed(), shard, () => 1),
    shardOf(files, shard, () => 1),
  );
});

test('a shard is written as its number and that of all', () => {
  assert.deepEqual(parseShard('2/3'), { index: 2, total: 3 });
  for (const text of ['', '3', '0/3', '4/3', '1/0', '1/3/3', '-1/3', '1.5/3']) {
    assert.throws(() => parseShard(text), /pass the number of this shard and that of all, such as --shard=1\/3/);
  }
});
