import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '../node/index.ts';
import { type FakeResponseInit, fakeTransport } from '../testing/fake-transport.ts';

const metadata = { experimentKey: 'k', experimentName: 'one', workspaceName: 'w', projectName: 'p' };
const summary = { name: 'loss', valueCurrent: '2', valueMin: 'NaN', valueMax: '3' };
const absent = { name: 'absent', valueCurrent: '', valueMin: null, valueMax: 'Infinity' };

/** Fake service that responds to requests for all summaries with this status, and to other requests as usual. */
function serviceWithout(status: number) {
  return fakeTransport(({ path }): FakeResponseInit => {
    if (path.endsWith('/project/experiment-summaries')) return { status, json: { msg: 'no' } };
    return { json: path.endsWith('/experiments') ? { experiments: [metadata] } : { values: [summary, absent] } };
  });
}

for (const [status, why] of [
  [404, 'a service that has no call for all summaries'],
  [413, 'a project with more summaries than one response may have'],
] as const) {
  test(`with ${why} they are read one by one, or not at all on request`, async () => {
    const service = serviceWithout(status);
    const api = new API({ transport: service, url: 'https://service.example' });
    const [only, ...others] = await api.getExperimentSummaries('w', 'p');
    assert.deepEqual([only?.experiment.key, only?.metrics.get('loss')], ['k', { current: 2, min: Number.NaN, max: 3 }]);
    const none = { current: Number.NaN, min: Number.NaN, max: Number.POSITIVE_INFINITY };
    assert.deepEqual(only?.metrics.get('absent'), none);
    assert.deepEqual(others, []);
    service.sent.length = 0;
    assert.equal(await api.getExperimentSummaries('w', 'p', { oneByOne: false }), null);
    assert.equal(service.sent.length, 1);
  });
}

test('any other failure is thrown', async () => {
  const api = new API({ transport: serviceWithout(403), url: 'https://service.example' });
  await assert.rejects(api.getExperimentSummaries('w', 'p', { oneByOne: false }), { code: 'forbidden' });
});

test('summaries that are read one by one are ordered like those of one request: newest first', async () => {
  const started = (experimentKey: string, startTimeMillis: number) => ({ ...metadata, experimentKey, startTimeMillis });
  const service = fakeTransport(({ path }): FakeResponseInit => {
    if (path.endsWith('/project/experiment-summaries')) return { status: 404 };
    const experiments = [started('old', 1), started('b', 2), started('a', 2), started('new', 3)];
    return { json: path.endsWith('/experiments') ? { experiments } : { values: [summary] } };
  });
  const found = await new API({ transport: service }).getExperimentSummaries('w', 'p');
  assert.deepEqual(
    found.map(({ experiment }) => experiment.key),
    ['new', 'a', 'b', 'old'],
  );
});
