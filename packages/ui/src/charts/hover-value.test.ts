import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelOf } from '@tracklens/core/test-support/charts';
import { moveFocus, referencedLines, valuesAt } from './hover-value.ts';

const line = (experimentKey: string) => ({ experimentKey, metricName: 'loss' });

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

test('on a logarithmic x axis the pointer reads the lines that are near it on the screen', () => {
  const logged = (steps: number[]) => ({ metrics: [{ metricName: 'loss', values: steps.map(() => 1), steps }] });
  const chart = { early: logged([1, 2, 1_000_000]), late: logged([10_000, 20_000, 1_000_000]) };
  const model = modelOf({ early: [], late: [] }, { xScale: 'log' }, { chart });
  const read = (x: number) => valuesAt(model, x, model.xExtent).map((entry) => [entry.line.key, entry.x]);
  assert.deepEqual(read(2), [['early', 2]]);
  assert.deepEqual(read(9000), [
    ['early', 1_000_000],
    ['late', 10_000],
  ]);
});

test('arrow keys move along the points of a line and to the next line at the same x', () => {
  const model = modelOf({ a: [1, 2, 3], b: [9, 8, 7] });
  const walk = (from: readonly [x: number, key: string] | null, across: number, along = 0) => {
    const to = moveFocus(model, model.xExtent, from && { x: from[0], ...line(from[1]) }, across, along)!;
    return [to.x, to.line.key];
  };
  assert.deepEqual(walk(null, 1), [0, 'a']);
  assert.deepEqual(walk(null, -1), [2, 'a']);
  assert.deepEqual(walk([0, 'a'], 1), [1, 'a']);
  assert.deepEqual(walk([1, 'a'], 0, 1), [1, 'b']);
  assert.deepEqual(walk([1, 'b'], Number.POSITIVE_INFINITY), [2, 'b']);
  assert.equal(moveFocus(modelOf({}), [0, 1], null, 1, 0), null);
});

test('moving continues across the segments of a resumed run', () => {
  const values = [1, 2, 3, 4, 5];
  const metric = { metricName: 'loss', values, steps: [0, 1, 2, 1, 2], timestamps: [0, 1, 2, 3, 4] };
  const model = modelOf({ a: [] }, {}, { chart: { a: { metrics: [metric] } } });
  assert.equal(moveFocus(model, model.xExtent, { x: 1, ...line('a') }, 1, 0)?.x, 2);
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
      let { x } = moveFocus(model, model.xExtent, { x: visited[0]!, ...line('a') }, start, 0)!;
      const seen = [x];
      for (let nth = 1; nth < visited.length; nth++) {
        x = moveFocus(model, model.xExtent, { x, ...line('a') }, across, 0)!.x;
        seen.push(x);
        assert.equal(valuesAt(model, x, model.xExtent)[0]!.x, x);
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

test('arrow keys move between the metrics of an experiment, and a chart follows the line of the same metric', () => {
  const [train, validation] = ['train', 'validation'].map((metricName) => ({ metricName, values: [1, 2] }));
  const chart = { a: { metrics: [train!, validation!] }, b: { metrics: [train!] } };
  const model = modelOf({ a: [], b: [] }, {}, { chart, metrics: ['train', 'validation'] });
  const names = (lines: readonly { readonly label: string }[]) => lines.map(({ label }) => label);
  assert.deepEqual(names(model.lines), ['name of a · train', 'name of a · validation', 'name of b · train']);
  const next = moveFocus(model, model.xExtent, { x: 0, experimentKey: 'a', metricName: 'train' }, 0, 1)!;
  assert.deepEqual([next.x, next.line.label], [0, 'name of a · validation']);
  const linesOf = (experimentKey: string, metricName: string | null) =>
    names(referencedLines(model, { experimentKey, metricName }));
  assert.deepEqual(linesOf('a', 'validation'), ['name of a · validation']);
  assert.deepEqual(linesOf('a', 'accuracy'), ['name of a · train', 'name of a · validation']);
  assert.deepEqual([linesOf('b', 'validation'), linesOf('c', 'train')], [['name of b · train'], []]);
  const anyLines = (metricName: string | null) => names(referencedLines(model, { experimentKey: null, metricName }));
  assert.deepEqual([anyLines('train'), anyLines(null)], [['name of a · train', 'name of b · train'], []]);
});
