import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { withEnsuredFolder } from './ensured-folder.ts';

const failing = async () => {
  throw new Error('the work failed');
};

test('folders created for a failed task are removed, and existing ones are retained', async (t) => {
  const root = await temporaryFolder(t);
  await assert.rejects(withEnsuredFolder(join(root, 'a', 'b'), failing), /the work failed/);
  assert.ok(!existsSync(join(root, 'a')));
  await mkdir(join(root, 'there'));
  await assert.rejects(withEnsuredFolder(join(root, 'there', 'made'), failing), /the work failed/);
  await assert.rejects(withEnsuredFolder(join(root, 'there'), failing), /the work failed/);
  assert.ok(existsSync(join(root, 'there')) && !existsSync(join(root, 'there', 'made')));
});

test('a folder with a file, or of a successful task, is retained', async (t) => {
  const root = await temporaryFolder(t);
  const writing = async () => {
    await writeFile(join(root, 'a', 'file'), '');
    throw new Error('the work failed');
  };
  await assert.rejects(withEnsuredFolder(join(root, 'a'), writing), /the work failed/);
  await withEnsuredFolder(join(root, 'b'), async () => {});
  await assert.rejects(withEnsuredFolder(join(root, 'b'), failing), /the work failed/);
  assert.ok(existsSync(join(root, 'a', 'file')) && existsSync(join(root, 'b')));
});

test('a shared folder is removed after the last of several failed tasks', async (t) => {
  const root = await temporaryFolder(t);
  const folder = join(root, 'a', 'b');
  const started = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const slow = withEnsuredFolder(folder, async () => {
    started.resolve();
    await goOn.promise;
    await writeFile(join(folder, 'file'), '');
    await rm(join(folder, 'file'));
    throw new Error('the slow work failed');
  });
  await started.promise;
  await assert.rejects(withEnsuredFolder(folder, failing), /the work failed/);
  await assert.rejects(withEnsuredFolder(join(root, 'a', 'c'), failing), /the work failed/);
  assert.ok(existsSync(folder));
  goOn.resolve();
  await assert.rejects(slow, /the slow work failed/);
  assert.ok(!existsSync(join(root, 'a')));
});
