import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HoverBus } from './hover-bus.ts';

test('a hover bus notifies every listener until it is removed', () => {
  const bus = new HoverBus();
  const heard: (number | null)[] = [];
  const stop = bus.subscribe((position) => heard.push(position?.x ?? null));
  bus.set({ axis: 'step', x: 3, experimentKey: null, metricName: null, source: {} });
  bus.set(null);
  bus.set(null);
  stop();
  bus.set({ axis: 'step', x: 4, experimentKey: null, metricName: null, source: {} });
  assert.deepEqual(heard, [3, null]);
  assert.equal(bus.position?.x, 4);
});
