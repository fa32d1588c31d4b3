import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@tracklens/core/test-support';
import { CommitSync } from './commit-sync.ts';

const inPlace = () => Promise.resolve();

test('waiting without a pending commit resolves at once, and a failed sync fails every later one', async (t) => {
  const folder = await temporaryFolder(t);
  const log = await open(join(folder, 'log'), 'w');
  const sync = new CommitSync(log, inPlace);
  await sync.synced();
  sync.committed();
  await Promise.all([sync.synced(), sync.synced()]);
  // Simulates a failing disk.
  await log.close();
  await sync.synced();
  sync.committed();
  const message = /disk could not store the database \(.*\)\. Check the disk, then restart the service\.$/;
  await assert.rejects(sync.synced(), message);
  await assert.rejects(sync.synced(), message);
});

test('a database that syncs by itself is never waited for', async () => {
  const sync = new CommitSync(null, inPlace);
  sync.committed();
  await sync.synced();
  await sync.close();
});

test('a commit is synced once the check succeeds again', async () => {
  let moved = true;
  const sync = new CommitSync(null, async () => {
    if (moved) throw new Error('the folder was moved');
  });
  sync.committed();
  await assert.rejects(Promise.all([sync.synced(), sync.synced()]), /moved/);
  await assert.rejects(sync.synced(), /moved/);
  moved = false;
  await sync.synced();
  await sync.close();
});
