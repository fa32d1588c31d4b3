import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartModel } from './chart-model.ts';
import { type ChartSettings, chartSettings } from './chart-options.ts';
import { chartRows } from './chart-rows.ts';
import { shownX } from './shown-domain.ts';

const length = 10_001;
const steps = Array.from({ length }, (_, step) => step);
const run = (spike: number) => ({
  metrics: [{ metricName: 'loss', values: steps.map((step) => (step === 5003 ? spike : 0)), steps }],
});
const chart = { a: run(1000), b: run(0) };
const experiments = Object.keys(chart).map((key) => ({ key, label: key }));
const groups = [{ key: 'g', label: 'g', members: ['a', 'b'] }];

/** Returns what is drawn of a group of two long runs, of which one has a spike. */
function drawn(changed: Partial<ChartSettings>) {
  const group = { by: 'tag', center: 'mean', band: 'range', members: false } as const;
  const settings = { ...chartSettings(undefined, 'loss'), group, ...changed };
  const model = chartModel({ metrics: ['loss'], chart, experiments, groups, settings, dark: false, sampledTo: null });
  const window = shownX(model, settings);
  const { lines, bands } = chartRows(model, window, 800);
  const inView = <Point extends { readonly x: number }>(pieces: readonly { readonly points: readonly Point[] }[]) =>
    pieces.flatMap(({ points }) => points).filter(({ x }) => x >= window[0] && x <= window[1]);
  return { model, line: inView(lines), band: inView(bands) };
}

test('a group of long runs shows a spike of one of them in its band and in its mean', () => {
  const { line, band } = drawn({});
  assert.equal(Math.max(...band.map(({ y2 }) => y2)), 1000);
  assert.equal(Math.max(...line.map(({ y }) => y)), 500);
});

test('a zoom shows each step of a group of long runs', () => {
  const { line } = drawn({ zoom: { x: [5000, 5010] } });
  assert.deepEqual(
    line.map(({ x, y }) => [x, y]),
    Array.from({ length: 11 }, (_, index) => [5000 + index, index === 3 ? 500 : 0]),
  );
  const { line: followed } = drawn({ zoom: { x: [0, 10] }, follow: true });
  assert.deepEqual(
    followed.map(({ x }) => x),
    Array.from({ length: 11 }, (_, index) => 9990 + index),
  );
});

test('a logarithmic axis shows each of the first steps of a group of long runs', () => {
  const { model } = drawn({ xScale: 'log' });
  assert.equal(model.lines[0]!.series.x.filter((at) => at <= 100).length, 100);
});
