import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sideBySide, spread } from './side-by-side.ts';

test('the spread of an even number of runs has the mean of the middle two as its median', () => {
  assert.deepEqual(spread([4, 1, 3, 2]), { min: 1, median: 2.5, max: 4 });
});

test('sides alternate and the ratio is computed for each round', async () => {
  const order: string[] = [];
  const times = { ours: [9, 1, 2], peer: [9, 4, 4] };
  const side = (name: 'ours' | 'peer') => ({
    name,
    run: async () => {
      order.push(name);
      return { wallMillis: times[name].shift()! };
    },
  });
  const comparison = await sideBySide(side('ours'), side('peer'), { rounds: 2, warmUps: 1 });
  assert.deepEqual(order, ['ours', 'peer', 'ours', 'peer', 'ours', 'peer']);
  assert.deepEqual(comparison.ratio, { min: 2, median: 3, max: 4 });
  assert.equal(comparison.cpuRatio, null);
});
