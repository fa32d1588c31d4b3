import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ChartData as ReadChartData } from '../contract/index.ts';
import type { ChartData, ChartEntry, ChartMetric } from './chart-data.ts';
import { entryWithMetrics, metricSeries } from './metric-series.ts';
import { metricValue } from './metric-value.ts';

const metric = (values: ChartMetric['values'], more: Partial<ChartMetric> = {}): ChartMetric => ({
  metricName: 'loss',
  values,
  ...more,
});
const entry = (...metrics: ChartMetric[]): ChartEntry => ({ metrics });

function read(given: ChartMetric, axis: Parameters<typeof metricSeries>[2] = 'step', ...others: ChartMetric[]) {
  const series = metricSeries(entry(given, ...others), given, axis);
  return { ...series, x: [...series.x], y: [...series.y], breaks: [...series.breaks], source: [...series.source] };
}

test('chart data is drawn with the types with which an API reads it', () => {
  const none = { epochs: null, timestamps: null, durations: null };
  const metrics = [{ metricName: 'loss', values: [3, 'NaN', 1], steps: [1, 2, 3], ...none }];
  const chart: ReadChartData = { k: { experiment_key: 'k', steps: null, epochs: null, metrics, params: null } };
  const drawn: ChartData = chart;
  assert.deepEqual([...metricSeries(drawn.k!, chart.k!.metrics[0]!, 'step').y], [3, 1]);
});

test('a value is read from a number, text and boolean', () => {
  for (const [given, expected] of [
    [0.5, 0.5],
    ['0.5', 0.5],
    ['1e-7', 1e-7],
    ['-3', -3],
    ['NaN', Number.NaN],
    ['nan', Number.NaN],
    ['Infinity', Infinity],
    ['-Infinity', -Infinity],
    ['-inf', -Infinity],
    ['true', 1],
    ['False', 0],
    [true, 1],
    ['', null],
    ['  ', null],
    ['abc', null],
    ['__proto__', null],
    ['0x10', null],
    ['1,5', null],
    [' 7 ', 7],
    [null, null],
    [{}, null],
  ] as const) {
    assert.ok(Object.is(metricValue(given), expected), `${String(given)} gave ${metricValue(given)}`);
  }
});

test('values that are not finite break the line and retain their x', () => {
  const series = read(metric([1, 'NaN', 3, 'Infinity', '-Infinity', 6], { steps: [0, 1, 2, 3, 4, 5] }));
  assert.deepEqual(series.x, [0, 2, 5]);
  assert.deepEqual(series.y, [1, 3, 6]);
  assert.deepEqual(series.breaks, [1, 1, 1]);
  assert.deepEqual(series.nonFinite, [
    { x: 1, value: Number.NaN },
    { x: 3, value: Infinity },
    { x: 4, value: -Infinity },
  ]);
});

test('points out of order are sorted and the last of equal x is used, with a note', () => {
  const series = read(metric([5, 1, 2, 3], { steps: [9, 1, 4, 4] }));
  assert.deepEqual(series.x, [1, 4, 9]);
  assert.deepEqual(series.y, [1, 3, 5]);
  assert.deepEqual(series.source, [1, 3, 0]);
  assert.equal(series.notes.get('duplicate-x'), 1);
});

test('a metric logged without steps is drawn over the index, with a note', () => {
  const series = read(metric(['3', '2', '1']));
  assert.deepEqual(series.x, [0, 1, 2]);
  assert.ok(series.notes.has('index-for-step'));
  assert.ok(!read(metric([1], { steps: [7] })).notes.has('index-for-step'));
});

test('a point without the requested x is left out and counted', () => {
  const series = read(metric([1, 2, 3], { epochs: [0, null, 2], steps: [0, 1, 2] }), 'epoch');
  assert.deepEqual(series.x, [0, 2]);
  assert.equal(series.notes.get('without-x'), 1);
});

test('a resumed run, whose steps go back, is drawn in segments', () => {
  const series = read(metric([1, 2, 3, 30, 40], { steps: [0, 1, 2, 1, 2], timestamps: [10, 20, 30, 40, 50] }));
  assert.deepEqual(series.segments, [0, 3]);
  assert.deepEqual(series.x, [0, 1, 2, 1, 2]);
  assert.equal(series.notes.get('resumed'), 1);
});

test('duration counts from the first timestamp of any metric of the experiment', () => {
  const other = metric([0], { metricName: 'accuracy', timestamps: [1000] });
  assert.deepEqual(read(metric([1, 2], { timestamps: [1500, 4000] }), 'duration', other).x, [500, 3000]);
});

test('duration counts from the start of the run where the metrics that were logged first are not read', () => {
  const late = metric([1, 2], { timestamps: [600_500, 700_500], durations: [600_000, 700_000] });
  assert.deepEqual(read(late, 'duration').x, [600_000, 700_000]);
  const whole = entry(metric([1, 2], { timestamps: [600_500, 700_500] }), metric([0], { timestamps: [500] }));
  const part = entryWithMetrics(whole, whole.metrics.slice(0, 1));
  assert.deepEqual([...metricSeries(part, part.metrics[0]!, 'duration').x], [600_000, 700_000]);
  assert.deepEqual(entryWithMetrics(entry(metric([1])), []), entry());
});

test('another metric as x is joined by step', () => {
  const other = metric(['0.9', '0.8', '0.7'], { metricName: 'accuracy', steps: [0, 10, 20] });
  const series = read(metric([1, 2, 3], { steps: [0, 5, 20] }), { metric: 'accuracy' }, other);
  assert.deepEqual(series.x, [0.7, 0.9]);
  assert.deepEqual(series.y, [3, 1]);
  assert.equal(series.notes.get('without-x'), 1);
});

test('no data is a series without points', () => {
  for (const given of [metric([]), metric([null, '']), metric(['NaN'], { steps: [3] })]) {
    const series = read(given);
    assert.deepEqual(series.x, []);
    assert.equal(series.segments[0], 0);
  }
});

test('for any data, x ascends within each segment, y is finite and nothing is counted twice', () => {
  const value = fc.oneof(fc.double(), fc.constantFrom('NaN', 'Infinity', '-Infinity', '', 'x', '1e-7', null));
  const at = fc.oneof(fc.integer({ min: -5, max: 40 }), fc.constant(null));
  fc.assert(
    fc.property(fc.array(fc.tuple(value, at, at), { maxLength: 60 }), (rows) => {
      const given = metric(
        rows.map((row) => row[0]),
        { steps: rows.map((row) => row[1]), timestamps: rows.map((row) => row[2]) },
      );
      for (const axis of ['step', 'epoch', 'wall', 'duration'] as const) {
        const { x, y, segments, nonFinite, notes } = metricSeries(entry(given), given, axis);
        const bounds = [...segments, x.length];
        for (const [s, start] of segments.entries()) {
          for (let i = start + 1; i < bounds[s + 1]!; i++) assert.ok(x[i]! > x[i - 1]!);
        }
        assert.ok(y.every(Number.isFinite) && x.every(Number.isFinite));
        const left = (notes.get('duplicate-x') ?? 0) + (notes.get('without-x') ?? 0) + (notes.get('unreadable') ?? 0);
        const empty = rows.filter((row) => row[0] === null || row[0] === '').length;
        assert.equal(x.length + nonFinite.length + left + empty, rows.length);
      }
    }),
  );
});

test('finite numbers over ascending steps are read as text is', () => {
  const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(values, fc.uniqueArray(fc.integer(), { minLength: 30, maxLength: 30 }), (numbers, integers) => {
      const steps = integers.sort((a, b) => a - b).slice(0, numbers.length);
      const asText = read(metric(numbers.map(String), { steps }));
      assert.deepEqual(read(metric(numbers, { steps })), { ...asText, y: numbers });
    }),
  );
});

test('metrics with equal steps share the memory of all but their values', () => {
  const steps = [0, 10, 20];
  const series = [steps, steps, [...steps]].map((own) => {
    const given = metric([1, 2, 3], { steps: own });
    return metricSeries(entry(given), given, 'step');
  });
  for (const { x, breaks, source } of series) {
    assert.equal(x, series[0]!.x);
    assert.equal(breaks.buffer, series[0]!.breaks.buffer);
    assert.equal(source.buffer, series[0]!.source.buffer);
  }
  assert.deepEqual(read(metric([1, 2, 3], { steps: [0, 10, 30] })).x, [0, 10, 30]);
});
