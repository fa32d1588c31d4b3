import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { WireRequest } from '../client/transport.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { type FakeResponseInit, fakeTransport, untilAborted } from '../testing/fake-transport.ts';
import { API, APIExperiment, Artifact, Model } from './index.ts';

const fieldOf = ({ query }: WireRequest, name: string) => query.find(([field]) => field === name)?.[1];

/** Service whose transfers of the file `slow` end when they are aborted, and whose other responses are given by path. */
function serviceWith(responses: Readonly<Record<string, FakeResponseInit>>) {
  const events: string[] = [];
  const service = fakeTransport(async (request, _, signal) => {
    const isSlow = fieldOf(request, 'assetId') === 'slow' || fieldOf(request, 'fileName') === 'slow';
    const path = request.path.split('/').at(-1)!;
    if (isSlow) await untilAborted(signal).finally(() => events.push('slow ends'));
    signal?.throwIfAborted();
    if (path !== 'ver') events.push(path);
    return responses[path] ?? {};
  });
  return { api: new API({ transport: service, retry: { attempts: 1 }, warn: () => {} }), events };
}

const link = 'https://service/get-asset?experimentKey=k';
const files = ['fast', 'slow'].map((name) => ({ assetId: name, fileName: name, fileSize: 2 }));
const version = { registryModelItemId: 'i', version: '1.0.0' };
const upsert = { artifactId: 'a', artifactVersionId: 'v', currentVersion: '1.0.0', previousVersion: null };
const rejected: Readonly<Record<string, FakeResponseInit>> = {
  upload: { status: 400, json: { msg: 'no' } },
  upsert: { json: upsert },
};
const content: FakeResponseInit = { bytes: new Uint8Array(2), headers: { 'content-length': '2' } };

test('a download of an artifact fails when its other transfers have ended', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'fast'), 'zz');
  const { api, events } = serviceWith({ files: { json: { files } }, 'get-asset': content });
  await assert.rejects(api.downloadArtifact({ artifactId: 'a', outputPath: folder }), { code: 'EEXIST' });
  assert.deepEqual(events, ['files', 'get-asset', 'slow ends']);
  assert.deepEqual(await readdir(folder), ['fast']);
});

test('a download of a model fails when its other transfers have ended', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'fast'), 'zz');
  const { api, events } = serviceWith({
    'download-instructions': { json: { versions: [{ ...version, assets: files.map((file) => ({ ...file, link })) }] } },
    'get-asset': content,
  });
  const model = new Model(api.connection, 'w', 'net', 'id');
  await assert.rejects(model.download('1.0.0', { outputPath: folder }), { code: 'EEXIST' });
  assert.deepEqual(events, ['download-instructions', 'slow ends']);
  assert.deepEqual(await readdir(folder), ['fast']);
});

test('a version of an artifact is marked as failed when all uploads of its files have ended', async () => {
  const { api, events } = serviceWith(rejected);
  const experiment = new APIExperiment({ api, previousExperiment: 'k' });
  const artifact = new Artifact('data');
  for (const logicalPath of ['slow', 'fast']) artifact.add(new Uint8Array(2), { logicalPath });
  await assert.rejects(experiment.logArtifact(artifact), { code: 'invalid', reason: 'no' });
  assert.deepEqual(events, ['upsert', 'upload', 'slow ends', 'state']);
});

test('a stream that waits for data does not keep a failed artifact waiting', async () => {
  const { api, events } = serviceWith(rejected);
  const experiment = new APIExperiment({ api, previousExperiment: 'k' });
  const stream = new ReadableStream<Uint8Array>();
  const artifact = new Artifact('data').add(stream, { logicalPath: 'stream' });
  artifact.add(new Uint8Array(2), { logicalPath: 'fast' });
  await assert.rejects(experiment.logArtifact(artifact), { code: 'invalid', reason: 'no' });
  assert.deepEqual(events, ['upsert', 'upload', 'state']);
});

test('a version of an artifact whose upload is cancelled is marked as failed', async () => {
  const { api, events } = serviceWith({ upsert: { json: upsert } });
  const experiment = new APIExperiment({ api, previousExperiment: 'k' });
  const caller = new AbortController();
  const slow = new ReadableStream<Uint8Array>({ pull: () => caller.abort() }, { highWaterMark: 0 });
  const artifact = new Artifact('data').add(slow, { logicalPath: 'stream' });
  await assert.rejects(experiment.logArtifact(artifact, { signal: caller.signal }), { code: 'aborted' });
  assert.deepEqual(events, ['upsert', 'state']);
});
