import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Clock, Loader } from './loader.ts';

/** Creates a clock that the test advances. */
function handClock(): Clock & { pass(millis: number): Promise<void>; readonly waiting: number } {
  let now = 1000;
  let timers: { at: number; callback: () => void }[] = [];
  return {
    now: () => now,
    after(millis, callback) {
      const timer = { at: now + millis, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    get waiting() {
      return timers.length;
    },
    async pass(millis) {
      now += millis;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { callback } of due) callback();
      await settled();
    },
  };
}

/** Lets pending promise callbacks run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function counting(results: (number | Error)[], everyMillis: (data: number) => number | null) {
  const clock = handClock();
  let calls = 0;
  const subject = new Loader<number>({
    clock,
    everyMillis,
    async load() {
      const result = results[Math.min(calls++, results.length - 1)]!;
      if (typeof result !== 'number') throw result;
      return result;
    },
  });
  return { clock, subject, calls: () => calls };
}

const unreachable = Object.assign(new Error('no answer'), { code: 'unreachable' });
const unauthorized = Object.assign(new Error('401'), { code: 'unauthorized', status: 401 });

test('nothing is read before it is visible', async () => {
  const { subject, calls } = counting([1], () => null);
  await settled();
  assert.equal(calls(), 0);
  subject.setVisible(true);
  await settled();
  assert.equal(calls(), 1);
  assert.deepEqual(subject.state, { data: 1, failure: null, loading: false, updatedAtMillis: 1000 });
});

test('running experiments are read again, finished ones are not', async () => {
  const { subject, clock, calls } = counting([1, 2, 3], (data) => (data < 2 ? 5000 : null));
  subject.setVisible(true);
  await settled();
  await clock.pass(4999);
  assert.equal(calls(), 1);
  await clock.pass(1);
  assert.equal(calls(), 2);
  await clock.pass(60_000);
  assert.equal(calls(), 2);
  assert.equal(clock.waiting, 0);
});

test('a hidden view is not read; a due read happens when it becomes visible', async () => {
  const { subject, clock, calls } = counting([1], () => 5000);
  subject.setVisible(true);
  await settled();
  subject.setVisible(false);
  await clock.pass(20_000);
  assert.equal(calls(), 1);
  subject.setVisible(true);
  await settled();
  assert.equal(calls(), 2);
});

test('pauses double after each failure, and loaded data remains', async () => {
  const { subject, clock, calls } = counting([7, unreachable], () => 1000);
  subject.setVisible(true);
  await settled();
  await clock.pass(1000);
  assert.equal(subject.state.data, 7);
  assert.equal(subject.state.failure?.kind, 'unreachable');
  await clock.pass(999);
  assert.equal(calls(), 2);
  await clock.pass(1);
  assert.equal(calls(), 3);
  await clock.pass(1999);
  assert.equal(calls(), 3);
  await clock.pass(1);
  assert.equal(calls(), 4);
});

test('a service with Retry-After gets no request before that time, however often the view becomes visible', async () => {
  const limited = { code: 'rate-limited', retryAfterMillis: 120_000 };
  const { subject, clock, calls } = counting([7, limited as unknown as Error, 8], () => 1000);
  subject.setVisible(true);
  await settled();
  await clock.pass(1000);
  assert.deepEqual([subject.state.data, subject.state.failure?.kind], [7, 'rate-limited']);
  assert.equal(subject.state.failure?.retryAtMillis, clock.now() + 120_000);
  subject.setVisible(false);
  subject.setVisible(true);
  await clock.pass(119_999);
  assert.equal(calls(), 2);
  await clock.pass(1);
  assert.deepEqual([calls(), subject.state.data, subject.state.failure], [3, 8, null]);
});

test('a permanent failure is repeated only by the user', async () => {
  const { subject, clock, calls } = counting([unauthorized, 5], () => 1000);
  subject.setVisible(true);
  await settled();
  assert.equal(subject.state.failure?.kind, 'unauthorized');
  await clock.pass(100_000);
  assert.equal(calls(), 1);
  subject.reload();
  await settled();
  assert.equal(subject.state.data, 5);
  assert.equal(subject.state.failure, null);
});

test('a response after disposal is ignored', async () => {
  let answer: (value: number) => void = () => {};
  const subject = new Loader<number>({
    load: () => new Promise((resolve) => (answer = resolve)),
    everyMillis: () => 1,
    clock: handClock(),
  });
  subject.setVisible(true);
  subject.dispose();
  answer(1);
  await settled();
  assert.equal(subject.state.data, undefined);
});
