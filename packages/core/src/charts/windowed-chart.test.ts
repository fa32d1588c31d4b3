import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChartData } from './chart-data.ts';
import { chartModel } from './chart-model.ts';
import { type ChartSettings, chartSettings } from './chart-options.ts';
import { metricSeries } from './metric-series.ts';
import { shownX } from './shown-domain.ts';
import { seriesWindows, visiblePart, windowAxis, windowedChart, windowTotals, zoomWindow } from './windowed-chart.ts';

const metric = { metricName: 'loss', values: [5, 4, 3, 2, 1], steps: [0, 10, 20, 30, 40], timestamps: null };
const chart = { a: { metrics: [{ ...metric, epochs: [0, 0, 1, 2, 2] }] } };

/** Returns the window that is read for a zoom that follows the newest point; it is the one that is drawn. */
function followed(of: ChartData, x: [number, number], changed: Partial<ChartSettings>) {
  const settings = { ...chartSettings({ follow: true }, 'loss'), ...changed, zoom: { x } };
  const experiments = Object.keys(of).map((key) => ({ key, label: key }));
  const groups = experiments.map((one) => ({ ...one, key: `group ${one.key}`, members: [one.key] }));
  const input = { metrics: ['loss'], chart: of, experiments, groups, settings };
  const { domain, extent } = zoomWindow(input)!;
  const model = chartModel({ ...input, dark: false, sampledTo: null });
  assert.deepEqual([domain, extent], [shownX(model, settings), model.xExtent]);
  return domain;
}

test('a zoom that follows ends at the newest point of the visible experiments', () => {
  const run = (end: number) => ({ metrics: [{ metricName: 'loss', values: [1, 2], steps: [1, end] }] });
  const runs = { short: run(1000), long: run(100_000) };
  const group = { by: 'tag', center: 'mean', band: 'range', members: false } as const;
  assert.deepEqual(followed(runs, [100, 200], {}), [99_900, 100_000]);
  assert.deepEqual(followed(runs, [100, 200], { hidden: ['long'] }), [900, 1000]);
  assert.deepEqual(followed(runs, [100, 200], { hidden: ['group long'], group }), [900, 1000]);
});

test('a zoom that follows keeps its width on a logarithmic axis', () => {
  const long = { a: { metrics: [{ metricName: 'loss', values: [1, 2], steps: [1, 100_000] }] } };
  const [from, to] = followed(long, [10, 100], { xScale: 'log' });
  assert.deepEqual([Math.round(from), to], [10_000, 100_000]);
});

test('a zoom follows the finite values of another metric', () => {
  const lacking = chartWith({ values: [0, 1000, 'NaN', 2000, 3000] });
  assert.deepEqual(followed(lacking, [0, 500], { xAxis: ofTokens }), [2500, 3000]);
});

test('points that were logged after a window was asked for do not move a zoom that follows', () => {
  const newer = { a: { metrics: [{ ...metric, values: [...metric.values, 0], steps: [...metric.steps, 50] }] } };
  const settings = { ...chartSettings({ follow: true }, 'loss'), zoom: { x: [0, 10] as const } };
  const input = { metrics: ['loss'], experiments: [{ key: 'a', label: 'a' }], settings };
  const window = { ...zoomWindow({ ...input, chart })!, totals: new Map([['a', 2]]) };
  const model = chartModel({ ...input, chart: newer, window, dark: false, sampledTo: null });
  assert.deepEqual(shownX(model, settings), [30, 40]);
});

test('a window of epochs is read by the steps that enclose it', () => {
  assert.equal(windowAxis('epoch', chart, ['loss']), 'step');
  const stepsOf = (from: number, to: number) => {
    const [{ from: first, to: last } = { from: 0, to: 0 }] = seriesWindows(chart, ['loss'], 'epoch', [from, to]);
    return [first, last];
  };
  assert.deepEqual(
    [stepsOf(1, 1), stepsOf(0, 0), stepsOf(2, 9), stepsOf(-5, 9)],
    [
      [10, 30],
      [0, 20],
      [20, 40],
      [0, 40],
    ],
  );
  assert.deepEqual(followed(chart, [0, 1], { xAxis: 'epoch' }), [1, 2]);
});

const others: readonly (readonly [string, object])[] = [
  ['descend', { epochs: [0, 1, 2, 1, 2] }],
  ['are missing', { epochs: null }],
  ['are missing for some points', { epochs: [0, 0, null, 2, 2] }],
  ['belong to steps that are not in order', { epochs: [0, 0, 1, 2, 2], steps: [0, 10, 5, 30, 40] }],
];

for (const [title, changed] of others) {
  test(`there are no windows of epochs that ${title}`, () => {
    const other = { metrics: [{ ...metric, epochs: null, ...changed }] };
    assert.equal(windowAxis('epoch', { ...chart, b: other }, ['loss']), null);
    assert.equal(windowAxis('step', { ...chart, b: other }, ['loss']), 'step');
  });
}

const columns = {
  ...{ experimentKey: 'a', metricName: 'loss', total: 4, values: new Float64Array(4), timestamps: new Float64Array(4) },
  ...{ steps: Float64Array.of(10, 11, 20, 30), epochs: Float64Array.of(0, 1, 1, 2) },
};
const sampled = { ...columns, total: 900 };
const totalsOf = (
  xAxis: 'step' | 'epoch',
  window: typeof columns,
  [domain, visible = domain]: [domain: [number, number], visible?: [number, number]],
) => {
  const read = { metrics: ['loss'], xAxis, domain, windows: [window] };
  return [...windowTotals(read, visiblePart(read, visible)).values()];
};

test('the points of a window of epochs are counted only if all of them were read, in the order of the epochs', () => {
  assert.deepEqual(totalsOf('epoch', columns, [[1, 2]]), [2]);
  assert.deepEqual(totalsOf('epoch', sampled, [[1, 2]]), []);
  assert.deepEqual(totalsOf('epoch', { ...columns, epochs: Float64Array.of(0, 2, 1, 2) }, [[1, 2]]), []);
  assert.deepEqual(totalsOf('step', sampled, [[1, 2]]), [900]);
});

test('the points of a zoom whose window has not been read yet are not counted', () => {
  const inside: [number, number] = [12, 18];
  assert.deepEqual(totalsOf('step', columns, [[10, 30], inside]), [4], 'every point of a part is known');
  assert.deepEqual(totalsOf('step', sampled, [[10, 30], inside]), []);
  assert.deepEqual(
    totalsOf('step', columns, [
      [10, 30],
      [12, 45],
    ]),
    [],
  );
});

const tokens = {
  metricName: 'tokens',
  values: ['0', 1000, 1000, 2000, 3000],
  steps: [0, 10, 20, 30, 40],
  timestamps: null,
};
const ofTokens = { metric: 'tokens' };
const chartWith = (changed: object) => ({ a: { metrics: [metric, { ...tokens, ...changed }] } });
const overTokens = chartWith({});

test('a window of values of another metric is read of both metrics, by the steps that enclose it', () => {
  assert.equal(windowAxis(ofTokens, overTokens, ['loss']), 'step');
  assert.deepEqual(seriesWindows(overTokens, ['loss'], ofTokens, [900, 1500]), [
    { experimentKey: 'a', metricName: 'loss', from: 0, to: 30 },
    { experimentKey: 'a', metricName: 'tokens', from: 0, to: 30 },
  ]);
  const [itself, ...others] = seriesWindows(overTokens, ['tokens'], ofTokens, [900, 1500]);
  assert.deepEqual([itself, others], [{ experimentKey: 'a', metricName: 'tokens', from: 0, to: 30 }, []]);
  assert.deepEqual(followed(overTokens, [0, 500], { xAxis: ofTokens }), [2500, 3000]);
});

for (const [title, changed] of [
  ['descend', { values: [0, 1000, 2000, 1000, 3000] }],
  ['are not finite', { values: [0, 1000, 'NaN', 2000, 3000] }],
  ['have no steps', { steps: null }],
] as const) {
  test(`there are no windows of values of another metric that ${title}`, () => {
    assert.equal(windowAxis(ofTokens, { ...overTokens, ...{ b: chartWith(changed).a } }, ['loss']), null);
  });
}

test('an experiment without the metric of the x axis is not drawn, and has no window', () => {
  const both = { ...overTokens, b: { metrics: [metric] } };
  assert.equal(windowAxis(ofTokens, both, ['loss']), 'step');
  assert.deepEqual(
    seriesWindows(both, ['loss'], ofTokens, [0, 1]).map(({ experimentKey }) => experimentKey),
    ['a', 'a'],
  );
});

test('the points of a window of another metric replace those of both, and are counted by their positions', () => {
  const positions = { ...columns, metricName: 'tokens', values: Float64Array.of(1000, 1100, 1200, 2000) };
  const read = { metrics: ['loss'], xAxis: ofTokens, domain: [1050, 2000] as const, windows: [columns, positions] };
  assert.deepEqual([...windowTotals(read, 'all')], [['a', 3]]);
  assert.deepEqual([...windowTotals({ ...read, windows: [columns, { ...positions, total: 900 }] }, 'all')], []);
  const windowed = windowedChart(overTokens, 'step', read.windows).a!;
  assert.deepEqual(
    windowed.metrics.map(({ steps, values }) => [steps, values]),
    [
      [
        [0, 10, 11, 20, 30, 40],
        [5, 0, 0, 0, 0, 1],
      ],
      [
        [0, 10, 11, 20, 30, 40],
        ['0', 1000, 1100, 1200, 2000, 3000],
      ],
    ],
  );
});

test('a window that has been read leaves the start of durations where it was', () => {
  const times = { timestamps: [600, 700, 800, 900, 1000], durations: [500, 600, 700, 800, 900] };
  const late = { a: { metrics: [{ ...metric, ...times }] } };
  assert.deepEqual(seriesWindows(late, ['loss'], 'duration', [500, 900]), [
    { experimentKey: 'a', metricName: 'loss', from: 600, to: 1000 },
  ]);
  const every = { ...columns, values: new Float64Array(5), steps: Float64Array.from(metric.steps), epochs: null };
  const read = windowedChart(late, 'time', [{ ...every, timestamps: Float64Array.from(times.timestamps) }]).a!;
  assert.deepEqual([...metricSeries(read, read.metrics[0]!, 'duration').x], times.durations);
});

test('the windows of several metrics are those of each, in the experiments that logged it', () => {
  const both = { a: { metrics: [metric, { ...metric, metricName: 'val' }] }, b: { metrics: [metric] } };
  const metrics = ['loss', 'val'];
  const read = seriesWindows(both, metrics, 'step', [1, 2]);
  assert.deepEqual(
    read.map(({ experimentKey, metricName }) => `${experimentKey} ${metricName}`),
    ['a loss', 'a val', 'b loss'],
  );
  const windows = [columns, { ...columns, metricName: 'val', total: 900 }];
  const totals = windowTotals({ metrics, xAxis: 'step', domain: [0, 30], windows }, 'all');
  assert.deepEqual([...totals.values()], [4, 900]);
  assert.equal(windowAxis('epoch', both, metrics), null);
});
