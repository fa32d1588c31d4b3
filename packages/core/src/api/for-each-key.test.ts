import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '../browser/index.ts';
import type { WireRequest } from '../client/transport.ts';
import { type FakeResponseInit, fakeTransport, untilAborted } from '../testing/fake-transport.ts';

const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `k${from + index}`);
const keyOf = ({ query }: WireRequest) => query.find(([name]) => name === 'experimentKey')?.[1] ?? '';
const rejection: FakeResponseInit = { status: 400, json: { msg: 'no' } };

for (const operation of ['archiveExperiments', 'deleteExperiments'] as const) {
  test(`${operation} reports which experiments were changed, which failed and which were not started`, async () => {
    const responses = new Map<string, (response: FakeResponseInit) => void>();
    const service = fakeTransport((request) => new Promise((respond) => responses.set(keyOf(request), respond)));
    const api = new API({ transport: service });
    let isOver = false;
    const work = api[operation](numbered(0, 20)).finally(() => {
      isOver = true;
    });
    const failed = assert.rejects(work, {
      operation,
      code: 'invalid',
      status: 400,
      reason:
        'no (of 20 experiments 6 were done: k0, k1, k2, k4, k5 and 1 more; 2 failed: k3, k7; 12 were not started)',
      progress: { done: ['k0', 'k1', 'k2', 'k4', 'k5', 'k6'], failed: ['k3', 'k7'], left: numbered(8, 20) },
    });
    const settle = () => new Promise((done) => setImmediate(done));
    await settle();
    responses.get('k7')!(rejection);
    await settle();
    assert.equal(isOver, false, 'it fails while experiments are still being changed');
    for (const key of numbered(0, 7)) responses.get(key)!(key === 'k3' ? rejection : {});
    await failed;
    assert.equal(service.sent.length, 8);
  });
}

test('a repeated key is changed once, and its result is at both positions', async () => {
  const service = fakeTransport((request) => ({ json: { msg: keyOf(request) } }));
  const replies = await new API({ transport: service }).deleteExperiments(['a', 'b', 'a']);
  assert.deepEqual(
    replies.map(({ msg }) => msg),
    ['a', 'b', 'a'],
  );
  assert.deepEqual(service.sent.map(keyOf), ['a', 'b']);
});

test('an empty list of experiments sends no request', async () => {
  const service = fakeTransport(() => ({}));
  assert.deepEqual(await new API({ transport: service }).archiveExperiments([]), []);
  assert.equal(service.sent.length, 0);
});

test('a cancelled operation reports what was changed before', async () => {
  const leaving = new AbortController();
  const service = fakeTransport((request, _, signal) => {
    if (keyOf(request) === 'k0') return {};
    leaving.abort();
    return untilAborted(signal);
  });
  const work = new API({ transport: service }).archiveExperiments(numbered(0, 10), { signal: leaving.signal });
  await assert.rejects(work, (error: { code: string; progress: Record<string, string[]> }) => {
    assert.equal(error.code, 'aborted');
    assert.deepEqual(error.progress.done, ['k0']);
    assert.deepEqual([...error.progress.failed!, ...error.progress.left!], numbered(1, 10));
    return true;
  });
});

test('the failure of a single experiment is reported without counts', async () => {
  const api = new API({ transport: fakeTransport(() => rejection) });
  await assert.rejects(api.archiveExperiments(['a']), {
    reason: 'no',
    progress: { done: [], failed: ['a'], left: [] },
  });
  await assert.rejects(api.archiveExperiment('a'), { reason: 'no', progress: null });
});

test('a failed move reports which slices were moved before', async () => {
  let moves = 0;
  const service = fakeTransport(({ path }) => {
    if (!path.endsWith('/move')) return { json: { experimentKey: 'x', workspaceName: 'w' } };
    return ++moves === 2 ? rejection : { json: { code: 200 } };
  });
  await assert.rejects(new API({ transport: service }).moveExperiments(numbered(0, 250), 'w', 'p'), {
    operation: 'moveExperiments',
    reason:
      /^no \(of 250 experiments 100 were done: k0, k1, .* and 95 more; 100 failed: k100, .*; 50 were not started\)$/,
    progress: { done: numbered(0, 100), failed: numbered(100, 200), left: numbered(200, 250) },
  });
  assert.equal(moves, 2);
});
