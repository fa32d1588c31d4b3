import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API, APIExperiment, type Transport } from '@tracklens/core';
import type { WireBody } from './transport.ts';
import { wholeBody } from './wire-body.ts';

const encoder = new TextEncoder();
const point = (step: number) => ({ metricName: 'm', metricValue: '1', timestamp: 1, step });
const elementText = (step: number) => `${step === 0 ? '{"metrics":[' : ','}${JSON.stringify(point(step))}`;

/** Service whose responses are streams. */
function streaming(chunks: () => AsyncGenerator<string>) {
  const state = { requests: 0, isOpen: false };
  const transport: Transport = {
    async send(_, signal) {
      signal?.throwIfAborted();
      state.requests++;
      state.isOpen = true;
      async function* bytes() {
        try {
          for await (const chunk of chunks()) yield encoder.encode(chunk);
        } finally {
          state.isOpen = false;
        }
      }
      const stream = bytes();
      const body: WireBody = {
        [Symbol.asyncIterator]: () => stream,
        bytes: () => wholeBody(stream),
        text: async () => new TextDecoder().decode(await wholeBody(stream)),
      };
      return { status: 200, headers: { 'content-type': 'application/json' }, body };
    },
  };
  const api = new API({ transport, cache: false });
  return { state, experiment: new APIExperiment({ api, previousExperiment: 'a' }) };
}

async function* points(count: number) {
  for (let step = 0; step < count; step++) yield elementText(step);
  yield ']}';
}

test('many points are yielded while they arrive, and one request is sent', async () => {
  let produced = 0;
  let ahead = 0;
  async function* counted() {
    for (let step = 0; step < 200_000; step += 1000) {
      produced += 1000;
      yield Array.from({ length: 1000 }, (_, index) => elementText(step + index)).join('');
    }
    yield ']}';
  }
  const { state, experiment } = streaming(counted);
  let next = 0;
  for await (const { step } of experiment.getMetrics()) {
    if (step !== next++) assert.fail(`${step} follows ${next - 2}`);
    ahead = Math.max(ahead, produced - step);
  }
  assert.deepEqual([next, state.requests, state.isOpen], [200_000, 1, false]);
  assert.ok(ahead <= 2001, `${ahead} points were held`);
});

test('leaving the loop ends the response', async () => {
  const { state, experiment } = streaming(() => points(1_000_000));
  for await (const { step } of experiment.getMetrics()) if (step === 10) break;
  assert.deepEqual(state, { requests: 1, isOpen: false });
});

test('awaiting and iterating over one call request what each needs', async () => {
  const { state, experiment } = streaming(() => points(3));
  const list = experiment.getMetrics();
  assert.equal((await list).length, 3);
  assert.equal((await list).length, 3);
  assert.equal(await list.then(({ length }) => length).finally(() => {}), 3);
  assert.equal(state.requests, 1);
  for await (const { step } of list) assert.ok(step !== null && step < 3);
  assert.equal(state.requests, 2);
});

test('a list that nobody awaits is requested, and fails as an ordinary promise', async (t) => {
  const { state, experiment } = streaming(() => points(3));
  void experiment.getMetrics();
  await new Promise(setImmediate);
  assert.equal(state.requests, 1);
  const unhandled = t.mock.fn();
  process.once('unhandledRejection', unhandled);
  t.after(() => process.off('unhandledRejection', unhandled));
  const list = experiment.getMetrics({ signal: AbortSignal.abort() });
  await assert.rejects(async () => {
    for await (const _ of list);
  });
  await assert.rejects(list, { code: 'aborted' });
  await new Promise(setImmediate);
  assert.equal(unhandled.mock.callCount(), 0);
});

test('what ends or is wrong within a list is an error of the operation', async () => {
  const cases: readonly [string, string][] = [
    ['{"metrics":[{"metricName":1}]}', 'malformed'],
    ['{"metrics":[', 'malformed'],
    ['<html>', 'malformed'],
  ];
  for (const [text, code] of cases) {
    const { experiment } = streaming(async function* () {
      yield text;
    });
    const iteration = async () => {
      for await (const _ of experiment.getMetrics());
    };
    await assert.rejects(iteration, { code, operation: 'getMetrics' }, text);
  }
});
