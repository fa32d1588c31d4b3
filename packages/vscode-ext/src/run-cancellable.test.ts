import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCancellable } from './run-cancellable.ts';

const never = new Promise<never>(() => {});

test('quick work shows no progress', async () => {
  const result = await runCancellable(
    async () => 'read',
    () => assert.fail('shown'),
    1000,
  );
  assert.equal(result, 'read');
});

test('slow work shows its progress until it ends', async () => {
  const work = Promise.withResolvers<string>();
  const messages: string[] = [];
  const result = runCancellable(
    () => work.promise,
    async (ended) => {
      messages.push('shown');
      work.resolve('read');
      await ended;
      messages.push('gone');
    },
    1,
  );
  assert.equal(await result, 'read');
  await null;
  assert.deepEqual(messages, ['shown', 'gone']);
});

test('cancelled work returns at once without a result, also if it ignores the signal', async () => {
  let signal: AbortSignal | undefined;
  const deaf = (given: AbortSignal) => {
    signal = given;
    return never;
  };
  assert.equal(await runCancellable(deaf, (_, stop) => stop(), 1), undefined);
  assert.equal(signal?.aborted, true);
});

test('a failure because of a cancellation is ignored; any other one is thrown', async () => {
  const listening = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  assert.equal(await runCancellable(listening, (_, stop) => stop(), 1), undefined);
  await assert.rejects(
    runCancellable(
      async () => {
        throw new Error('no');
      },
      () => {},
    ),
    /no/,
  );
});
