import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChartData } from '@tracklens/core/charts';
import {
  type ChartModelInput,
  chartLayout,
  chartModel,
  chartRows,
  countBeyond,
  pointsWithin,
  yExtentOf,
} from '@tracklens/core/charts';
import { type ChartSettings, chartSettings, chartTheme } from '@tracklens/core/display';
import { setLocale } from '../text/locale.ts';
import { captionText, summaryText } from './caption.ts';
import { hoverBus } from './hover-bus.ts';
import { hoverTable, otherPositions, spokenEntry, zoomText } from './hover-text.ts';
import { moveFocus, valuesAt } from './hover-value.ts';
import { nextHidden } from './legend-choice.ts';
import { tickTexts } from './tick-texts.ts';

test.beforeEach(() => setLocale('en-US'));

type Values = (number | string | null)[];

const chartOf = (runs: Record<string, Values>): ChartData =>
  Object.fromEntries(
    Object.entries(runs).map(([key, values]) => [
      key,
      { metrics: [{ metricName: 'loss', values, steps: values.map((_, at) => at) }] },
    ]),
  );

function modelOf(
  runs: Record<string, Values>,
  settings: Partial<ChartSettings> = {},
  more: Partial<ChartModelInput> = {},
) {
  return chartModel({
    metricName: 'loss',
    chart: chartOf(runs),
    experiments: Object.keys(runs).map((key) => ({ key, label: `name of ${key}` })),
    settings: { ...chartSettings(undefined, 'loss'), direction: 'min', ...settings },
    dark: false,
    sampledTo: null,
    ...more,
  });
}

const whole = (model: ReturnType<typeof modelOf>, columns = 400) => chartRows(model, model.xExtent, columns);

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

/** Returns the tick labels of a chart, 600 pixels wide. */
function tickLabels(model: ReturnType<typeof modelOf>, settings: Partial<ChartSettings> = {}) {
  const options = {
    theme: chartTheme('light'),
    settings: { ...chartSettings(undefined, 'loss'), ...settings },
  };
  const widest = (texts: readonly string[]) => 6 * Math.max(0, ...texts.map((text) => text.length));
  const space = { width: 600, height: 260, font: '', texts: tickTexts, widest };
  const { xTicks, yTicks } = chartLayout(model, options, whole(model).yExtent, space);
  return { x: xTicks.text, y: yTicks.text };
}

test('an axis of steps shows whole steps, from the first one', () => {
  assert.deepEqual(tickLabels(modelOf({ a: [3] })).x, ['0']);
  assert.deepEqual(tickLabels(modelOf({ a: [3] }, { xScale: 'symlog' })).x, ['0']);
  assert.deepEqual(tickLabels(modelOf({ a: [3, 2] })).x, ['0', '1']);
  assert.deepEqual(tickLabels(modelOf({})).x, ['0', '1']);
  const zoom = { zoom: { x: [99_987, 100_002] as const } };
  const far = tickLabels(modelOf({ a: Array.from({ length: 100_003 }, (_, at) => at) }, zoom), zoom);
  assert.deepEqual(far.x, ['99,988', '99,990', '99,992', '99,994', '99,996', '99,998', '100,000', '']);
});

test('the last label of an axis is left out if the edge of the chart would cut it', () => {
  const labels = (x: readonly [number, number]) => tickLabels(modelOf({ a: [3, 2] }), { zoom: { x } }).x;
  assert.deepEqual(labels([100_000, 100_002]), ['100,000', '100,001', '']);
  assert.deepEqual(labels([100_000, 100_002.1]), ['100,000', '100,001', '100,002']);
  assert.deepEqual(labels([1000, 1002]), ['1,000', '1,001', '1,002']);
});

test('a chart without finite values has no y labels, unless a range was chosen', () => {
  assert.deepEqual(tickLabels(modelOf({ a: ['NaN', 'NaN'] })), { x: ['0', '1'], y: [] });
  const zoom = { zoom: { y: [0, 1] as const } };
  assert.deepEqual(tickLabels(modelOf({ a: ['NaN'] }, zoom), zoom).y, ['0', '0.2', '0.4', '0.6', '0.8', '1']);
});

test('an axis of epochs shows parts of epochs only where they were logged', () => {
  const epochs = (list: number[]) => ({
    a: { metrics: [{ metricName: 'loss', values: list.map(String), steps: list.map((_, at) => at), epochs: list }] },
  });
  const labels = (list: number[]) =>
    tickLabels(modelOf({ a: [] }, { xAxis: 'epoch' }, { chart: epochs(list) }), { xAxis: 'epoch' }).x;
  assert.deepEqual(labels([0, 1, 2]), ['0', '1', '2']);
  assert.deepEqual(labels([0.5, 1, 1.5]), ['0.6', '0.8', '1', '1.2', '1.4']);
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

test('a log scale leaves out values that are not positive and reports their number', () => {
  const model = modelOf({ a: [0, 1, -1, 10, 100] }, { yScale: 'log' });
  assert.equal(model.nonPositive, 2);
  assert.deepEqual([...model.lines[0]!.series.y], [1, 10, 100]);
  assert.deepEqual([...model.lines[0]!.series.breaks], [1, 1, 0]);
  assert.match(captionText(model, { shown: 3, total: 5, zoomed: false }), /2 not positive/);
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

test('the caption reports points shown and total, in view when zoomed', () => {
  const model = modelOf({ a: Array.from({ length: 12_431 }, (_, at) => at) });
  assert.equal(captionText(model, { shown: 500, total: 12_431, zoomed: false }), '500 of 12,431 points');
  assert.equal(
    captionText(model, { shown: 40, total: pointsWithin(model, [10, 49]), zoomed: true }),
    '40 of 40 points in view',
  );
  const sampled = modelOf({ a: Array.from({ length: 500 }, (_, at) => at) }, {}, { sampledTo: 500 });
  assert.equal(
    captionText(sampled, { shown: 15, total: 15, zoomed: true }),
    '15 of 15 sampled points in view · at most 500 of each series',
  );
  assert.match(
    summaryText(model, captionText(model, { shown: 500, total: 12_431, zoomed: false })),
    /^Line chart of loss over step, 1 experiment, best 0 by name of a, rising from 0 to 12,430, 500 of 12,431 points\.$/,
  );
});

test('a chart of nothing has no lines and reports it in numbers', () => {
  for (const model of [modelOf({}), modelOf({ a: [] }), modelOf({ a: [null] })]) {
    assert.equal(whole(model).series, 0);
    assert.equal(
      captionText(model, { shown: 0, total: model.total, zoomed: false }).split(' ')[1],
      model.total === 1 ? 'of' : 'points',
    );
  }
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

test('a legend toggles one experiment, shows one alone, and shows all again', () => {
  const all = ['a', 'b', 'c'];
  assert.deepEqual(nextHidden(all, [], 'b', false), ['b']);
  assert.deepEqual(nextHidden(all, ['b'], 'b', false), []);
  assert.deepEqual(nextHidden(all, ['b'], 'a', true), ['b', 'c']);
  assert.deepEqual(nextHidden(all, ['b', 'c'], 'a', true), []);
  assert.deepEqual(nextHidden(all, ['elsewhere'], 'a', true), ['elsewhere', 'b', 'c']);
});

test('a hover bus notifies every listener until it is removed', () => {
  const bus = hoverBus();
  const heard: (number | null)[] = [];
  const stop = bus.subscribe((position) => heard.push(position?.x ?? null));
  bus.set({ axis: 'step', x: 3, experimentKey: null, source: {} });
  bus.set(null);
  bus.set(null);
  stop();
  bus.set({ axis: 'step', x: 4, experimentKey: null, source: {} });
  assert.deepEqual(heard, [3, null]);
  assert.equal(bus.position?.x, 4);
});

test('several lines are described by their last values and trends', () => {
  const model = modelOf({ a: [3, 2, 1], b: [1, 2, 9], c: [5, 9, 5] }, { direction: 'none' });
  assert.match(
    summaryText(model, captionText(model, { shown: 9, total: 9, zoomed: false })),
    /3 experiments, last values from 1 to 9, 1 falling, 1 rising, 1 steady, 9 points\.$/,
  );
});

test('the middle of the values leaves outliers out of the visible range, and counts them', () => {
  const model = modelOf({ a: Array.from({ length: 1000 }, (_, at) => (at % 100 === 50 ? 1e6 : at % 7)) });
  const rows = whole(model);
  const window = [0, 999] as const;
  assert.deepEqual(yExtentOf(model, rows, window, undefined), [0, 1e6]);
  const middle = yExtentOf(model, rows, window, 'middle');
  assert.deepEqual(middle, [0, 6]);
  assert.equal(countBeyond(model, window, middle), 10);
  assert.deepEqual(yExtentOf(modelOf({ a: [5, 9] }), whole(modelOf({ a: [5, 9] })), window, 'zero'), [0, 9]);
});

test('all points are drawn on request', () => {
  const model = modelOf({ a: Array.from({ length: 5000 }, (_, at) => Math.sin(at)) });
  assert.equal(chartRows(model, model.xExtent, 100, true).shown, 5000);
  assert.ok(chartRows(model, model.xExtent, 100).shown <= 404);
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

test('hover values are copied as rows of a table, also with a tab in a name', () => {
  const model = modelOf({ a: [1, 2] }, {}, { experiments: [{ key: 'a', label: 'one\ttwo' }] });
  assert.deepEqual(
    hoverTable(model, valuesAt(model, 1, model.xExtent))
      .split('\n')
      .map((row) => row.split('\t')),
    [
      ['experiment', 'key', 'loss', 'raw', 'step', 'epoch', 'time (UTC)', 'seconds'],
      ['one two', 'a', '2', '2', '1', '', '', ''],
    ],
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

test('a half-life without steps counts points, and the caption reports it', () => {
  const chart = { a: { metrics: [{ metricName: 'loss', values: [0, 4] }] } };
  const model = modelOf({ a: [] }, { smoothing: { method: 'half-life', amount: 1 } }, { chart });
  assert.ok(Math.abs(model.lines[0]!.drawn[1]! - 4 / 1.5) < 1e-12);
  assert.match(captionText(model, { shown: 2, total: 2, zoomed: false }), /half-life counted in points/);
});

test('all texts of a chart are in the language of the view', () => {
  // Translation that drops each sentence and returns its values alone. English in the result has bypassed it.
  const t = (_sentence: string, ...values: (string | number)[]) => values.join(' ');
  const values = ['NaN', 'Infinity', '-1', '2', 'what'];
  const chart = {
    a: {
      experiment_key: 'a',
      metrics: [
        { metricName: '§', values },
        { metricName: '§', values: [] },
      ],
    },
  };
  const settings = { ...chartSettings(undefined, '§'), yScale: 'log', direction: 'min' } as const;
  const experiments = [{ key: 'a', label: '#' }];
  const model = chartModel({ chart, metricName: '§', experiments, settings, dark: false, sampledTo: 7, t });
  const points = { shown: 1, total: 5, zoomed: true, beyond: 3, tooMany: true };
  const [entry] = valuesAt(model, 3, model.xExtent);
  const said = [
    captionText(model, points, t),
    summaryText(model, captionText(model, points, t), t),
    captionText({ ...model, grouped: { center: 'mean', band: 'std', experiments: 3 } }, points, t),
    spokenEntry(model, entry!, true, t),
    zoomText(model, { x: [1, 2], y: [3, 4] }, t),
    zoomText(model, null, t),
    ...otherPositions(model, { ...entry!, step: 1, epoch: 2, timestampMillis: Number.NaN, durationMillis: 1 }, t),
  ].join(' ');
  assert.match(said, /7/);
  assert.doesNotMatch(said.replaceAll('NaN ms', '').replace(/[\d.]+m?s/g, ''), /\p{L}/u);
});
