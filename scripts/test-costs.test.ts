import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { type FileCost, testCosts } from './test-costs.ts';

const small = 'test/docs/links.test.ts';
const large = '.cache/test-groups/all/ui.test.ts';

test('without a previous run, new files start first, then those with the longest recorded times', async (t) => {
  const { slowestFirst } = await testCosts(await temporaryFolder(cleanup(t)));
  assert.deepEqual(slowestFirst([small, large, 'test/new.test.ts']), ['test/new.test.ts', large, small]);
});

test('the time of a previous run counts more than the recorded one', async (t) => {
  const folder = await temporaryFolder(cleanup(t));
  const cost: FileCost = { file: small, wallSeconds: 10_000, cpuSeconds: 1 };
  await writeFile(path.join(folder, 'test-costs.jsonl'), `${JSON.stringify(cost)}\n`);
  const { slowestFirst } = await testCosts(folder);
  assert.deepEqual(slowestFirst([large, small]), [small, large]);
});

test('reading the costs leaves those of a run that is under way', async (t) => {
  const folder = await temporaryFolder(cleanup(t));
  const running = await testCosts(folder);
  await running.start();
  await writeFile(running.file, `${JSON.stringify({ file: small, wallSeconds: 1, cpuSeconds: 1 })}\n`);
  await testCosts(folder);
  assert.match(await running.save(), /test\/docs\/links\.test\.ts/);
});
