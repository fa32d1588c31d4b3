import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { columnsAccept } from '../contract/index.ts';
import { cleanup } from '../test-support/cleanup.ts';
import { request } from '../test-support/wire-request.ts';
import { fakeTransport, untilAborted } from '../testing/fake-transport.ts';
import { type BridgePolicy, serveBridge } from './bridge-server.ts';
import { bridgeTransport } from './bridge-transport.ts';
import { RestApiException } from './errors.ts';
import type { Transport } from './transport.ts';
import { streamedBody } from './wire-body.ts';

type Listener = (message: unknown) => void;

/** Message channel that clones its messages, as frames do. `seen` records every message. */
function channel() {
  const { port1, port2 } = new MessageChannel();
  const messages: unknown[] = [];
  const end = (port: MessagePort) => ({
    post: (message: unknown) => {
      messages.push(message);
      port.postMessage(message);
    },
    listen: (listener: Listener) => {
      const hear = (event: MessageEvent) => listener(event.data);
      port.addEventListener('message', hear);
      port.start();
      return () => port.removeEventListener('message', hear);
    },
  });
  return {
    frame: end(port1),
    host: end(port2),
    seen: messages,
    close: () => {
      port1.close();
      port2.close();
    },
  };
}

function bridged(
  context: TestContext,
  allow: BridgePolicy['allow'],
  respond: Parameters<typeof fakeTransport>[0] = () => ({ json: { tags: ['x'] } }),
) {
  const service = fakeTransport(respond);
  return { ...served(context, allow, service), service };
}

function served(context: TestContext, allow: BridgePolicy['allow'], service: Transport) {
  const ends = channel();
  const stop = serveBridge(ends.host, service, { allow });
  const transport = bridgeTransport(ends.frame);
  cleanup(context).defer(() => {
    transport.dispose();
    stop();
    ends.close();
  });
  return { ...ends, transport, stop };
}

/** Service that sends a body while `chunks` produces it, and the number of chunks and bytes it has produced. */
function streaming(context: TestContext, chunks: (signal: AbortSignal) => AsyncIterable<Uint8Array>) {
  const produced = { chunks: 0, ended: false };
  const service: Transport = {
    async send(_, signal) {
      async function* counted() {
        try {
          for await (const chunk of chunks(signal!)) {
            produced.chunks++;
            yield chunk;
          }
        } finally {
          produced.ended = true;
        }
      }
      return { status: 200, headers: { 'content-length': '7', 'set-cookie': 'secret' }, body: streamedBody(counted()) };
    },
  };
  return { ...served(context, 'read', service), produced };
}

/** Waits for a condition that messages bring about. */
async function untilTrue(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}

/** Waits until all messages of both ends have arrived. */
async function quiet(): Promise<void> {
  for (let passes = 0; passes < 100; passes++) await new Promise(setImmediate);
}

const megabyte = 1024 * 1024;

const read = request('GET', 'experiment/tags', { experimentKey: 'a' });
const write = request('POST', 'write/experiment/tags', { experimentKey: 'a' });

test('a read and its response are transferred', async (t) => {
  const { transport, service } = bridged(t, 'read');
  const response = await transport.send(read);
  assert.equal(response.status, 200);
  assert.equal(await response.body.text(), '{"tags":["x"]}');
  assert.deepEqual(service.sent[0]!.query, [['experimentKey', 'a']]);
  assert.equal(service.sent[0]!.experimentKey, 'a');
});

test('bytes are transferred as bytes in both directions', async (t) => {
  const { transport, service } = bridged(t, 'any');
  const body = Uint8Array.from([0, 255, 13, 10]);
  await transport.send({ ...write, body });
  assert.deepEqual(service.sent[0]!.body, body);
});

test('a response is transferred as an array of its own bytes', async (t) => {
  const pool = Uint8Array.from([7, 7, 1, 2, 3, 7]);
  for (const content of [Buffer.from([1, 2, 3]), pool.subarray(2, 5)]) {
    const { transport, seen: messages } = bridged(t, 'read', () => ({ bytes: content }));
    const { body } = await transport.send(read);
    assert.deepEqual([...(await body.bytes())], [1, 2, 3]);
    const posted = messages
      .map((message) => (message as { body?: unknown }).body)
      .find((one) => one instanceof Uint8Array);
    assert.equal(posted?.constructor, Uint8Array);
    assert.equal(posted.buffer.byteLength, 3);
  }
});

test('an output of a notebook can only read, with any method', async (t) => {
  const { transport, service } = bridged(t, 'read');
  const stop = request('GET', 'write/experiment/stop', { experimentKey: 'a' });
  for (const each of [write, stop]) await assert.rejects(transport.send(each), { code: 'forbidden' });
  assert.equal(service.sent.length, 0);
});

test('a panel also saves views of a project, and changes nothing that was logged', async (t) => {
  const { transport, service } = bridged(t, 'display');
  const save = request('POST', 'write/project/named-view', { projectId: 'a' });
  const remove = request('GET', 'write/experiment/delete', { experimentKey: 'a' });
  await transport.send(save);
  for (const each of [write, remove]) await assert.rejects(transport.send(each), { code: 'forbidden' });
  assert.equal(service.sent.length, 1);
});

test('only endpoints of the contract are called', async (t) => {
  const { transport, service } = bridged(t, 'any');
  for (const path of [
    '/api/rest/v2/admin',
    '/etc/passwd',
    '/api/rest/v2/experiment/../workspaces',
    '/api/rest/v2/workspaces/',
    '//evil.example/api/rest/v2/workspaces',
    '/api/rest/v2/registry-model/item/../metadata',
    '/api/rest/v2/registry-model/item/%2E%2e/metadata',
    '/api/rest/v2/registry-model/item/./metadata',
  ]) {
    await assert.rejects(transport.send(request('GET', path)), { code: 'forbidden' });
  }
  assert.equal(service.sent.length, 0);
});

test('a frame sets no header but the type of its body, a range and the form of points', async (t) => {
  const { transport, service } = bridged(t, 'any');
  const headers = { 'content-type': 'application/json', range: 'bytes=0-9', authorization: 'stolen', cookie: 'x' };
  await transport.send({ ...read, headers });
  assert.deepEqual(service.sent[0]!.headers, { 'content-type': 'application/json', range: 'bytes=0-9' });
  for (const accept of [columnsAccept, 'text/html']) await transport.send({ ...read, headers: { accept } });
  assert.deepEqual(
    service.sent.slice(1).map(({ headers }) => headers),
    [{ accept: columnsAccept }, {}],
  );
});

test('only headers that a view needs are transferred', async (t) => {
  const { transport } = bridged(t, 'read', () => ({ headers: { 'set-cookie': 'secret', 'retry-after': '3' } }));
  const { headers } = await transport.send(read);
  assert.deepEqual(headers, { 'content-type': 'application/json', 'retry-after': '3' });
});

test('an error is transferred with its code, reason and remedy, without its cause', async (t) => {
  const details = { code: 'unreachable', reason: 'the service cannot be reached', remedy: 'Start it' } as const;
  const { transport, seen: messages } = bridged(t, 'read', () => {
    const cause = new Error('connect to 10.0.0.1 with the key sk-secret');
    throw RestApiException.of({ ...details, cause });
  });
  await assert.rejects(transport.send(read), details);
  assert.ok(!JSON.stringify(messages).includes('sk-secret'));
});

test('an abort is transferred and ends the request', async (t) => {
  let ended: () => void = () => {};
  const end = new Promise<void>((done) => {
    ended = done;
  });
  let begun: () => void = () => {};
  const begin = new Promise<void>((done) => {
    begun = done;
  });
  const { transport } = bridged(t, 'read', (_, __, signal) => {
    begun();
    signal?.addEventListener('abort', ended);
    return untilAborted(signal);
  });
  const abort = new AbortController();
  const sent = transport.send(read, abort.signal);
  await begin;
  abort.abort();
  await assert.rejects(sent, { code: 'aborted' });
  await end;
});

test('an abort while a body is read sends nothing', async (t) => {
  const { transport, service } = bridged(t, 'any');
  const abort = new AbortController();
  async function* body() {
    yield new Uint8Array(1);
    abort.abort();
  }
  await assert.rejects(transport.send({ ...write, body: body() }, abort.signal), { code: 'aborted' });
  // Messages arrive in order: earlier ones have arrived once this response is here.
  await transport.send(read);
  assert.deepEqual(
    service.sent.map(({ method }) => method),
    ['GET'],
  );
});

test('a body can be read before its last bytes are produced', async (t) => {
  const rest = Promise.withResolvers<Uint8Array>();
  const { transport } = streaming(t, async function* () {
    yield Uint8Array.from([1, 2]);
    yield await rest.promise;
  });
  const { body, headers } = await transport.send(read);
  assert.deepEqual(headers, { 'content-length': '7' });
  const chunks = body[Symbol.asyncIterator]();
  assert.deepEqual((await chunks.next()).value, Uint8Array.from([1, 2]));
  rest.resolve(Uint8Array.from([3]));
  assert.deepEqual((await chunks.next()).value, Uint8Array.from([3]));
  assert.equal((await chunks.next()).done, true);
});

test('a large body is read from the service only as fast as the frame reads it', async (t) => {
  const { transport, produced } = streaming(t, async function* () {
    for (let index = 0; index < 64; index++) yield new Uint8Array(megabyte).fill(index);
  });
  const { body } = await transport.send(read);
  await quiet();
  // Four pieces on their way, and one that waits.
  assert.ok(produced.chunks <= 5, `${produced.chunks} chunks were produced`);
  let bytes = 0;
  for await (const chunk of body) {
    assert.equal(chunk[0], Math.floor(bytes / megabyte));
    bytes += chunk.byteLength;
    await quiet();
    assert.ok(produced.chunks <= bytes / megabyte + 5, `${produced.chunks} chunks after ${bytes} bytes`);
  }
  assert.equal(bytes, 64 * megabyte);
});

test('small chunks that arrive together are one message', async (t) => {
  const { transport, seen: messages } = streaming(t, async function* () {
    for (let index = 0; index < 100; index++) yield Uint8Array.from([index]);
  });
  const { body } = await transport.send(read);
  assert.equal((await body.bytes()).byteLength, 100);
  assert.equal(messages.length, 2);
});

for (const [what, leave] of [
  ['aborted', (_: AsyncIterator<unknown>, abort: AbortController) => abort.abort()],
  ['left', (body: AsyncIterator<unknown>) => void body.return?.()],
] as const) {
  test(`a body that is ${what} while it arrives ends the request at the service`, async (t) => {
    const { transport, produced } = streaming(t, async function* (signal) {
      yield new Uint8Array(megabyte);
      await untilAborted(signal);
    });
    const abort = new AbortController();
    const { body } = await transport.send(read, abort.signal);
    const chunks = body[Symbol.asyncIterator]();
    await chunks.next();
    leave(chunks, abort);
    if (what === 'aborted') await assert.rejects(chunks.next(), { code: 'aborted' });
    await untilTrue(() => produced.ended);
  });
}

test('a body that is aborted while nobody reads it ends the request at the service', async (t) => {
  const { transport, produced } = streaming(t, async function* () {
    for (;;) yield new Uint8Array(megabyte);
  });
  const abort = new AbortController();
  await transport.send(read, abort.signal);
  await quiet();
  abort.abort();
  await untilTrue(() => produced.ended);
});

test('a failure in the middle of a body is thrown after the bytes that have arrived', async (t) => {
  const { transport } = streaming(t, async function* () {
    yield new Uint8Array(megabyte);
    throw RestApiException.of({ code: 'unreachable', reason: 'the connection was lost' });
  });
  const { body } = await transport.send(read);
  const chunks = body[Symbol.asyncIterator]();
  assert.equal((await chunks.next()).value?.byteLength, megabyte);
  await assert.rejects(chunks.next(), { code: 'unreachable', reason: 'the connection was lost' });
});

test('a page ignores what its predecessor asked for', async (t) => {
  const release = Promise.withResolvers<void>();
  const { transport, frame } = bridged(t, 'read', async (_, index) => {
    if (index === 0) await release.promise;
    return { json: index };
  });
  const before = transport.send(read);
  const second = bridgeTransport(frame);
  cleanup(t).defer(() => second.dispose());
  const after = second.send(read);
  release.resolve();
  assert.equal(await (await after).body.text(), '1');
  assert.equal(await (await before).body.text(), '0');
});

test('closing a bridge ends pending requests', async (t) => {
  const { transport } = bridged(t, 'read', (_, __, signal) => untilAborted(signal));
  const sent = transport.send(read);
  transport.dispose();
  await assert.rejects(sent, { code: 'aborted' });
});

test('both ends ignore foreign messages', async (t) => {
  const { transport, frame, host, service } = bridged(t, 'any');
  for (const strange of [null, 7, 'x', {}, { kind: 'tracklens/request' }, { kind: 'tracklens/abort', id: -1 }, []]) {
    frame.post(strange);
    host.post(strange);
  }
  host.post({ kind: 'tracklens/answer', id: 99, status: 200, headers: {}, body: new Uint8Array(), more: false });
  assert.equal((await transport.send(read)).status, 200);
  assert.equal(service.sent.length, 1);
});

test('a request without a listener times out', async (t) => {
  const ends = channel();
  const transport = bridgeTransport(ends.frame);
  cleanup(t).defer(ends.close);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const sent = transport.send(read);
  t.mock.timers.tick(6001);
  await assert.rejects(sent, { code: 'timeout' });
});

test('a frame waits for a long download while the other end reports progress', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { transport, service } = bridged(t, 'read', () => new Promise(() => {}));
  const abort = new AbortController();
  const sent = transport.send({ ...read, timeoutMillis: 1000, idleMillis: 4000 }, abort.signal);
  let failure: unknown = null;
  sent.catch((error) => {
    failure = error;
  });
  const messages = () => new Promise(setImmediate);
  for (let tries = 0; service.sent.length === 0 && tries < 1000; tries++) await messages();
  assert.equal(service.sent[0]!.idleMillis, 4000);
  for (let second = 0; second < 60; second++) {
    t.mock.timers.tick(1000);
    for (let passes = 0; passes < 10; passes++) await messages();
  }
  assert.equal(failure, null);
  abort.abort();
  await assert.rejects(sent, { code: 'aborted' });
});

test('a frame without another end times out', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const transport = bridgeTransport({ post: () => {}, listen: () => () => {} });
  const sent = transport.send({ ...read, timeoutMillis: 1000, idleMillis: 4000 });
  const outcome = assert.rejects(sent, { code: 'timeout' });
  await new Promise(setImmediate);
  t.mock.timers.tick(9000);
  await outcome;
});
