import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelOf } from '../test-support/chart-models.ts';
import type { ChartModel } from './chart-model.ts';
import { chartRows } from './chart-rows.ts';

const whole = (model: ChartModel, columns = 400) => chartRows(model, model.xExtent, columns);

test('50 experiments of 10,000 points are downsampled to the pixels and keep their spikes', () => {
  const runs = Object.fromEntries(
    Array.from({ length: 50 }, (_, run) => [
      `run${run}`,
      Array.from({ length: 10_000 }, (_, at) => (at === 5_000 + run ? 1000 + run : Math.sin(at * 7.3 + run))),
    ]),
  );
  const model = modelOf(runs);
  const rows = whole(model);
  assert.equal(rows.series, 50);
  assert.equal(model.total, 500_000);
  assert.ok(rows.shown <= 50 * 1600 && rows.shown > 50 * 1000);
  for (let run = 0; run < 50; run++) assert.ok(rows.lines[run]!.points.some((point) => point.y === 1000 + run));
});

test('a value that is not finite leaves a gap and a marker, and never a row', () => {
  const model = modelOf({ a: [1, 2, 'NaN', 4, 5, 'Infinity', 7, 8] });
  const rows = whole(model);
  assert.deepEqual([model.nan, model.infinite], [1, 1]);
  assert.equal(rows.lines.length, 3);
  assert.deepEqual(
    rows.nonFiniteMarkers.map(({ x, top }) => [x, top]),
    [
      [2, false],
      [5, true],
    ],
  );
  assert.ok(rows.lines.every((piece) => piece.points.every((point) => Number.isFinite(point.y))));
});

test('on a logarithmic x axis, values that are not finite have markers wherever they are apart on the screen', () => {
  const steps = [1, 10, 100, 1000, 1_000_000];
  const chart = { a: { metrics: [{ metricName: 'loss', values: [1, 'NaN', 'NaN', 'NaN', 2], steps }] } };
  const rows = whole(modelOf({ a: [] }, { xScale: 'log' }, { chart }));
  assert.deepEqual(
    rows.nonFiniteMarkers.map(({ x }) => x),
    [10, 100, 1000],
  );
});

test('segments of a line with every second value NaN are limited by the width', () => {
  const rows = whole(modelOf({ a: Array.from({ length: 20_000 }, (_, at) => (at % 2 ? 'NaN' : at)) }), 200);
  assert.ok(rows.lines.length <= 100);
  assert.ok(rows.nonFiniteMarkers.length <= 200);
});

test('a series of one point is a dot', () => {
  const rows = whole(modelOf({ a: [3], b: [1, 2] }));
  assert.deepEqual(
    rows.singlePoints.map(({ x, y }) => [x, y]),
    [[0, 3]],
  );
  assert.equal(rows.shown, 3);
});

test('a log scale leaves out values that are not positive and counts them', () => {
  const model = modelOf({ a: [0, 1, -1, 10, 100] }, { yScale: 'log' });
  assert.equal(model.nonPositive, 2);
  assert.deepEqual([...model.lines[0]!.series.y], [1, 10, 100]);
  assert.deepEqual([...model.lines[0]!.series.breaks], [1, 1, 0]);
});

test('smoothing is computed from all points, and the raw values are drawn behind', () => {
  const runs = { a: Array.from({ length: 1000 }, (_, at) => (at % 2 ? 1 : -1)) };
  const model = modelOf(runs, { smoothing: { method: 'ema', amount: 0.9 } });
  const [coarse, fine] = [whole(model, 10), whole(model, 1000)];
  assert.ok(model.smoothed && coarse.rawLines.length > 0 && fine.rawLines[0]!.points.length === 1000);
  const last = (rows: typeof coarse) => rows.lines.at(-1)!.points.at(-1)!.y;
  assert.equal(last(coarse), last(fine));
});

test('hidden experiments are not drawn or counted, but are in the legend', () => {
  const model = modelOf({ a: [1, 2], b: [3, 4] }, { hidden: ['a'] });
  assert.deepEqual(
    model.lines.map((line) => line.key),
    ['b'],
  );
  assert.deepEqual(
    model.legend.map((entry) => entry.hidden),
    [true, false],
  );
  assert.equal(model.total, 2);
});

test('the best point is the minimum or maximum of all experiments', () => {
  const runs = { a: [3, 2, 5], b: [4, 1, 'NaN'] };
  assert.deepEqual(
    whole(modelOf(runs)).bestMarker.map(({ x, y }) => [x, y]),
    [[1, 1]],
  );
  assert.deepEqual(
    whole(modelOf(runs, { direction: 'max' })).bestMarker.map(({ x, y }) => [x, y]),
    [[2, 5]],
  );
  assert.deepEqual(whole(modelOf(runs, { direction: 'none' })).bestMarker, []);
});

test('keys that are names of object members are ordinary keys', () => {
  const model = modelOf(
    { a: [1, 2] },
    {},
    {
      experiments: [
        { key: 'constructor', label: 'c' },
        { key: '__proto__', label: 'p' },
        { key: 'a', label: 'a' },
      ],
    },
  );
  assert.deepEqual(
    model.lines.map((line) => line.key),
    ['a'],
  );
});

test('each segment of a resumed run is smoothed separately', () => {
  const metric = { metricName: 'loss', values: [0, 0, 10, 10], steps: [0, 1, 0, 1], timestamps: [0, 1, 2, 3] };
  const model = modelOf(
    { a: [] },
    { smoothing: { method: 'ema', amount: 0.9 } },
    { chart: { a: { metrics: [metric] } } },
  );
  assert.deepEqual(
    Array.from(model.lines[0]!.drawn, (value) => Math.round(value * 1e9) / 1e9),
    [0, 0, 10, 10],
  );
});

test('a half-life without steps counts points', () => {
  const chart = { a: { metrics: [{ metricName: 'loss', values: [0, 4] }] } };
  const model = modelOf({ a: [] }, { smoothing: { method: 'half-life', amount: 1 } }, { chart });
  assert.ok(Math.abs(model.lines[0]!.drawn[1]! - 4 / 1.5) < 1e-12);
});

test('all points are drawn on request', () => {
  const model = modelOf({ a: Array.from({ length: 5000 }, (_, at) => Math.sin(at)) });
  assert.equal(chartRows(model, model.xExtent, 100, true).shown, 5000);
  assert.ok(chartRows(model, model.xExtent, 100).shown <= 404);
});

const series = (metricName: string, ...values: number[]) => ({ metricName, values, steps: values.map((_, at) => at) });
const losses = {
  a: { metrics: [series('train', 1, 2), series('val', 3, 4, 5)] },
  b: { metrics: [series('train', 5, 6)] },
};
const metrics = ['train', 'val'];
const drawnLines = ({ lines }: ChartModel) =>
  lines.map(({ label, experimentKey, metricName, dash }) => [label, experimentKey, metricName, dash.length > 0]);

test('several metrics of one experiment have the names and colors of the metrics', () => {
  const model = modelOf({ a: [] }, {}, { chart: losses, metrics });
  assert.deepEqual(drawnLines(model), [
    ['train', 'a', 'train', false],
    ['val', 'a', 'val', false],
  ]);
  const colors = model.lines.map(({ color }) => color);
  assert.equal(new Set(colors).size, 2);
  assert.deepEqual(
    model.metricStyles.map(({ name, color }) => [name, color]),
    metrics.map((name, index) => [name, colors[index]]),
  );
  assert.deepEqual([model.title, model.total, model.best, whole(model).series], ['train, val', 5, null, 2]);
});

test('several metrics of several experiments have the colors of the experiments and a dash for each metric', () => {
  const model = modelOf({ a: [], b: [] }, {}, { chart: losses, metrics });
  assert.deepEqual(drawnLines(model), [
    ['name of a · train', 'a', 'train', false],
    ['name of a · val', 'a', 'val', true],
    ['name of b · train', 'b', 'train', false],
  ]);
  const [train, val, other] = model.lines;
  assert.ok(train!.color === val!.color && train!.color !== other!.color);
  assert.deepEqual(
    model.metricStyles.map(({ color, dash }) => [color, dash]),
    [
      [null, train!.dash],
      [null, val!.dash],
    ],
  );
  const hidden = modelOf({ a: [], b: [] }, { hidden: ['a'] }, { chart: losses, metrics });
  assert.deepEqual(drawnLines(hidden), [['name of b · train', 'b', 'train', false]]);
  assert.deepEqual([...hidden.legend.map(({ key }) => key), hidden.lines[0]!.color], ['a', 'b', other!.color]);
});

test('groups have a line for each metric, aggregated from the experiments that have it', () => {
  const groups = [
    { key: 'g', label: 'both', members: ['a', 'b'] },
    { key: 'h', label: 'none', members: [] },
  ];
  const group = { by: 'tag', center: 'mean', band: 'range', members: true } as const;
  const model = modelOf({ a: [], b: [] }, { group }, { chart: losses, metrics, groups });
  assert.deepEqual(drawnLines(model), [
    ['both · train', 'g', 'train', false],
    ['both · val', 'g', 'val', true],
  ]);
  assert.deepEqual(
    model.lines.map(({ drawn, members }) => [[...drawn], members.length]),
    [
      [[3, 4], 2],
      [[3, 4, 5], 1],
    ],
  );
  assert.deepEqual([model.grouped?.experiments, model.grouped?.groups], [2, 1]);
});
