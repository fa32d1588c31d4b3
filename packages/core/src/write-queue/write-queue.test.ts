import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelled, RestApiException, type RestErrorCode } from '../client/errors.ts';
import { Outage } from './outage.ts';
import { isQueued } from './queued-call.ts';
import { WriteQueue } from './write-queue.ts';

interface Request {
  readonly items: readonly string[];
  readonly key: string;
  complete(): void;
  /**
   * A null status means no response. `places`: indexes of the letters that the error names as rejected; the others
   * were stored.
   */
  reject(code: RestErrorCode, status: number | null, indices?: readonly number[]): void;
}

interface LettersOptions {
  readonly limit?: number;
  readonly capacity?: number;
  readonly pauseMillis?: (attempt: number) => number;
}

/** Queue of letters, and the requests that it has made. */
function letters({ limit = 4, capacity = 1000, pauseMillis = () => 0 }: LettersOptions = {}) {
  const kind = { limit, merges: true };
  const requests: Request[] = [];
  const unavailable: string[] = [];
  const lost: string[] = [];
  const batches = new WriteQueue<string>({
    send: (items, operation, key, signal) =>
      new Promise((done, fail) => {
        signal.addEventListener('abort', () => fail(cancelled()));
        requests.push({
          items,
          key,
          complete: () => done(items.join('')),
          reject: (code, status, data) => fail(RestApiException.of({ code, status, reason: 'no', operation, data })),
        });
      }),
    kindOf: () => kind,
    capacity,
    partialFailureOf: ({ data }) =>
      data === null
        ? null
        : { rejected: (data as number[]).map((index) => ({ index, reason: `${index} is bad` })), reply: 'kept' },
    onUnavailable: ({ reason }) => unavailable.push(reason),
    onLost: ({ operation }, items) => lost.push(`${operation}: ${items.join('')}`),
    pauseMillis,
  });
  const sent = () => requests.map(({ items }) => items.join(''));
  const settle = () => new Promise((done) => setImmediate(done));
  const nextRequest = async () => {
    const count = requests.length;
    while (requests.length === count) await settle();
    return requests.at(-1)!;
  };
  return { batches, requests, sent, settle, nextRequest, unavailable, lost };
}

test('a call without another request in flight is sent at once', () => {
  const { batches, sent } = letters();
  void batches.add(['a'], 'log');
  assert.deepEqual(sent(), ['a']);
});

test('calls during a request share the next one in order, and each gets its result', async () => {
  const { batches, requests, sent, settle } = letters();
  const calls = ['a', 'b', 'cd', 'ef', 'g'].map((items) => batches.add([...items], 'log'));
  requests[0]!.complete();
  await settle();
  assert.deepEqual(sent(), ['a', 'bcd']);
  requests[1]!.complete();
  await settle();
  assert.deepEqual(sent(), ['a', 'bcd', 'efg']);
  requests[2]!.complete();
  assert.deepEqual(await Promise.all(calls), ['a', 'bcd', 'bcd', 'efg', 'efg']);
  void batches.add(['h'], 'log');
  assert.deepEqual(sent().at(-1), 'h');
});

test('a call with more items than a request is split, and resolves after its last item', async () => {
  const { batches, requests, sent, settle } = letters({ limit: 2 });
  void batches.add(['a'], 'log');
  const long = batches.add([...'bcdef'], 'log');
  for (let next = 0; next < 4; next++) {
    requests[next]!.complete();
    await settle();
  }
  assert.deepEqual(sent(), ['a', 'bc', 'de', 'f']);
  assert.equal(await long, 'f');
});

test('a batch rejected before it was sent is sent in halves, so that only the call to blame fails', async () => {
  const { batches, requests, sent, settle } = letters();
  const calls = ['a', 'b', 'c', 'd', 'e'].map((item) => batches.add([item], `log ${item}`));
  const blamed = assert.rejects(calls[2]!, { code: 'invalid', operation: 'log c', reason: 'no' });
  requests[0]!.complete();
  for (let next = 1; next < 7; next++) {
    await settle();
    const { items, complete, reject } = requests[next]!;
    if (items.includes('c')) reject('invalid', null);
    else complete();
  }
  assert.deepEqual(sent(), ['a', 'bcde', 'bc', 'b', 'cde', 'c', 'de']);
  assert.deepEqual(await Promise.all([calls[1], calls[3], calls[4]]), ['b', 'de', 'de']);
  await blamed;
});

test('of a batch whose rejection names items only their calls fail, each with its own, and nothing is sent again', async () => {
  const { batches, requests, sent, settle } = letters({ limit: 20 });
  const calls = ['a', 'b', 'cdef', 'g', 'hi'].map((items) => batches.add([...items], `log ${items}`));
  requests[0]!.complete();
  await settle();
  const outcomes = Promise.allSettled(calls);
  requests[1]!.reject('invalid', 400, [2, 3, 6, 7]);
  const messages = (await outcomes).map((outcome) =>
    outcome.status === 'fulfilled'
      ? outcome.value
      : [outcome.reason.operation, outcome.reason.reason, outcome.reason.data],
  );
  const named = (index: number, itemIndex: number) => ({ index: itemIndex, reason: `${index} is bad` });
  assert.deepEqual(messages, [
    'a',
    'kept',
    ['log cdef', '2 is bad and 1 more (the other 2 were stored)', { refused: [named(2, 1), named(3, 2)] }],
    'kept',
    ['log hi', '6 is bad and 1 more', { refused: [named(6, 0), named(7, 1)] }],
  ]);
  assert.deepEqual(sent(), ['a', 'bcdefghi']);
});

test('a rejection that names items which were not sent does not affect those that were', async () => {
  const { batches, requests, settle } = letters();
  const calls = ['a', 'b', 'c'].map((item) => batches.add([item], `log ${item}`));
  requests[0]!.complete();
  await settle();
  const outcomes = Promise.allSettled(calls);
  requests[1]!.reject('invalid', 400, [0, 2]);
  const [, second, third] = await outcomes;
  for (const { reason } of [second, third] as PromiseRejectedResult[]) assert.match(reason.reason, /unknown/);
});

test('a batch that may be stored in part is not sent again, and each of its calls fails', async () => {
  const { batches, requests, sent, settle } = letters();
  const calls = ['a', 'b', 'c'].map((item) => batches.add([item], `log ${item}`));
  requests[0]!.complete();
  await settle();
  requests[1]!.reject('invalid', 400);
  const expected =
    /^log [bc]: no \(in a request with those of other calls; it is unknown which of them were stored\)\. Read /;
  await assert.rejects(calls[1]!, { code: 'invalid', operation: 'log b', message: expected });
  await assert.rejects(calls[2]!, { code: 'invalid', operation: 'log c', message: expected });
  assert.deepEqual(sent(), ['a', 'bc']);
});

test('a call that is alone in its request fails with the error of the service', async () => {
  const { batches, requests, sent, settle } = letters();
  const alone = assert.rejects(batches.add([...'ab'], 'log'), { code: 'invalid', reason: 'no' });
  requests[0]!.reject('invalid', 400);
  await alone;
  await settle();
  assert.deepEqual(sent(), ['ab']);
});

test('an error of the key or the experiment fails each call under its own name, and the next calls continue', async () => {
  const { batches, requests, sent, settle } = letters({ limit: 2 });
  const calls = ['a', 'b', 'c', 'd'].map((item) => batches.add([item], `log ${item}`));
  requests[0]!.complete();
  await settle();
  requests[1]!.reject('forbidden', 403);
  await Promise.all([
    assert.rejects(calls[1]!, { code: 'forbidden', operation: 'log b', message: /^log b: / }),
    assert.rejects(calls[2]!, { code: 'forbidden', operation: 'log c', message: /^log c: / }),
  ]);
  await settle();
  requests[2]!.complete();
  assert.equal(await calls[3], 'd');
  assert.deepEqual(sent(), ['a', 'bc', 'd']);
});

for (const [code, status] of [
  ['unreachable', null],
  ['timeout', null],
  ['rate-limited', 429],
  ['server', 500],
  ['server', 502],
  ['server', 503],
  ['server', 507],
  ['malformed', 200],
] as const) {
  test(`${code} ${status ?? ''}: the items stay queued in order, and each call is rejected as queued`, async () => {
    const { batches, requests, sent, nextRequest, unavailable, lost } = letters();
    const calls = ['a', 'b', 'c'].map((item) => batches.add([item], `log ${item}`));
    const outcomes = Promise.allSettled(calls);
    requests[0]!.reject(code, status);
    for (const [index, outcome] of (await outcomes).entries()) {
      assert.ok(outcome.status === 'rejected' && isQueued(outcome.reason), String(outcome.status));
      assert.equal(outcome.reason.operation, `log ${'abc'[index]}`);
      assert.equal(outcome.reason.code, code);
      assert.doesNotMatch(outcome.reason.message, /again/);
    }
    const late = batches.add(['d'], 'log d');
    await assert.rejects(late, isQueued);
    const settled = batches.settled();
    (await nextRequest()).complete();
    (await nextRequest()).complete();
    await settled;
    assert.deepEqual(sent(), ['a', 'a', 'bcd']);
    const [first, again, next] = requests;
    assert.equal(first!.key, again!.key);
    assert.notEqual(again!.key, next!.key);
    assert.deepEqual([unavailable, lost], [['no'], []]);
  });
}

test('a request that the service always fails to process is given up, and the next ones are sent', async () => {
  const { batches, requests, sent, nextRequest, lost } = letters({ limit: 1 });
  const first = assert.rejects(batches.add(['a'], 'log'), isQueued);
  requests[0]!.reject('server', 500);
  await first;
  await assert.rejects(batches.add(['b'], 'log'), isQueued);
  for (let attempt = 2; attempt <= 5; attempt++) (await nextRequest()).reject('server', 500);
  (await nextRequest()).complete();
  await batches.settled();
  assert.deepEqual(sent(), ['a', 'a', 'a', 'a', 'a', 'b']);
  assert.deepEqual(lost, ['log: a']);
});

test('settled gives up after its time what an unavailable service did not accept, and nothing else', async () => {
  const { batches, requests, nextRequest, lost, settle } = letters({ pauseMillis: () => 1_000_000 });
  const first = assert.rejects(batches.add(['a'], 'log'), isQueued);
  requests[0]!.reject('unreachable', null);
  await first;
  await settle();
  const settled = batches.settled(0);
  (await nextRequest()).reject('unreachable', null);
  await settled;
  assert.deepEqual(lost, ['log: a']);
  const next = batches.add(['b'], 'log');
  requests.at(-1)!.complete();
  assert.equal(await next, 'b');
});

test('settled aborts the attempt in flight a second after it gives up', async (t) => {
  const { batches, requests, nextRequest, lost } = letters();
  const first = assert.rejects(batches.add(['a'], 'log'), isQueued);
  requests[0]!.reject('unreachable', null);
  await first;
  await nextRequest();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const settled = batches.settled(0);
  for (const millis of [0, 999]) t.mock.timers.tick(millis);
  await new Promise(setImmediate);
  assert.deepEqual(lost, []);
  t.mock.timers.tick(1);
  await settled;
  assert.deepEqual(lost, ['log: a']);
  const next = batches.add(['b'], 'log');
  requests.at(-1)!.complete();
  assert.equal(await next, 'b');
});

test('settled does not abort a slow request of an available service', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { batches, requests, lost } = letters();
  const call = batches.add(['a'], 'log');
  const settled = batches.settled(1000);
  t.mock.timers.tick(1000);
  requests[0]!.complete();
  assert.equal(await call, 'a');
  await settled;
  assert.deepEqual(lost, []);
});

test('more items than a function can have arguments are given up without an error', async () => {
  const lost: number[] = [];
  const kind = { limit: 1000, merges: true };
  const batches = new WriteQueue<number>({
    send: () => Promise.reject(RestApiException.of({ code: 'unreachable', reason: 'no' })),
    kindOf: () => kind,
    capacity: 1_000_000,
    partialFailureOf: () => null,
    onUnavailable: () => {},
    onLost: (_, items) => lost.push(items.length),
  });
  await assert.rejects(
    batches.add(
      Array.from({ length: 500_000 }, (_, index) => index),
      'log',
    ),
    isQueued,
  );
  await batches.settled(0);
  assert.deepEqual(lost, [500_000]);
});

test('the pause depends on the number of failed attempts', async () => {
  const pauses: number[] = [];
  const { batches, requests, nextRequest } = letters({ pauseMillis: (attempt) => pauses.push(attempt) * 0 });
  const first = assert.rejects(batches.add(['a'], 'log'), isQueued);
  requests[0]!.reject('unreachable', null);
  await first;
  (await nextRequest()).reject('unreachable', null);
  (await nextRequest()).complete();
  await batches.settled();
  assert.deepEqual(pauses, [1, 2]);
});

test('a call that exceeds the capacity is rejected and changes nothing', async () => {
  const { batches, requests, sent, settle } = letters({ capacity: 3 });
  const calls = [batches.add(['a'], 'log'), batches.add(['b', 'c'], 'log')];
  await assert.rejects(batches.add(['d'], 'log'), /log: the service is too slow, and the queue is full \(3 bytes\)/);
  requests[0]!.complete();
  await settle();
  requests[1]!.complete();
  assert.deepEqual(await Promise.all(calls), ['a', 'bc']);
  assert.deepEqual(sent(), ['a', 'bc']);
});

test('the pause is at most two seconds while somebody waits for the queue and no connection succeeds', async () => {
  const pauses: number[] = [];
  const outage = new Outage({
    pauseMillis: () => 15_000,
    pause: async (millis) => {
      pauses.push(millis);
    },
  });
  outage.begin(RestApiException.of({ code: 'unreachable', reason: 'refused' }));
  await outage.pause('first');
  await outage.pause('always');
  outage.begin(RestApiException.of({ code: 'server', status: 503, reason: 'too many requests' }));
  await outage.pause('always');
  assert.deepEqual(pauses, [15_000, 2_000, 15_000]);
});

test('the time of settled and a pause that the service requests may be longer than timers support', async (t) => {
  const { mock } = t.mock.method(globalThis, 'setTimeout');
  const { batches, requests } = letters();
  const call = batches.add(['a'], 'log');
  const settled = batches.settled(Number.MAX_SAFE_INTEGER);
  requests[0]!.complete();
  await Promise.all([call, settled]);
  const outage = new Outage();
  outage.begin(RestApiException.of({ code: 'rate-limited', reason: 'no', retryAfterMillis: 30 * 24 * 3_600_000 }));
  const pause = outage.pause('always');
  outage.endPause();
  await pause;
  const times = mock.calls.map(({ arguments: [, millis] }) => millis!);
  assert.deepEqual(times, [2 ** 31 - 1, 2 ** 31 - 1]);
});

test('settled waits for the last request', async () => {
  const { batches, requests, settle } = letters({ limit: 1 });
  await batches.settled();
  const failed = assert.rejects(batches.add(['a'], 'log'), { code: 'forbidden' });
  void batches.add(['b'], 'log');
  let settled = false;
  const settling = batches.settled().then(() => {
    settled = true;
  });
  requests[0]!.reject('forbidden', 403);
  await settle();
  assert.equal(settled, false);
  requests[1]!.complete();
  await settling;
  await failed;
});

test('a request has the items of the oldest call and of others of its kind, which it may overtake', async () => {
  const points = { limit: 3, merges: true };
  const others = { limit: 1, merges: false };
  const sent: string[] = [];
  const queue = new WriteQueue<string>({
    send: async (items) => void sent.push(items.join('')),
    kindOf: (item) => (/[a-z]/.test(item) ? points : others),
    capacity: 100,
    partialFailureOf: () => null,
    onUnavailable: () => {},
    onLost: () => {},
  });
  const calls = ['a', 'b', 'XY', 'c', 'd', 'Z', 'e'].map((items) => queue.add([...items], 'log'));
  await Promise.all(calls);
  assert.deepEqual(sent, ['a', 'bcd', 'X', 'Y', 'Z', 'e']);
});

test('a request has at most the given size, but at least one item', async () => {
  const kind = { limit: 10, limitBytes: 5, merges: true };
  const sent: string[] = [];
  const queue = new WriteQueue<string>({
    send: async (items) => void sent.push(items.join('|')),
    kindOf: () => kind,
    sizeOf: ({ length }) => length,
    capacity: 100,
    partialFailureOf: () => null,
    onUnavailable: () => {},
    onLost: () => {},
  });
  await Promise.all([queue.add(['first'], 'log'), queue.add(['ab', 'cde', 'f', 'too long', 'g'], 'log')]);
  assert.deepEqual(sent, ['first', 'ab|cde', 'f', 'too long', 'g']);
});

test('a request that the service finds too large is sent in parts, and later ones are no larger', async () => {
  const kind = { limit: 100, merges: true };
  const sent: string[] = [];
  const lost: string[] = [];
  const queue = new WriteQueue<string>({
    async send(items, operation) {
      const body = items.join('|');
      sent.push(body);
      if (body.length > 10) throw RestApiException.of({ code: 'invalid', operation, status: 413, reason: 'too large' });
    },
    kindOf: () => kind,
    sizeOf: ({ length }) => length,
    capacity: 1000,
    partialFailureOf: () => null,
    onUnavailable: () => {},
    onLost: (_, items) => lost.push(...items),
  });
  await queue.add(['abc', 'def', 'ghi', 'jkl', 'mno'], 'log');
  assert.deepEqual(sent.splice(0), ['abc|def|ghi|jkl|mno', 'abc|def', 'ghi|jkl', 'mno']);
  await queue.add(['abc', 'def', 'ghi', 'jkl', 'mno'], 'log');
  assert.deepEqual(sent.splice(0), ['abc|def', 'ghi|jkl', 'mno']);
  await assert.rejects(queue.add(['ab', 'longer than accepted', 'cd'], 'log'), { status: 413 });
  assert.deepEqual(sent.splice(0), ['ab', 'longer than accepted', 'cd']);
  await queue.add(['abc', 'def', 'ghi'], 'log');
  assert.deepEqual(sent, ['abc|def', 'ghi']);
});
