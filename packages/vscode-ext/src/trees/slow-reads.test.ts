import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { untilAborted } from '@tracklens/core/testing';
import { SlowReads } from './slow-reads.ts';

/** Returns reads on a clock that the test advances, and what was reported of them. */
function clockedReads(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const reported: boolean[] = [];
  return {
    reads: new SlowReads((isSlow) => reported.push(isSlow)),
    reported,
    tick: (millis: number) => t.mock.timers.tick(millis),
  };
}

test('a read is reported after a second, and can be cancelled from then on', async (t) => {
  const { reads, reported, tick } = clockedReads(t);
  const read = reads.run(untilAborted);
  tick(999);
  reads.cancel();
  assert.deepEqual(reported, []);
  tick(1);
  assert.deepEqual(reported, [true]);
  reads.cancel();
  assert.equal(await read, undefined);
  assert.deepEqual(reported, [true, false]);
});

test('reads are reported until the last one has ended', async (t) => {
  const { reads, reported, tick } = clockedReads(t);
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const read = [reads.run(() => first.promise), reads.run(() => second.promise)];
  tick(1000);
  first.resolve('a');
  assert.equal(await read[0], 'a');
  assert.ok(!reported.includes(false));
  second.resolve('b');
  assert.equal(await read[1], 'b');
  assert.equal(reported.at(-1), false);
});

test('a read that is quick, or fails, is not reported', async (t) => {
  const { reads, reported, tick } = clockedReads(t);
  assert.equal(await reads.run(async () => 'rows'), 'rows');
  await assert.rejects(
    reads.run(() => Promise.reject(new Error('No response.'))),
    /No response/,
  );
  tick(1000);
  assert.deepEqual(reported, []);
});
