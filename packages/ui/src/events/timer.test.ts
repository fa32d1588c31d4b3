import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timer } from './timer.ts';

test('a callback runs once, unless it is replaced or cleared', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const subject = timer();
  const ran: string[] = [];
  subject.set(100, () => ran.push('replaced'));
  subject.set(100, () => ran.push('first'));
  assert.equal(subject.isSet, true);
  context.mock.timers.tick(99);
  assert.equal(ran.length, 0);
  context.mock.timers.tick(1);
  assert.deepEqual([ran.length, subject.isSet], [1, false]);
  subject.set(100, () => ran.push('cleared'));
  subject.clear();
  context.mock.timers.tick(1000);
  assert.deepEqual(ran, ['first']);
});
