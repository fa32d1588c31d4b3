import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelOf } from '@tracklens/core/test-support/charts';
import { moveFocus, valuesAt } from './hover-value.ts';

test('the pointer reads every experiment at the nearest x, greatest first', () => {
  const model = modelOf({ a: [1, 2, 3], b: [9, 8, 7], short: [5] });
  const entries = valuesAt(model, 1.9, model.xExtent);
  assert.deepEqual(
    entries.map((entry) => [entry.line.key, entry.x, entry.y, entry.step]),
    [
      ['b', 2, 7, 2],
      ['a', 2, 3, 2],
    ],
  );
});

test('arrow keys move along the points of a line and to the next line at the same x', () => {
  const model = modelOf({ a: [1, 2, 3], b: [9, 8, 7] });
  const walk = (from: Parameters<typeof moveFocus>[2], across: number, along = 0) =>
    moveFocus(model, model.xExtent, from, across, along);
  assert.deepEqual(walk(null, 1), { x: 0, experimentKey: 'a' });
  assert.deepEqual(walk(null, -1), { x: 2, experimentKey: 'a' });
  assert.deepEqual(walk({ x: 0, experimentKey: 'a' }, 1), { x: 1, experimentKey: 'a' });
  assert.deepEqual(walk({ x: 1, experimentKey: 'a' }, 0, 1), { x: 1, experimentKey: 'b' });
  assert.deepEqual(walk({ x: 1, experimentKey: 'b' }, Number.POSITIVE_INFINITY), { x: 2, experimentKey: 'b' });
  assert.equal(moveFocus(modelOf({}), [0, 1], null, 1, 0), null);
});

test('moving continues across the segments of a resumed run', () => {
  const values = [1, 2, 3, 4, 5];
  const metric = { metricName: 'loss', values, steps: [0, 1, 2, 1, 2], timestamps: [0, 1, 2, 3, 4] };
  const model = modelOf({ a: [] }, {}, { chart: { a: { metrics: [metric] } } });
  assert.deepEqual(moveFocus(model, model.xExtent, { x: 1, experimentKey: 'a' }, 1, 0), { x: 2, experimentKey: 'a' });
});

const countTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Chart of a run that was resumed at smaller steps. */
function resumedModel(...parts: readonly (readonly number[])[]) {
  const steps = parts.flat();
  const metric = { metricName: 'loss', values: steps.map(() => 1), steps, timestamps: [...steps.keys()] };
  return modelOf({ a: [] }, {}, { chart: { a: { metrics: [metric] } } });
}

for (const [title, parts, visited] of [
  ['overlaps the first part', [countTo(0, 9), countTo(5, 11)], countTo(0, 11)],
  ['ended before the first part', [countTo(0, 9), countTo(5, 7)], countTo(0, 9)],
  [
    'has other steps',
    [
      [0, 2, 4, 6, 8],
      [5, 7, 9],
    ],
    [0, 2, 4, 5, 7, 9],
  ],
] as const) {
  test(`arrow keys visit each point in both directions of a run whose resumed part ${title}`, () => {
    const model = resumedModel(...parts);
    const walk = (start: number, across: number) => {
      let at = moveFocus(model, model.xExtent, { x: visited[0]!, experimentKey: 'a' }, start, 0)!;
      const seen = [at.x];
      for (let nth = 1; nth < visited.length; nth++) {
        at = moveFocus(model, model.xExtent, at, across, 0)!;
        seen.push(at.x);
        assert.equal(valuesAt(model, at.x, model.xExtent)[0]!.x, at.x);
      }
      return seen;
    };
    assert.deepEqual(walk(Number.NEGATIVE_INFINITY, 1), visited);
    assert.deepEqual(walk(Number.POSITIVE_INFINITY, -1), [...visited].reverse());
  });
}

test('the pointer reads the segment that covers x, not a later one that begins near it', () => {
  const model = resumedModel(countTo(0, 400), countTo(300, 400));
  assert.equal(valuesAt(model, 297, model.xExtent)[0]!.x, 297);
  assert.equal(valuesAt(model, 300, model.xExtent)[0]!.index, 401);
});
