import assert from 'node:assert/strict';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { API, APIExperiment } from '../../node/index.ts';
import { cleanup, temporaryFolder } from '../../test-support/cleanup.ts';
import { type FakeTransport, fakeTransport, untilAborted } from '../../testing/fake-transport.ts';

const uploadReply = { msg: 'Saved', code: 200, data: null, sdk_error_code: 0, assetId: 'a' };

/** Returns the names of the files that were sent, sorted. */
function namesOf({ sent }: FakeTransport): (string | undefined)[] {
  return sent.map(({ query }) => query.find(([name]) => name === 'fileName')?.[1]).sort();
}

/** Experiment whose service is away at first, and its requests. */
function interruptedService() {
  let isBack = false;
  const service = fakeTransport(() => {
    if (isBack) return { json: uploadReply };
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  });
  // A pause ends when `end` waits for the queue.
  const queuePause = (_: number, signal?: AbortSignal) => untilAborted(signal);
  const api = new API({ transport: service, spool: false, retry: { attempts: 1 }, warn: () => {} }, { queuePause });
  const experiment = new APIExperiment({ api, previousExperiment: 'k' });
  return {
    experiment,
    sent: service.sent,
    /** Returns the names of the files that are sent when the service is back. */
    async namesWhenBack() {
      isBack = true;
      service.sent.length = 0;
      await experiment.end();
      return namesOf(service);
    },
  };
}

/** Creates a folder with some empty files. */
async function folderWith(t: TestContext, names: readonly string[]): Promise<string> {
  const folder = join(await temporaryFolder(t), 'data');
  await mkdir(folder);
  for (const name of names) await writeFile(join(folder, name), '');
  return folder;
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

test('all files of a folder that is logged while the service is away are sent when it is back', async (t) => {
  const names = Array.from({ length: 20 }, (_, index) => `${index}.txt`);
  const folder = await folderWith(t, names);
  for (const log of [
    (experiment: APIExperiment) => experiment.logAssetFolder(folder),
    (experiment: APIExperiment) => experiment.logModel('net', folder),
    (experiment: APIExperiment) => experiment.logCode({ folder }),
  ]) {
    const { experiment, namesWhenBack } = interruptedService();
    await assert.rejects(log(experiment), { code: 'unreachable', data: { queued: true } });
    assert.deepEqual(await namesWhenBack(), names.map((name) => `data/${name}`).sort(), String(log));
  }
});

test('a file of a folder that can be neither sent nor queued fails the call while the others are queued', async (t) => {
  const folder = await folderWith(t, ['1.txt', '2.txt', '3.txt', '4.txt', '5.txt', 'large.bin']);
  await truncate(join(folder, 'large.bin'), 256 * 1024 * 1024 + 1);
  const { experiment, namesWhenBack } = interruptedService();
  await assert.rejects(experiment.logAssetFolder(folder), { message: /large\.bin: .* too large to be queued/ });
  assert.equal((await namesWhenBack()).length, 5);
});

test('an image of an embedding that cannot be read fails the call, also while the service is away', async () => {
  const { experiment } = interruptedService();
  const logged = experiment.logEmbedding([[1], [2]], ['a', 'b'], { image: '/missing/sprites.png', imageSize: [1, 1] });
  await assert.rejects(logged, /sprites\.png/);
});

test('a git patch that is set while the service is away is sent when it is back', async () => {
  const { experiment, sent, namesWhenBack } = interruptedService();
  const patch = new TextEncoder().encode('diff --git a/x b/x');
  await assert.rejects(experiment.setGitPatch(patch), { code: 'unreachable', data: { queued: true } });
  void experiment.setGitPatch(patch);
  await namesWhenBack();
  assert.deepEqual(
    sent.map(({ path }) => path.split('/').slice(-2).join('/')),
    ['git/patch', 'git/patch'],
  );
});
