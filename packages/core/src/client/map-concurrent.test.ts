import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapConcurrent } from './map-concurrent.ts';

test('concurrency is limited, and results are in order', async () => {
  let under = 0;
  let maximum = 0;
  const work = async (item: number) => {
    maximum = Math.max(maximum, ++under);
    for (let tick = 0; tick < item; tick++) await Promise.resolve();
    under--;
    return item * 10;
  };
  assert.deepEqual(await mapConcurrent([5, 4, 3, 2, 1], work, 2), [50, 40, 30, 20, 10]);
  assert.equal(maximum, 2);
});

test('after a failure no further call starts', async () => {
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    await Promise.resolve();
    if (item === 2) throw new Error('two');
  };
  await assert.rejects(mapConcurrent([1, 2, 3, 4, 5], work, 2), /two/);
  assert.ok(begun.length < 5, `began ${begun}`);
});
