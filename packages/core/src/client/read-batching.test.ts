import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from '../test-support/wire-request.ts';
import { type FakeResponseInit, fakeTransport, untilAborted } from '../testing/fake-transport.ts';
import { batchingReads } from './read-batching.ts';
import type { WireRequest } from './transport.ts';

const metadata = (experimentKey: string) => request('GET', 'experiment/metadata', { experimentKey });
const keys = (count: number) => Array.from({ length: count }, (_, index) => `key${index}`);
const isMany = ({ path }: WireRequest) => path.endsWith('/reads');
const addressesOf = ({ body }: WireRequest) =>
  (JSON.parse(new TextDecoder().decode(body as Uint8Array)) as { addresses: string[] }).addresses;
const keyOf = (address: string) => new URL(address, 'http://x').searchParams.get('experimentKey');
const lines = (texts: readonly string[]): FakeResponseInit => ({
  json: texts.map((text) => `${text}\n`).join(''),
  headers: { 'content-type': 'application/x-ndjson' },
});

/** Service that supports batched reads. It responds to each read with its key, alone or as a line of a batch. */
const ours = (sent: WireRequest): FakeResponseInit =>
  isMany(sent)
    ? lines(addressesOf(sent).map((address) => `200 ${JSON.stringify({ key: keyOf(address) })}`))
    : { json: { key: sent.query[0]?.[1] } };

async function keysRead(transport: ReturnType<typeof batchingReads>, wanted: readonly string[]): Promise<unknown[]> {
  return await Promise.all(
    wanted.map(async (key) => JSON.parse(await (await transport.send(metadata(key))).body.text()).key as unknown),
  );
}

test('reads are batched while the connections are busy, and each gets its own response', async () => {
  const service = fakeTransport(ours);
  const wanted = keys(100);
  assert.deepEqual(await keysRead(batchingReads(service, { concurrency: 4, limit: 30 }), wanted), wanted);
  const sizes = service.sent.filter(isMany).map((sent) => addressesOf(sent).length);
  assert.deepEqual(sizes.toSorted(), [30, 30, 30, 6].toSorted());
  assert.equal(service.sent.length, 4 + 4);
});

test('few reads and consecutive reads are sent separately', async () => {
  const service = fakeTransport(ours);
  const transport = batchingReads(service, { concurrency: 4 });
  await keysRead(transport, keys(4));
  for (const key of keys(10)) await keysRead(transport, [key]);
  assert.equal(service.sent.filter(isMany).length, 0);
});

for (const [what, rejection] of [
  ['404', { status: 404 }],
  ['405', { status: 405 }],
  ['403', { status: 403 }],
  ['500', { status: 500 }],
  ['a page', { json: '<html></html>', headers: { 'content-type': 'text/html' } }],
] as const) {
  test(`a service that responds ${what} to a batch is read one by one from then on`, async () => {
    const service = fakeTransport((sent) => (isMany(sent) ? rejection : ours(sent)));
    const transport = batchingReads(service, { concurrency: 2, limit: 50 });
    assert.deepEqual(await keysRead(transport, keys(40)), keys(40));
    const requests = service.sent.filter(isMany).length;
    assert.ok(requests >= 1 && requests <= 2, `asked ${requests} times`);
    assert.deepEqual(await keysRead(transport, keys(40)), keys(40));
    assert.equal(service.sent.filter(isMany).length, requests);
  });
}

test('a rejection of one read does not affect the others', async () => {
  const service = fakeTransport((sent) =>
    isMany(sent) ? lines(addressesOf(sent).map((_, at) => (at === 0 ? '404 {"msg":"none"}' : '200 {}'))) : {},
  );
  const transport = batchingReads(service, { concurrency: 1 });
  const responses = await Promise.all(keys(4).map((key) => transport.send(metadata(key))));
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 404, 200, 200],
  );
  assert.equal(await responses[1]!.body.text(), '{"msg":"none"}');
});

test('a rejection of a batch rejects each read', async () => {
  const service = fakeTransport((sent) => (isMany(sent) ? { status: 429, headers: { 'retry-after': '3' } } : {}));
  const transport = batchingReads(service, { concurrency: 1 });
  const [, ...rest] = await Promise.all(keys(3).map((key) => transport.send(metadata(key))));
  assert.deepEqual(
    rest.map(({ status, headers }) => [status, headers['retry-after']]),
    [
      [429, '3'],
      [429, '3'],
    ],
  );
});

test('a response with too few lines is malformed, and a network failure rejects all reads', async () => {
  const short = batchingReads(
    fakeTransport((sent) => (isMany(sent) ? lines(['200 {}']) : {})),
    { concurrency: 1 },
  );
  const responses = await Promise.allSettled(keys(3).map((key) => short.send(metadata(key))));
  assert.deepEqual(
    responses.map((response) => (response.status === 'rejected' ? response.reason.code : 'answered')),
    ['answered', 'malformed', 'malformed'],
  );
  const broken = batchingReads(
    fakeTransport((sent) => {
      if (isMany(sent)) throw new Error('the line is cut');
      return {};
    }),
    { concurrency: 1 },
  );
  const failures = await Promise.allSettled(keys(3).map((key) => broken.send(metadata(key))));
  assert.deepEqual(
    failures.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  );
});

test('an aborted read is not sent, and the others get their responses', async () => {
  const service = fakeTransport(ours);
  const transport = batchingReads(service, { concurrency: 1 });
  const abort = new AbortController();
  const first = transport.send(metadata('first'));
  const left = transport.send(metadata('left'), abort.signal);
  const others = keysRead(transport, ['b', 'c']);
  abort.abort();
  await assert.rejects(left, { code: 'aborted' });
  await first;
  assert.deepEqual(await others, ['b', 'c']);
  assert.deepEqual(service.sent.filter(isMany).flatMap(addressesOf).map(keyOf), ['b', 'c']);
});

test('a service that has accepted batches is still sent batches after one failure', async () => {
  let isFailing = false;
  const service = fakeTransport((sent) => (isMany(sent) && isFailing ? { status: 500 } : ours(sent)));
  const transport = batchingReads(service, { concurrency: 1 });
  await keysRead(transport, keys(3));
  isFailing = true;
  const failed = await Promise.all(keys(3).map((key) => transport.send(metadata(key))));
  assert.deepEqual(
    failed.map(({ status }) => status),
    [200, 500, 500],
  );
  isFailing = false;
  await keysRead(transport, keys(3));
  assert.equal(service.sent.filter(isMany).length, 3);
});

test('a request whose callers have all aborted ends', async () => {
  const ended: unknown[] = [];
  const service = fakeTransport(async (sent, _, signal) => {
    if (!isMany(sent)) return ours(sent);
    return await untilAborted(signal).catch((error) => {
      ended.push(error);
      throw error;
    });
  });
  const transport = batchingReads(service, { concurrency: 1 });
  const [stay, leave] = [new AbortController(), new AbortController()];
  const first = transport.send(metadata('first'));
  const reads = [leave, leave, stay].map(({ signal }, at) => transport.send(metadata(`key${at}`), signal));
  await first;
  leave.abort();
  await assert.rejects(reads[0]!, { code: 'aborted' });
  assert.equal(ended.length, 0);
  stay.abort();
  await Promise.allSettled(reads);
  assert.equal(ended.length, 1);
});

test('a read that is never sent times out', async () => {
  const transport = batchingReads(
    fakeTransport((_, __, signal) => untilAborted(signal)),
    { concurrency: 1 },
  );
  const stop = new AbortController();
  const first = transport.send(metadata('first'), stop.signal);
  await assert.rejects(transport.send({ ...metadata('second'), timeoutMillis: 20 }), { code: 'timeout' });
  stop.abort();
  await assert.rejects(first);
});

test('slow writes do not delay reads', async () => {
  const service = fakeTransport((sent, _, signal) => (sent.method === 'POST' ? untilAborted(signal) : ours(sent)));
  const transport = batchingReads(service, { concurrency: 1 });
  const stop = new AbortController();
  const upload = transport.send(request('POST', 'write/experiment/upload-asset'), stop.signal);
  assert.deepEqual(await keysRead(transport, ['a']), ['a']);
  stop.abort();
  await assert.rejects(upload);
});

test('writes, files and long lists are not batched', async () => {
  const service = fakeTransport(ours);
  const transport = batchingReads(service, { concurrency: 1 });
  const rest = [
    request('POST', 'write/experiment/tags'),
    request('GET', 'experiment/asset/get-asset', { experimentKey: 'k', assetId: 'a' }),
    request('GET', 'experiments', { projectId: 'p' }),
    request('GET', 'write/experiment/archive', { experimentKey: 'k' }),
  ];
  await Promise.all([metadata('first'), ...rest, ...rest].map((each) => transport.send(each)));
  assert.equal(service.sent.length, 1 + 2 * rest.length);
  assert.equal(service.sent.filter(isMany).length, 0);
});
