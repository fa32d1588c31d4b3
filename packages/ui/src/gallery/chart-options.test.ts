import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chartLayout,
  chartModel,
  matchingGroups,
  metricCharts,
  metricGroups,
  sampledRows,
} from '@tracklens/core/charts';
import { ChartOptions, chartSettings, chartTheme } from '@tracklens/core/display';
import * as v from 'valibot';
import { tickTexts } from '../charts/tick-texts.ts';
import { english } from '../text/translate.ts';
import { combineActions, directionActions, keyChange, onWhiteActions, tableActions } from './chart-actions.ts';
import { galleryExperiments, galleryGroups } from './gallery-experiments.ts';

const steps = Array.from({ length: 3000 }, (_, at) => at + 1);
const curve = (scale: number) => steps.map((at) => scale + 10 / at + ((at * 7919) % 101) / 100);
const chart = Object.fromEntries(
  ['a', 'b', 'c'].map((key, index) => [
    key,
    { metrics: [{ metricName: 'loss', values: curve(index + 1), steps, epochs: steps.map((at) => at / 100) }] },
  ]),
);
const experiments = ['a', 'b', 'c'].map((key) => ({ key, label: `run ${key}` }));
const groupings = {
  choices: [{ by: 'parameter:lr', title: 'lr' }],
  groups: () => [{ key: 'g', label: 'lr = 0.1', members: ['a', 'b'] }],
};
const space = { width: 640, height: 220, font: 'sans-serif', texts: tickTexts, widest: () => 30 };

/** Everything that is drawn with some options, without the pixels. */
function drawn(options: ChartOptions): string {
  const settings = chartSettings(options, 'loss');
  const model = chartModel({
    metrics: ['loss'],
    chart,
    experiments: galleryExperiments(experiments, new Map(), options, false),
    groups: galleryGroups(groupings, options.group?.by, options, false),
    settings,
    dark: false,
    sampledTo: null,
  });
  const { rows, yExtent } = sampledRows(model, settings, space, 'full');
  const layout = chartLayout(model, { theme: chartTheme('light'), settings }, yExtent, space);
  const shown = matchingGroups(
    metricGroups(metricCharts(options.metrics ?? ['loss', 'accuracy'], options)),
    options.search ?? '',
  );
  return JSON.stringify({ legend: model.legend, rows, layout, shown });
}

/** Values of the options whose schema does not suggest one, with the options they need to have an effect. */
const values: Partial<Record<keyof ChartOptions, { value: ChartOptions; base?: ChartOptions }>> = {
  xAxis: { value: { xAxis: 'epoch' } },
  smoothing: { value: { smoothing: { method: 'ema', amount: 0.9 } } },
  follow: { value: { follow: true }, base: { zoom: { loss: { x: [10, 20] } } } },
  hidden: { value: { hidden: ['b'] } },
  group: { value: { group: { by: 'parameter:lr', center: 'mean', band: 'std', members: true } } },
  colors: { value: { colors: { a: '#123456' } } },
  label: { value: { label: '{key}!' } },
  zoom: { value: { zoom: { loss: { x: [10, 20] } } } },
  full: { value: { full: ['loss'] } },
  directions: { value: { directions: { loss: 'max' } } },
  combined: { value: { combined: [{ title: 'both', metrics: ['loss', 'accuracy'] }] } },
  metrics: { value: { metrics: ['accuracy'] } },
  search: { value: { search: 'acc' } },
};

/** Options whose effect is only visible in a page: `test/charts/chart-options.test.ts`. */
const visibleInPage: readonly string[] = ['sameY', 'pins', 'tables', 'onWhite', 'columns', 'opened'];

/** Returns a value of an option: the one listed here, `true` of a flag, the last one of a list of names. */
function sample(name: keyof ChartOptions): { value: ChartOptions; base?: ChartOptions } {
  const listed = values[name];
  if (listed) return listed;
  const schema = ChartOptions.entries[name].wrapped;
  const value = 'options' in schema && schema.type === 'picklist' ? schema.options.at(-1) : true;
  assert.ok(v.is(schema, value), `no value of ${name} is known: add one`);
  return { value: { [name]: value } };
}

for (const name of Object.keys(ChartOptions.entries) as (keyof ChartOptions)[]) {
  if (visibleInPage.includes(name)) continue;
  test(`the option ${name} changes what is drawn`, () => {
    const { value, base = {} } = sample(name);
    const changed = drawn({ ...base, ...value });
    // The texts that are compared have megabytes, so a failure does not print them.
    assert.ok(
      changed !== drawn(base),
      'nothing changes in a chart of three experiments: draw it, or add its case to `values`',
    );
    assert.ok(changed === drawn({ ...base, ...structuredClone(value) }), 'equal options are drawn differently');
  });
}

const combination = { related: null, open() {}, close() {}, combine() {}, separate() {} };

test('the best marker of a direction is switched on, off, and from the other direction', () => {
  const settings = chartSettings(undefined, 'loss');
  for (const [direction, end, expected] of [
    [null, 'min', 'none'],
    [null, 'max', 'max'],
    ['none', 'min', 'min'],
    ['none', 'max', 'max'],
    ['min', 'max', 'max'],
    ['max', 'min', 'min'],
    ['min', 'min', 'none'],
    ['max', 'max', 'none'],
  ] as const) {
    const changes: unknown[] = [];
    const onChange = (change: object) => changes.push(change);
    const context = { metrics: ['loss'], settings: { ...settings, direction }, onChange, combination, t: String };
    directionActions(context)
      .find(({ id }) => id === `best-${end}`)!
      .onChoose();
    assert.deepEqual(changes, [{ direction: expected }], `${direction} ${end}`);
  }
});

test('entries of the menu and keys change the settings', () => {
  const settings = chartSettings(undefined, 'loss');
  const changes: unknown[] = [];
  const onChange = (change: object) => changes.push(change);
  const context = { metrics: ['loss'], settings, onChange, combination, t: String };
  for (const { onChoose } of [...tableActions(context), ...onWhiteActions(context)]) onChoose();
  assert.deepEqual(changes, [{ table: true }, { onWhite: true }]);
  assert.deepEqual(
    ['t', 'l', 'L', 'x'].map((key) => keyChange(key, { ...settings, xScale: 'log' })),
    [{ table: true }, { yScale: 'log' }, { xScale: 'linear' }, null],
  );
});

test('the menu combines a chart with related metrics by name, or their number, and separates several', () => {
  const settings = chartSettings(undefined, 'loss');
  const entries = (metrics: readonly string[], related: readonly string[] | null) => {
    const calls: unknown[] = [];
    const actions = combineActions({
      ...{ metrics, settings, onChange() {}, t: english },
      combination: {
        ...combination,
        related: related && { title: 'loss', metrics: related },
        combine: (chart) => calls.push(chart.metrics),
        separate: () => calls.push('separate'),
      },
    });
    for (const { onChoose } of actions) onChoose();
    return [actions.map(({ text }) => text), calls];
  };
  assert.deepEqual(entries(['loss'], null), [['Combine with…'], []]);
  assert.deepEqual(entries(['loss'], ['loss', 'val_loss']), [
    ['Combine with val_loss', 'Combine with…'],
    [['loss', 'val_loss']],
  ]);
  assert.deepEqual(entries(['a', 'b'], ['a', 'b', 'c', 'd', 'e']), [
    ['Combine with 3 related metrics', 'Combine with…', 'Separate the metrics'],
    [['a', 'b', 'c', 'd', 'e'], 'separate'],
  ]);
  assert.deepEqual(directionActions({ metrics: ['a', 'b'], settings, onChange() {}, combination, t: String }), []);
});
