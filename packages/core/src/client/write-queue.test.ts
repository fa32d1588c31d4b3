import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RestApiException } from './errors.ts';
import { WriteQueue } from './write-queue.ts';

interface Request {
  readonly items: readonly string[];
  complete(): void;
  /**
   * A null status means no response. `places`: indexes of the letters that the error names as rejected; the others
   * were stored.
   */
  reject(code: 'invalid' | 'server', status: number | null, indices?: readonly number[]): void;
}

/** Queue of letters, and the requests that it has made. */
function letters(limit = 4) {
  const requests: Request[] = [];
  const batches = new WriteQueue<string, string>(
    (items, operation) =>
      new Promise((done, fail) => {
        requests.push({
          items,
          complete: () => done(items.join('')),
          reject: (code, status, data) => fail(RestApiException.from({ code, status, reason: 'no', operation, data })),
        });
      }),
    limit,
    ({ data }) =>
      data === null
        ? null
        : { rejected: (data as number[]).map((index) => ({ index, reason: `${index} is bad` })), reply: 'kept' },
  );
  const sent = () => requests.map(({ items }) => items.join(''));
  const settle = () => new Promise((done) => setImmediate(done));
  return { batches, requests, sent, settle };
}

test('a call that finds nothing under way goes at once', () => {
  const { batches, sent } = letters();
  void batches.add(['a'], 'log');
  assert.deepEqual(sent(), ['a']);
});

test('calls made while a request is under way go together in the next, in order, and each gets its reply', async () => {
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

test('a call with more than fits is never split', async () => {
  const { batches, requests, sent, settle } = letters(2);
  void batches.add(['a'], 'log');
  void batches.add([...'bcdef'], 'log');
  requests[0]!.complete();
  await settle();
  assert.deepEqual(sent(), ['a', 'bcdef']);
});

test('a batch rejected before it was sent is sent in halves, so that only the call to blame fails', async () => {
  const { batches, requests, sent, settle } = letters();
  const calls = ['a', 'b', 'c', 'd', 'e'].map((item) => batches.add([item], `log ${item}`));
  const blamed = assert.rejects(calls[2]!, { code: 'invalid', operation: 'log c', reason: 'no' });
  requests[0]!.complete();
  for (let next = 1; next < 6; next++) {
    await settle();
    const { items, complete, reject } = requests[next]!;
    if (items.includes('c')) reject('invalid', null);
    else complete();
  }
  assert.deepEqual(sent(), ['a', 'bcde', 'bc', 'b', 'c', 'de']);
  assert.deepEqual(await Promise.all([calls[1], calls[3], calls[4]]), ['b', 'de', 'de']);
  await blamed;
});

test('of a batch whose rejection names items only their calls fail, each with its own, and nothing is sent again', async () => {
  const { batches, requests, sent, settle } = letters(20);
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

test('nothing of a batch is sent again that may have been kept in part: each of its calls fails and reports it', async () => {
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

test('a call alone in its request fails with what the service reported', async () => {
  const { batches, requests, sent, settle } = letters();
  const alone = assert.rejects(batches.add([...'ab'], 'log'), { code: 'invalid', reason: 'no' });
  requests[0]!.reject('invalid', 400);
  await alone;
  await settle();
  assert.deepEqual(sent(), ['ab']);
});

test('a batch that failed otherwise fails for each of its calls under its own name, and the next calls go on', async () => {
  const { batches, requests, sent, settle } = letters(2);
  const calls = ['a', 'b', 'c', 'd'].map((item) => batches.add([item], `log ${item}`));
  requests[0]!.complete();
  await settle();
  requests[1]!.reject('server', 500);
  await Promise.all([
    assert.rejects(calls[1]!, { code: 'server', operation: 'log b', message: /^log b: / }),
    assert.rejects(calls[2]!, { code: 'server', operation: 'log c', message: /^log c: / }),
  ]);
  await settle();
  requests[2]!.complete();
  assert.equal(await calls[3], 'd');
  assert.deepEqual(sent(), ['a', 'bc', 'd']);
});

test('it has settled when the last request was answered, failed ones among them', async () => {
  const { batches, requests, settle } = letters(1);
  await batches.settled();
  const failed = assert.rejects(batches.add(['a'], 'log'), { code: 'server' });
  void batches.add(['b'], 'log');
  let settled = false;
  const settling = batches.settled().then(() => {
    settled = true;
  });
  requests[0]!.reject('server', 500);
  await settle();
  assert.equal(settled, false);
  requests[1]!.complete();
  await settling;
  await failed;
});
