import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCancellable } from './run-cancellable.ts';

const never = new Promise<never>(() => {});

test('quick work is not shown', async () => {
  const result = await runCancellable(
    async () => 'read',
    () => assert.fail('shown'),
    1000,
  );
  assert.equal(result, 'read');
});

test('slow work is shown until it has ended', async () => {
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

test('work that is stopped ends at once with nothing, also when it does not listen, and is reported', async () => {
  let signal: AbortSignal | undefined;
  const deaf = (given: AbortSignal) => {
    signal = given;
    return never;
  };
  assert.equal(await runCancellable(deaf, (_, stop) => stop(), 1), undefined);
  assert.equal(signal?.aborted, true);
});

test('work that fails because it was stopped did not fail; any other failure goes through', async () => {
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
