import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dispatcher } from 'undici';
import { Deadlines } from './deadlines.ts';
import { type RequestLimits, StreamingResponse } from './streaming-response.ts';

const terms = (): RequestLimits => ({
  limits: performance.now() + 60_000,
  deadlines: new Deadlines(),
  caller: undefined,
  failureOf: (error) => error as Error,
});

/** Connection that buffers chunks and delivers them, followed by the end, synchronously on `resume`. */
function heldBack(answer: StreamingResponse, pieces: string[]): Dispatcher.DispatchController {
  const controller = {
    pause() {},
    resume() {
      for (const piece of pieces.splice(0)) answer.onResponseData(controller, Buffer.from(piece));
      answer.onResponseEnd();
    },
    abort() {},
  } as unknown as Dispatcher.DispatchController;
  answer.onRequestStart(controller);
  answer.onResponseStart(controller, 200, {});
  return controller;
}

test('what a connection held back reaches its reader, piece by piece', { timeout: 5000 }, async () => {
  const answer = new StreamingResponse(terms());
  heldBack(answer, ['a', 'b']);
  const read: string[] = [];
  for await (const piece of answer) read.push(new TextDecoder().decode(piece));
  assert.deepEqual(read, ['a', 'b']);
});

test('what a connection held back reaches its reader as a whole', { timeout: 5000 }, async () => {
  const answer = new StreamingResponse(terms());
  heldBack(answer, ['a', 'b']);
  assert.equal(await answer.text(), 'ab');
});

test('a failure that nobody waits for breaks no process', async () => {
  const answer = new StreamingResponse(terms());
  answer.abort(new Error('nobody waits'));
  // By now an unhandled rejection would have been reported.
  await new Promise(setImmediate);
  await assert.rejects(answer.head, { message: 'nobody waits' });
});
