import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from '../test-support/wire-request.ts';
import { type FakeResponseInit, fakeTransport, untilAborted } from '../testing/fake-transport.ts';
import { isRestApiException, RestApiException } from './errors.ts';
import { retrying } from './retry.ts';
import type { Transport } from './transport.ts';
import { StreamedBody, wholeBody } from './wire-body.ts';

const read = request('GET', 'experiment/metadata', { experimentKey: 'a' });
const unsafe = request('POST', 'write/experiment/output');
const safe = request('POST', 'write/experiment/tags');

function retriedTransport(responses: readonly (FakeResponseInit | Error)[]) {
  const pauses: number[] = [];
  const service = fakeTransport((_, index) => {
    const next = responses[Math.min(index, responses.length - 1)]!;
    if (next instanceof Error) throw next;
    return next;
  });
  const transport = retrying(service, {
    random: () => 1,
    pause: async (millis) => void pauses.push(millis),
  });
  return { service, transport, pauses };
}

const unreachable = RestApiException.of({ code: 'unreachable', reason: 'no connection' });

test('a read with a transient failure is repeated, with growing pauses', async () => {
  const { service, transport, pauses } = retriedTransport([{ status: 502 }, unreachable, { status: 200 }]);
  assert.equal((await transport.send(read)).status, 200);
  assert.equal(service.sent.length, 3);
  assert.deepEqual(pauses, [500, 1000]);
});

test('the last response is returned if all attempts fail', async () => {
  const { service, transport } = retriedTransport([{ status: 500 }]);
  assert.equal((await transport.send(read)).status, 500);
  assert.equal(service.sent.length, 4);
});

test('a write that is not idempotent is not repeated', async () => {
  for (const failure of [{ status: 500 }, unreachable]) {
    const { service, transport } = retriedTransport([failure]);
    await transport.send(unsafe).catch((error) => assert.ok(isRestApiException(error)));
    assert.equal(service.sent.length, 1);
  }
});

test('a write for which no connection was made is repeated', async () => {
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const refused = RestApiException.of({ code: 'unreachable', reason: 'no connection', cause });
  const { service, transport } = retriedTransport([refused, { status: 200 }]);
  assert.equal((await transport.send(unsafe)).status, 200);
  assert.equal(service.sent.length, 2);
});

test('an idempotent write is repeated', async () => {
  const { service, transport } = retriedTransport([{ status: 503 }, { status: 200 }]);
  assert.equal((await transport.send(safe)).status, 200);
  assert.equal(service.sent.length, 2);
});

test('a rate-limited request is repeated after the time that the service asks for and some more, even a write', async () => {
  for (const status of [429, 503]) {
    const { service, transport, pauses } = retriedTransport([
      { status, headers: { 'retry-after': '7' } },
      { status: 200 },
    ]);
    assert.equal((await transport.send(unsafe)).status, 200);
    assert.equal(service.sent.length, 2);
    assert.deepEqual(pauses, [7500]);
  }
});

test('a service that asks to wait longer than the longest pause is not asked again: its response is returned at once', async () => {
  for (const [seconds, status, sent] of [
    ['30', 200, 2],
    ['31', 429, 1],
    ['86400', 429, 1],
  ] as const) {
    const { service, transport, pauses } = retriedTransport([
      { status: 429, headers: { 'retry-after': seconds } },
      { status: 200 },
    ]);
    assert.equal((await transport.send(read)).status, status);
    assert.equal(service.sent.length, sent);
    assert.deepEqual(pauses, sent === 1 ? [] : [30_500]);
  }
});

test('the backoff never exceeds the longest pause', async () => {
  const pauses: number[] = [];
  const transport = retrying(
    fakeTransport(() => ({ status: 500 })),
    { attempts: 5, longestPauseMillis: 1500, random: () => 1, pause: async (millis) => void pauses.push(millis) },
  );
  await transport.send(read);
  assert.deepEqual(pauses, [500, 1000, 1500, 1500]);
});

test('a permanent failure is not repeated', async () => {
  for (const status of [400, 401, 402, 403, 404]) {
    const { service, transport } = retriedTransport([{ status }]);
    assert.equal((await transport.send(read)).status, status);
    assert.equal(service.sent.length, 1);
  }
});

test('a streamed body is sent again from its start', async () => {
  const bodies: Uint8Array[] = [];
  const transport = retrying(
    fakeTransport(async ({ body }, index) => {
      bodies.push(await wholeBody(body as StreamedBody));
      return { status: index === 0 ? 503 : 200 };
    }),
    { pause: async () => {} },
  );
  const body = new StreamedBody(async function* () {
    yield new Uint8Array([1, 2]);
    yield new Uint8Array([3]);
  });
  assert.equal((await transport.send({ ...safe, body })).status, 200);
  assert.deepEqual(bodies.map(String), ['1,2,3', '1,2,3']);
});

test('a body that cannot be read is not read again', async () => {
  let reads = 0;
  const service = fakeTransport(async ({ body }) => {
    await wholeBody(body as StreamedBody).catch((error) => {
      throw RestApiException.of({ code: 'unreachable', reason: 'broken off', cause: error });
    });
    return {};
  });
  const body = new StreamedBody(async function* () {
    reads++;
    yield new Uint8Array(1);
    throw new Error('the file is gone');
  });
  await assert.rejects(retrying(service, { pause: async () => {} }).send({ ...safe, body }), { code: 'unreachable' });
  assert.equal(reads, 1);
});

test('an error of the program is thrown after one attempt', async () => {
  let sent = 0;
  const cause = new TypeError('pool.dispatch is not a function');
  const transport: Transport = {
    send: () => {
      sent++;
      return Promise.reject(cause);
    },
  };
  await assert.rejects(retrying(transport, { pause: async () => {} }).send(read), { code: 'internal', cause });
  assert.equal(sent, 1);
});

test('a stream that cannot be restarted is sent once', async () => {
  const { service, transport } = retriedTransport([{ status: 503 }]);
  async function* stream() {
    yield new Uint8Array(1);
  }
  await transport.send({ ...safe, body: stream() });
  assert.equal(service.sent.length, 1);
});

test('an abort ends a pause at once', async () => {
  const abort = new AbortController();
  const transport = retrying(
    fakeTransport(() => ({ status: 503, headers: { 'retry-after': '20' } })),
    { pause: (_, signal) => untilAborted(signal) },
  );
  const sent = transport.send(read, abort.signal);
  abort.abort();
  await assert.rejects(sent, { code: 'aborted' });
});
