import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { API, APIExperiment } from '../../node/index.ts';
import { cleanup, temporaryFolder } from '../../test-support/cleanup.ts';
import { type FakeTransport, fakeTransport } from '../../testing/fake-transport.ts';

const uploadReply = { msg: 'Saved', code: 200, data: null, sdk_error_code: 0, assetId: 'a' };

/** Returns the names of the files that were sent, sorted. */
function namesOf({ sent }: FakeTransport): (string | undefined)[] {
  return sent.map(({ query }) => query.find(([name]) => name === 'fileName')?.[1]).sort();
}

test('the files of a folder are named after the folder, also if its path is relative', async (t) => {
  const folder = join(await temporaryFolder(t), 'data');
  await mkdir(join(folder, 'sub'), { recursive: true });
  await writeFile(join(folder, 'a.txt'), 'a');
  await writeFile(join(folder, 'sub', 'b.txt'), 'b');
  const before = process.cwd();
  process.chdir(join(folder, 'sub'));
  cleanup(t).defer(() => process.chdir(before));
  const service = fakeTransport(() => ({ json: uploadReply }));
  const api = new API({ transport: service, spool: false });
  const experiment = new APIExperiment({ api, previousExperiment: 'k' });
  for (const log of [
    () => experiment.logAssetFolder('..', { recursive: true }),
    () => experiment.logAssetFolder('../.', { recursive: true }),
    () => experiment.logModel('net', '../sub/..'),
    () => experiment.logCode({ folder: '../' }),
  ]) {
    service.sent.length = 0;
    await log();
    assert.deepEqual(namesOf(service), ['data/a.txt', 'data/sub/b.txt'], String(log));
  }
  service.sent.length = 0;
  await experiment.logAssetFolder('.', { prependFolderName: false });
  assert.deepEqual(namesOf(service), ['b.txt']);
});
