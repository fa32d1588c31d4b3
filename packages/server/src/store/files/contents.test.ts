import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { cleanup } from '@tracklens/core/test-support';
import { testService, testStore, upload } from '../../testing/test-service.ts';
import type { Store } from '../database/store.ts';
import { openStore } from '../open-store.ts';
import { sweepContents } from './content-sweep.ts';
import { contentPath, releaseContents } from './contents.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

async function writeContent(store: Store, text: string): Promise<string> {
  const path = contentPath(store, hashOf(text));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

test('the start deletes files without a record, and no others', async (t) => {
  const service = await testService(t);
  const { store } = service;
  const experimentKey = await service.experiment();
  assert.deepEqual(await sweepContents(store), { removed: 0 });
  const path = `/clientlib/asset/upload?experimentId=${experimentKey}&fileName=kept`;
  for (const text of ['kept', 'also kept']) {
    assert.equal((await service.send('POST', path, upload(text, 'kept'))).status, 200);
  }
  const orphans = await Promise.all(Array.from({ length: 250 }, (_, index) => writeContent(store, `orphan ${index}`)));
  const half = `${orphans[0]}.removed-${crypto.randomUUID()}`;
  await writeFile(half, 'a removal that was not finished');
  const foreign = join(dirname(orphans[0]!), 'notes.txt');
  await writeFile(foreign, 'of somebody else');
  assert.deepEqual(await sweepContents(store), { removed: 250 });
  for (const gone of [...orphans, half]) assert.equal(existsSync(gone), false);
  for (const text of ['kept', 'also kept']) {
    assert.equal(await readFile(contentPath(store, hashOf(text)), 'utf8'), text);
  }
  assert.ok(existsSync(foreign));
});

test('no file is deleted if the database belongs to another folder', async (t) => {
  const tested = await testStore(t);
  const first = await tested.open();
  if (first.dialect !== 'sqlite') return t.skip('the database of a schema of its own is always another');
  assert.deepEqual(await sweepContents(first), { removed: 0 });
  const file = await writeContent(first, 'precious');
  await first.close();
  await rm(join(first.folder, 'tracklens.db'));
  const second = await openStore(tested.options);
  cleanup(t).defer(() => second.close());
  for (let start = 0; start < 2; start++) assert.equal(await sweepContents(second), null);
  assert.ok(existsSync(file));
});

test('no file is deleted if a new database finds files of an older version', async (t) => {
  const store = await (await testStore(t)).open();
  const file = await writeContent(store, 'precious');
  assert.equal(await sweepContents(store), null);
  assert.ok(existsSync(file));
});

test('no file is removed while files are retained', async (t) => {
  const store = await (await testStore(t)).open();
  await sweepContents(store);
  const file = await writeContent(store, 'being copied');
  const release = store.retention.hold();
  await releaseContents(store, [hashOf('being copied')]);
  assert.ok(existsSync(file));
  release();
  release();
  await releaseContents(store, [hashOf('being copied')]);
  assert.equal(existsSync(file), false);
});

test('the name of a removed file can be reused although the file cannot be deleted yet', async (t) => {
  const store = await (await testStore(t)).open();
  const path = contentPath(store, 'a'.repeat(64));
  // Simulates a file that is being read on Windows: it can be renamed but not removed.
  await mkdir(join(path, 'in use'), { recursive: true });
  await assert.rejects(releaseContents(store, ['a'.repeat(64)]));
  assert.equal(existsSync(path), false);
});
