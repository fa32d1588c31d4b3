import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { runningView } from './vega-runtime.ts';

/** Spec with lines of a few points and one group per line, as in the charts. */
const spec = {
  width: 100,
  height: 100,
  data: [{ name: 'lines' }],
  scales: ['x', 'y'].map((name) => ({
    name,
    type: 'linear',
    domain: [0, 1],
    range: name === 'x' ? 'width' : 'height',
  })),
  marks: [
    {
      type: 'group',
      from: { facet: { name: 'line', data: 'lines', field: 'points' } },
      marks: [
        {
          type: 'line',
          from: { data: 'line' },
          encode: { update: { x: { scale: 'x', field: 'x' }, y: { scale: 'y', field: 'y' } } },
        },
      ],
    },
  ],
};

const lines = () => Array.from({ length: 20 }, (_, at) => ({ points: [0, 1].map((x) => ({ x, y: at / 20 })) }));

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('drawing new rows repeatedly retains nothing of the old ones', async () => {
  const view = runningView(spec, { renderer: 'none' });
  const heapAfter = async (drawings: number) => {
    for (let drawing = 0; drawing < drawings; drawing++) await view.data('lines', lines()).runAsync();
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await heapAfter(150);
  const growth = (await heapAfter(300)) - before;
  assert.ok(growth < 1_000_000, `300 drawings left ${growth} bytes behind`);
});
