import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dispatcher } from 'undici';
import { Deadlines } from './deadlines.ts';
import { type RequestOptions, StreamingResponse } from './streaming-response.ts';
import { Traffic } from './traffic.ts';

const terms = (): RequestOptions => ({
  limits: { timeoutMillis: 60_000 },
  deadlines: new Deadlines(),
  traffic: new Traffic(),
  root: 'http://127.0.0.1',
  caller: undefined,
  failureOf: (error) => error as Error,
});

/** Connection that buffers chunks and delivers them, followed by the end, synchronously on `resume`. */
function pausedController(response: StreamingResponse, chunks: string[]): Dispatcher.DispatchController {
  const controller = {
    pause() {},
    resume() {
      for (const chunk of chunks.splice(0)) response.onResponseData(controller, Buffer.from(chunk));
      response.onResponseEnd();
    },
    abort() {},
  } as unknown as Dispatcher.DispatchController;
  response.onRequestStart(controller);
  response.onResponseStart(controller, 200, {});
  return controller;
}

test('buffered bytes of a connection reach a streaming reader', { timeout: 5000 }, async () => {
  const response = new StreamingResponse(terms());
  pausedController(response, ['a', 'b']);
  const read: string[] = [];
  for await (const chunk of response) read.push(new TextDecoder().decode(chunk));
  assert.deepEqual(read, ['a', 'b']);
});

test('buffered bytes of a connection reach a reader of the whole body', { timeout: 5000 }, async () => {
  const response = new StreamingResponse(terms());
  pausedController(response, ['a', 'b']);
  assert.equal(await response.text(), 'ab');
});

test('an unobserved failure does not end the process', async () => {
  const response = new StreamingResponse(terms());
  response.abort(new Error('nobody waits'));
  // By now an unhandled rejection would have been reported.
  await new Promise(setImmediate);
  await assert.rejects(response.head, { message: 'nobody waits' });
});
