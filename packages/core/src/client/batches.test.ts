import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Batches } from './batches.ts';
import { RestApiException } from './errors.ts';

interface Request {
  readonly items: readonly string[];
  answer(): void;
  refuse(code: 'invalid' | 'server'): void;
}

/** Batches of letters, and the requests they made so far. */
function letters(most = 4) {
  const requests: Request[] = [];
  const batches = new Batches<string, string>(
    (items, operation) =>
      new Promise((done, fail) => {
        requests.push({
          items,
          answer: () => done(items.join('')),
          refuse: (code) => fail(RestApiException.from({ code, reason: 'no', operation })),
        });
      }),
    most,
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
  requests[0]!.answer();
  await settle();
  assert.deepEqual(sent(), ['a', 'bcd']);
  requests[1]!.answer();
  await settle();
  assert.deepEqual(sent(), ['a', 'bcd', 'efg']);
  requests[2]!.answer();
  assert.deepEqual(await Promise.all(calls), ['a', 'bcd', 'bcd', 'efg', 'efg']);
  void batches.add(['h'], 'log');
  assert.deepEqual(sent().at(-1), 'h');
});

test('a call with more than fits is never split', async () => {
  const { batches, requests, sent, settle } = letters(2);
  void batches.add(['a'], 'log');
  void batches.add([...'bcdef'], 'log');
  requests[0]!.answer();
  await settle();
  assert.deepEqual(sent(), ['a', 'bcdef']);
});

test('a refused batch is sent call by call, so that only the one to blame fails', async () => {
  const { batches, requests, sent, settle } = letters();
  const calls = ['a', 'b', 'c'].map((item) => batches.add([item], `log ${item}`));
  const blamed = assert.rejects(calls[1]!, { code: 'invalid', operation: 'log b' });
  requests[0]!.answer();
  await settle();
  requests[1]!.refuse('invalid');
  await settle();
  requests[2]!.refuse('invalid');
  await settle();
  requests[3]!.answer();
  assert.deepEqual(sent(), ['a', 'bc', 'b', 'c']);
  assert.equal(await calls[2], 'c');
  await blamed;
});

test('a batch that failed otherwise fails for each of its calls under its own name, and the next calls go on', async () => {
  const { batches, requests, sent, settle } = letters(2);
  const calls = ['a', 'b', 'c', 'd'].map((item) => batches.add([item], `log ${item}`));
  requests[0]!.answer();
  await settle();
  requests[1]!.refuse('server');
  await Promise.all([
    assert.rejects(calls[1]!, { code: 'server', operation: 'log b', message: /^log b: / }),
    assert.rejects(calls[2]!, { code: 'server', operation: 'log c', message: /^log c: / }),
  ]);
  await settle();
  requests[2]!.answer();
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
  requests[0]!.refuse('server');
  await settle();
  assert.equal(settled, false);
  requests[1]!.answer();
  await settling;
  await failed;
});
