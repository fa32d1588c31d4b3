import assert from 'node:assert/strict';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@tracklens/core/test-support';
import { clearIncoming } from './incoming-files.ts';

for (const [dialect, left] of [
  ['sqlite', []],
  ['postgres', ['new.part', 'parts/new']],
] as const) {
  test(`a service that starts on ${dialect} deletes unreferenced uploads`, async (t) => {
    const folder = await temporaryFolder(t);
    const incomingFolder = join(folder, 'incoming');
    await mkdir(join(incomingFolder, 'parts', 'old'), { recursive: true });
    await mkdir(join(incomingFolder, 'parts', 'new'));
    for (const name of ['old.part', 'new.part']) await writeFile(join(incomingFolder, name), 'bytes');
    const longAgo = new Date(Date.now() - 25 * 3600 * 1000);
    for (const name of ['api-key.1', 'service.json.1', 'service.json.mine']) await writeFile(join(folder, name), '');
    for (const name of ['old.part', 'parts/old']) await utimes(join(incomingFolder, name), longAgo, longAgo);
    await clearIncoming({ dialect, folder, incomingFolder });
    const found = await readdir(incomingFolder, { recursive: true }).catch(() => []);
    assert.deepEqual(found.filter((name) => name !== 'parts').toSorted(), left);
    const drafts = (await readdir(folder)).filter((name) => /\.1$/.test(name));
    assert.equal(drafts.length, dialect === 'sqlite' ? 0 : 2);
    assert.ok((await readdir(folder)).includes('service.json.mine'));
  });
}
