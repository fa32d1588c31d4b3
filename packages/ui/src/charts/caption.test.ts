import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartModel, chartRows, pointsWithin } from '@tracklens/core/charts';
import { chartSettings } from '@tracklens/core/display';
import { modelOf } from '@tracklens/core/test-support/charts';
import { setLocale } from '../text/locale.ts';
import { captionText, summaryText } from './caption.ts';
import { otherPositions, spokenEntry, zoomText } from './hover-text.ts';
import { valuesAt } from './hover-value.ts';

test.beforeEach(() => setLocale('en-US'));

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

test('of sampled points the caption reports at least how many are not finite', () => {
  const steps = [0, 1, 2, 3];
  const captionOf = (more: object) => {
    const metric = { metricName: 'loss', values: ['NaN', 1, 'Infinity', 'Infinity'], steps, ...more };
    return captionText(modelOf({ a: [] }, {}, { chart: { a: { metrics: [metric] } } }), {
      shown: 1,
      total: 4,
      zoomed: false,
    });
  };
  assert.match(captionOf({}), / · 1 NaN · 2 infinite$/);
  assert.match(captionOf({ total: 4000 }), / · at least 1 NaN · at least 2 infinite$/);
});

test('the caption reports values that a log scale leaves out, and a half-life without steps', () => {
  const log = modelOf({ a: [0, 1, -1, 10, 100] }, { yScale: 'log' });
  assert.match(captionText(log, { shown: 3, total: 5, zoomed: false }), /2 not positive/);
  const chart = { a: { metrics: [{ metricName: 'loss', values: [0, 4] }] } };
  const smoothed = modelOf({ a: [] }, { smoothing: { method: 'half-life', amount: 1 } }, { chart });
  assert.match(captionText(smoothed, { shown: 2, total: 2, zoomed: false }), /half-life counted in points/);
});

test('a chart of nothing has no lines and reports it in numbers', () => {
  for (const model of [modelOf({}), modelOf({ a: [] }), modelOf({ a: [null] })]) {
    assert.equal(chartRows(model, model.xExtent, 400).series, 0);
    assert.equal(
      captionText(model, { shown: 0, total: model.total, zoomed: false }).split(' ')[1],
      model.total === 1 ? 'of' : 'points',
    );
  }
});

test('several lines are described by their last values and trends', () => {
  const model = modelOf({ a: [3, 2, 1], b: [1, 2, 9], c: [5, 9, 5] }, { direction: 'none' });
  assert.match(
    summaryText(model, captionText(model, { shown: 9, total: 9, zoomed: false })),
    /3 experiments, last values from 1 to 9, 1 falling, 1 rising, 1 steady, 9 points\.$/,
  );
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
  const model = chartModel({ chart, metrics: ['§'], experiments, settings, dark: false, sampledTo: 7, t });
  const points = { shown: 1, total: 5, zoomed: true, beyond: 3, tooMany: true };
  const [entry] = valuesAt(model, 3, model.xExtent);
  const said = [
    captionText(model, points, t),
    summaryText(model, captionText(model, points, t), t),
    captionText({ ...model, grouped: { center: 'mean', band: 'std', experiments: 3, groups: 2 } }, points, t),
    spokenEntry(model, entry!, true, t),
    zoomText(model, { x: [1, 2], y: [3, 4] }, t),
    zoomText(model, null, t),
    ...otherPositions(model, { ...entry!, step: 1, epoch: 2, timestampMillis: Number.NaN, durationMillis: 1 }, t),
  ].join(' ');
  assert.match(said, /7/);
  assert.doesNotMatch(said.replaceAll('NaN ms', '').replace(/[\d.]+m?s/g, ''), /\p{L}/u);
});
