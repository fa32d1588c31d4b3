import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nextJob, scheduled, type TestJob } from './test-schedule.ts';

const limits = { cpuShares: 2, jobs: 3 };
const job = (name: string, cpuShare: number): TestJob => ({ files: [name], cpuShare });

describe('the next job', () => {
  test('is the first one whose CPU share is left', () => {
    const [large, small] = [job('large', 1.2), job('small', 0.5)];
    assert.equal(nextJob([large, small], [job('other', 1)], limits), small);
    assert.equal(nextJob([large, small], [job('other', 0.5)], limits), large);
  });

  test('waits while nothing fits, or as many run as may', () => {
    assert.equal(nextJob([job('large', 1.2)], [job('other', 1)], limits), undefined);
    const running = ['a', 'b', 'c'].map((name) => job(name, 0));
    assert.equal(nextJob([job('small', 0)], running, limits), undefined);
  });

  test('starts alone when it needs more than all processors', () => {
    const large = job('large', 5);
    assert.equal(nextJob([large], [], limits), large);
    assert.equal(nextJob([], [], limits), undefined);
  });
});

test('every job runs once within the limits, and its events are not mixed with those of others', async () => {
  const shares = [1, 0.1, 1.5, 0.1, 0.1, 3, 0.5, 1];
  const jobs = shares.map((share, index) => job(String(index), share));
  const running = new Set<TestJob>();
  const started: string[] = [];
  const start = (one: TestJob, ended: () => void) => {
    running.add(one);
    started.push(one.files[0]!);
    assert.ok(running.size <= limits.jobs);
    assert.ok(running.size === 1 || [...running].reduce((sum, { cpuShare }) => sum + cpuShare, 0) <= limits.cpuShares);
    const events = Promise.withResolvers<string[]>();
    setImmediate(() => {
      running.delete(one);
      events.resolve(['start', 'end'].map((event) => `${one.files[0]} ${event}`));
      ended();
    });
    return (async function* () {
      yield* await events.promise;
    })();
  };
  const seen: string[] = [];
  for await (const event of scheduled(jobs, limits, start)) seen.push(event);
  assert.deepEqual(
    seen,
    started.flatMap((name) => [`${name} start`, `${name} end`]),
  );
  assert.deepEqual(
    started.toSorted(),
    jobs.map(({ files }) => files[0]),
  );
});
