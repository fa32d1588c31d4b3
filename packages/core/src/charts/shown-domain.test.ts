import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelOf } from '../test-support/chart-models.ts';
import { chartRows } from './chart-rows.ts';
import { shownX } from './shown-domain.ts';

const noon = Date.UTC(2026, 0, 1, 12);

test('a single time is shown with the minute around it, a single number with a tenth of it', () => {
  const shown = (xKind: 'time' | 'number', x: number) =>
    shownX({ xKind, xScale: 'linear', isWholeX: false, xExtent: [x, x] }, { zoom: null, follow: false });
  assert.deepEqual(shown('time', noon), [noon - 30_000, noon + 30_000]);
  assert.deepEqual(shown('number', 50), [45, 55]);
});

test('on every scale of the x axis, the first and the last point are shown', () => {
  const chart = { a: { metrics: [{ metricName: 'loss', values: [1, 2, 'NaN'], steps: [3, 50, 1000] }] } };
  for (const xScale of ['linear', 'log', 'symlog'] as const) {
    const model = modelOf({ a: [] }, { xScale }, { chart });
    const window = shownX(model, { zoom: null, follow: false });
    const { shown, bestMarker, nonFiniteMarkers } = chartRows(model, window, 400);
    assert.deepEqual([window, shown, bestMarker.length, nonFiniteMarkers.length], [[3, 1000], 2, 1, 1], xScale);
  }
});
