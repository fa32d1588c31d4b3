import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '@tracklens/core/test-support';
import { acquireProcessLock } from './process-lock.ts';

test('a lock is held by one process at a time, and one with another name is free', async (t) => {
  const folder = await temporaryFolder(t);
  const lock = await acquireProcessLock(folder, 'import /runs');
  assert.equal(await acquireProcessLock(folder, 'import /runs'), null);
  const other = await acquireProcessLock(folder, 'import /other');
  for (const each of [lock!, other!]) await each.close();
  await (await acquireProcessLock(folder, 'import /runs'))!.close();
});
