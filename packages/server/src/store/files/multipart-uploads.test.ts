import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type TestService, testService } from '../../testing/test-service.ts';

const clientlib = '/clientlib/asset';

/** Starts an upload and sends its parts; returns the id to complete it with. */
async function sent(service: TestService, experimentId: string, assetId: string, parts: readonly Uint8Array[]) {
  const { requestId, preSignUrl } = await service.call<{ requestId: string; preSignUrl: string[] }>(
    'POST',
    `${clientlib}/upload-start`,
    { experimentId, assetId, fileName: 'large.bin', startUploadParams: { numOfFileParts: parts.length } },
  );
  for (const [at, address] of preSignUrl.entries()) {
    const { pathname, search } = new URL(address);
    assert.equal((await service.send('PUT', pathname + search, parts[at] as Uint8Array<ArrayBuffer>)).status, 200);
  }
  return requestId;
}

/** Starts an upload of one part; returns its id, and a function that sends the part. */
async function onePart(service: TestService, experimentId: string, assetId: string) {
  const { requestId, preSignUrl } = await service.call<{ requestId: string; preSignUrl: string[] }>(
    'POST',
    `${clientlib}/upload-start`,
    { experimentId, assetId, fileName: 'large.bin', startUploadParams: { numOfFileParts: 1 } },
  );
  const { pathname, search } = new URL(preSignUrl[0]!);
  const put = (body: ReadableStream<Uint8Array>) =>
    service.app.fetch(
      new Request(`http://127.0.0.1${pathname}${search}`, {
        method: 'PUT',
        headers: { host: '127.0.0.1' },
        body,
        duplex: 'half',
      } as RequestInit),
    );
  return { requestId, put };
}

const complete = (service: TestService, requestId: string, succeed = true) =>
  service.send('POST', `${clientlib}/upload-complete`, JSON.stringify({ requestId, succeed }), {
    'content-type': 'application/json',
  });

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('an upload that is completed again, concurrently or later, is stored once and complete', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  for (let round = 0; round < 5; round++) {
    const assetId = randomBytes(16).toString('hex');
    const parts = Array.from({ length: 12 }, () => randomBytes(200_000));
    const requestId = await sent(service, key, assetId, parts);
    const statuses = [];
    const responses = [complete(service, requestId)];
    // A client whose request timed out retries while the first call is still running.
    for (let again = 0; again < 3; again++) {
      for (let tick = 0; tick < 8 * round; tick++) await new Promise(setImmediate);
      responses.push(complete(service, requestId));
    }
    for (const response of await Promise.all(responses)) statuses.push(response.status);
    statuses.push((await complete(service, requestId)).status);
    assert.deepEqual(new Set(statuses), new Set([200]), `round ${round}: ${statuses}`);
    const read = await service.send(
      'GET',
      `/api/rest/v2/experiment/asset/get-asset?experimentKey=${key}&assetId=${assetId}`,
    );
    assert.equal(digest(new Uint8Array(await read.arrayBuffer())), digest(Buffer.concat(parts)));
  }
});

test('a part that is sent again while the first request still arrives is stored completely', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const assetId = randomBytes(16).toString('hex');
  const part = randomBytes(300_000);
  const { requestId, put } = await onePart(service, key, assetId);
  const first = new TransformStream<Uint8Array, Uint8Array>();
  const second = new TransformStream<Uint8Array, Uint8Array>();
  const [gone, other] = [first.writable.getWriter(), second.writable.getWriter()];
  const stalled = put(first.readable);
  await gone.write(part.subarray(0, 100_000));
  const again = put(second.readable);
  await other.write(part.subarray(0, 100_000));
  await gone.abort(new Error('the client is gone'));
  const response = await stalled;
  assert.equal(response.status, 400);
  assert.match(await response.text(), /The part is truncated/);
  await other.write(part.subarray(100_000));
  await other.close();
  assert.equal((await again).status, 200);
  assert.equal((await complete(service, requestId)).status, 200);
  const read = await service.send(
    'GET',
    `/api/rest/v2/experiment/asset/get-asset?experimentKey=${key}&assetId=${assetId}`,
  );
  assert.equal(digest(new Uint8Array(await read.arrayBuffer())), digest(part));
});

test('a part that arrives while its upload is cancelled belongs to no upload', async (t) => {
  const service = await testService(t);
  const { requestId, put } = await onePart(service, await service.experiment(), randomBytes(16).toString('hex'));
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const part = writable.getWriter();
  const response = put(readable);
  await part.write(randomBytes(100_000));
  const folder = join(service.store.incomingFolder, 'parts', requestId);
  while ((await readdir(folder)).length < 2) await new Promise(setImmediate);
  assert.equal((await complete(service, requestId, false)).status, 200);
  await part.write(randomBytes(100_000));
  await part.close();
  assert.equal((await response).status, 404);
  assert.match(await (await response).text(), /There is no upload \w+: it was finished, cancelled or never started/);
});

test('an aborted upload is deleted, and completing it is rejected', async (t) => {
  const service = await testService(t);
  const requestId = await sent(service, await service.experiment(), randomBytes(16).toString('hex'), [randomBytes(10)]);
  assert.equal((await complete(service, requestId, false)).status, 200);
  assert.equal((await complete(service, requestId)).status, 404);
});
