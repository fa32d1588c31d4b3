import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure } from '../source/failure.ts';
import { Retries } from './retries.ts';
import { retryPause } from './retry-pause.ts';

const passing = { ...failure('unreachable', 'No answer.'), passing: true };

test('each failure in a row doubles the delay, and simultaneous ones count as one', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  let attempts = 0;
  const retries = new Retries(() => attempts++, 1000);
  retries.add(passing);
  retries.add(passing);
  context.mock.timers.tick(1000);
  assert.equal(attempts, 1);
  retries.add(passing);
  context.mock.timers.tick(1999);
  assert.equal(attempts, 1);
  context.mock.timers.tick(1);
  assert.equal(attempts, 2);
  retries.succeed();
  retries.add(passing);
  context.mock.timers.tick(1000);
  assert.equal(attempts, 3);
});

test('a failure that does not pass, and a cancelled attempt, are not retried', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  let attempts = 0;
  const retries = new Retries(() => attempts++, 1000);
  retries.add({ ...passing, passing: false });
  retries.add(passing);
  retries.cancel();
  context.mock.timers.tick(60_000);
  assert.equal(attempts, 0);
});

test('a service that asks to wait for years is called after the longest delay of a timer, not at once', () => {
  const retryAtMillis = Date.now() + 3e11;
  assert.equal(retryPause({ ...passing, retryAtMillis }, 1, 1000, Date.now()), 2 ** 31 - 1);
});
