import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from '../test-support/wire-request.ts';
import { type FakeResponseInit, fakeTransport, untilAborted } from '../testing/fake-transport.ts';
import { deduplicating } from './deduplication.ts';

const read = request('GET', 'experiment/tags', { experimentKey: 'a' });

/** Service that responds only when the test calls `answer`. */
function pausedService() {
  const waiting: ((response: FakeResponseInit) => void)[] = [];
  const service = fakeTransport(() => new Promise<FakeResponseInit>((done) => waiting.push(done)));
  return {
    service,
    transport: deduplicating(service),
    respond: (response: FakeResponseInit) => waiting.shift()!(response),
  };
}

test('equal concurrent reads are sent once, and each reader gets its own body', async () => {
  const { service, transport, respond } = pausedService();
  const both = [transport.send(read), transport.send(read)];
  respond({ json: { tags: ['x'] } });
  for (const response of await Promise.all(both)) assert.equal(await response.body.text(), '{"tags":["x"]}');
  assert.equal(service.sent.length, 1);
});

test('different reads, writes and files are sent separately', async () => {
  const service = fakeTransport(() => ({}));
  const transport = deduplicating(service);
  const file = request('GET', 'experiment/asset/get-asset', { assetId: '1' });
  const stop = request('GET', 'write/experiment/stop', { experimentKey: 'a' });
  const other = request('GET', 'experiment/tags', { experimentKey: 'b' });
  await Promise.all([file, file, stop, stop, read, other].map((each) => transport.send(each)));
  assert.equal(service.sent.length, 6);
});

test('a read after a write does not share the response to an earlier read', async () => {
  const { service, transport, respond } = pausedService();
  const before = transport.send(read);
  const write = transport.send(request('POST', 'write/experiment/tags', { experimentKey: 'a' }));
  const after = transport.send(read);
  assert.equal(service.sent.length, 3);
  respond({ json: { tags: [] } });
  respond({});
  respond({ json: { tags: ['new'] } });
  assert.equal(await (await before).body.text(), '{"tags":[]}');
  await write;
  assert.equal(await (await after).body.text(), '{"tags":["new"]}');
});

test('an aborted reader does not affect the others; the last one ends the request', async () => {
  let ended = false;
  const transport = deduplicating(
    fakeTransport((_, __, signal) => {
      signal?.addEventListener('abort', () => {
        ended = true;
      });
      return untilAborted(signal);
    }),
  );
  const [first, second] = [new AbortController(), new AbortController()];
  const one = transport.send(read, first.signal);
  const two = transport.send(read, second.signal);
  first.abort();
  await assert.rejects(one, { code: 'aborted' });
  assert.equal(ended, false);
  second.abort();
  await assert.rejects(two, { code: 'aborted' });
  assert.equal(ended, true);
});

test('a failure is reported to all readers and is not cached', async () => {
  let calls = 0;
  const transport = deduplicating(
    fakeTransport(() => {
      if (++calls === 1) throw new Error('broken');
      return {};
    }),
  );
  const failed = await Promise.allSettled([transport.send(read), transport.send(read)]);
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal((await transport.send(read)).status, 200);
});
