import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Deadlines } from './deadlines.ts';

/**
 * Runs a function with a mocked clock, including `performance.now()`. The program waits while the time `passes` in steps
 * of a millisecond, or of another length during which it computes.
 */
function clocked(run: (passes: (millis: number, step?: number) => void, now: () => number) => void): void {
  const { performance } = globalThis;
  let time = 1000;
  test.mock.timers.enable({ apis: ['setTimeout'] });
  const immediate = test.mock.method(globalThis, 'setImmediate', (callback: () => void) => callback());
  globalThis.performance = Object.create(performance, { now: { value: () => time } });
  try {
    run(
      (millis, step = 1) => {
        for (let each = 0; each < millis; each += step) {
          time += step;
          test.mock.timers.tick(step);
        }
      },
      () => time,
    );
  } finally {
    globalThis.performance = performance;
    immediate.mock.restore();
    test.mock.timers.reset();
  }
}

test('expired entries are called once at their time; removed ones are not', () => {
  const acts = fc.array(
    fc.record({ after: fc.nat(20), takes: fc.integer({ min: 1, max: 100 }), leavesAfter: fc.option(fc.nat(120)) }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(acts, (list) => {
      clocked((passes, now) => {
        const deadlines = new Deadlines();
        const expected: (number | null)[] = [];
        const called: (number | null)[] = [];
        const leaving: { at: number; leave: () => void }[] = [];
        const pass = (millis: number) => {
          for (let each = 0; each < millis; each++) {
            passes(1);
            for (const { at, leave } of leaving) if (at === now()) leave();
          }
        };
        list.forEach(({ after, takes, leavesAfter }, index) => {
          pass(after);
          const expire = () => {
            assert.equal(called[index], null, 'called once');
            called[index] = now();
          };
          called.push(null);
          expected.push(leavesAfter !== null && leavesAfter < takes ? null : now() + takes);
          deadlines.add(expire, now() + takes);
          if (leavesAfter === 0) deadlines.delete(expire);
          else if (leavesAfter !== null)
            leaving.push({ at: now() + leavesAfter, leave: () => deadlines.delete(expire) });
        });
        pass(150);
        expected.forEach((time, index) => {
          assert.equal(called[index], time);
        });
      });
    }),
  );
});

test('an expired entry may add another', () => {
  clocked((passes, now) => {
    const deadlines = new Deadlines();
    const times: number[] = [];
    const start = now();
    const again = () => {
      times.push(now() - start);
      if (times.length < 3) deadlines.add(again, now() + 10);
    };
    deadlines.add(again, start + 10);
    passes(60);
    assert.deepEqual(times, [10, 20, 30]);
  });
});

test('the time for which the program computes does not count', () => {
  clocked((passes, now) => {
    const deadlines = new Deadlines();
    const times: [string, number][] = [];
    const start = now();
    for (const millis of [10_000, 14_000]) {
      const name = `after ${millis}`;
      deadlines.add(() => times.push([name, now() - start]), start + millis);
    }
    passes(15_000, 15_000);
    assert.deepEqual(times, []);
    passes(10_000);
    assert.deepEqual(times, [
      ['after 10000', 16_000],
      ['after 14000', 20_000],
    ]);
  });
});

test('a deadline that the program misses by a little leaves time for the response', () => {
  clocked((passes) => {
    const deadlines = new Deadlines();
    let isExpired = false;
    deadlines.add(() => {
      isExpired = true;
    }, performance.now() + 1000);
    passes(1030, 1030);
    passes(999);
    assert.equal(isExpired, false);
    passes(1);
    assert.equal(isExpired, true);
  });
});

test('a deadline may be later than timers support', (t) => {
  const { mock } = t.mock.method(globalThis, 'setTimeout');
  const deadlines = new Deadlines();
  deadlines.add(() => {}, performance.now() + Number.MAX_SAFE_INTEGER);
  assert.deepEqual(
    mock.calls.map(({ arguments: [, millis] }) => millis),
    [2 ** 31 - 1],
  );
});
