import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { testStore } from '../testing/test-service.ts';
import { contentPath, finishReleases, releaseContents } from './contents.ts';

test('files that were not removed when a process ended are removed by the next one', async (t) => {
  const store = await (await testStore(t)).open();
  const hashes = Array.from({ length: 250 }, (_, index) =>
    createHash('sha256').update(String(index)).digest('hex'),
  ).sort();
  const left = () => hashes.filter((hash) => existsSync(contentPath(store, hash))).length;
  for (const hash of hashes) {
    await mkdir(dirname(contentPath(store, hash)), { recursive: true });
    await writeFile(contentPath(store, hash), 'bytes');
  }
  // Ends the removal in its midst.
  const obstacle = contentPath(store, hashes[120]!);
  await rm(obstacle);
  await mkdir(join(obstacle, 'in the way'), { recursive: true });
  await assert.rejects(releaseContents(store, hashes));
  assert.ok(left() > 40 && left() <= 150, String(left()));

  const notes = join(store.folder, 'releases');
  await writeFile(join(notes, 'torn.json'), '["ab');
  await writeFile(join(notes, 'hostile.json'), '["../../x"]');
  await finishReleases(store);
  assert.equal(left(), 0);
  assert.deepEqual(await readdir(notes), []);
  await finishReleases(store);
});

test('a few files leave no note', async (t) => {
  const store = await (await testStore(t)).open();
  await releaseContents(store, ['a'.repeat(64)]);
  await finishReleases(store);
  assert.equal(existsSync(join(store.folder, 'releases')), false);
});

test('the name of a removed file is free although the file itself cannot be removed yet', async (t) => {
  const store = await (await testStore(t)).open();
  const path = contentPath(store, 'a'.repeat(64));
  // In place of a file that is still being read on Windows: something that can be renamed and not removed.
  await mkdir(join(path, 'in use'), { recursive: true });
  await assert.rejects(releaseContents(store, ['a'.repeat(64)]));
  assert.equal(existsSync(path), false);
});
