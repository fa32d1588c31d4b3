import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API, APIExperiment } from '../node/index.ts';
import { fakeTransport } from '../testing/fake-transport.ts';
import { steadyClock } from './steady-now.ts';

test('the time goes on where it was if the clock is set back, and follows the clock again later', (t) => {
  const real = { date: Date.now(), ticks: performance.now() };
  let [passed, ahead] = [0, 0];
  t.mock.method(Date, 'now', () => real.date + passed + ahead);
  t.mock.method(performance, 'now', () => real.ticks + passed);
  const now = steadyClock();
  const start = now();
  const after = (millis: number, aheadMillis: number) => {
    passed += millis;
    ahead = aheadMillis;
    return now() - start;
  };
  assert.equal(after(1000, 0), 1000);
  assert.equal(after(1000, -3_600_000), 2000);
  assert.equal(after(1000, -3_600_000), 3000);
  assert.equal(after(1000, -7_200_000), 4000);
  assert.equal(after(1000, 0), 5000);
  assert.equal(after(1000, 60_000), 66_000);
});

test('points that are logged after the clock was set back are later than those before', async (t) => {
  const times: number[] = [];
  const transport = fakeTransport((request) => {
    times.push(JSON.parse(new TextDecoder().decode(request.body as Uint8Array)).timestamp);
    return { json: { msg: 'Saved', code: 200 } };
  });
  const experiment = new APIExperiment({ api: new API({ transport }), previousExperiment: 'k' });
  const { now } = Date;
  await experiment.logMetric('loss', 2, { step: 1 });
  t.mock.method(Date, 'now', () => now() - 3_600_000);
  await experiment.logMetric('loss', 1, { step: 2 });
  assert.equal(times.length, 2);
  assert.ok(times[1]! >= times[0]!);
});
