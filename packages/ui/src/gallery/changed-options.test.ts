import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChartOptions, chartSettings } from '@tracklens/core/display';
import { withChartOptions, withChartSettings } from './changed-options.ts';

for (const metricName of ['loss', 'constructor', 'a b/c']) {
  test(`the settings of ${metricName} are stored by its name and change no other chart`, () => {
    const change = {
      zoom: { x: [1, 2], y: [3, 4] },
      pin: { x: 5, experimentKey: null },
      table: true,
      full: true,
      direction: 'max',
    } as const;
    const options = withChartSettings({ tables: ['other'] }, metricName, change);
    const { zoom, pin, table, full, direction } = chartSettings(options, metricName);
    assert.deepEqual({ zoom, pin, table, full, direction }, change);
    assert.deepEqual(chartSettings(options, 'other'), { ...chartSettings(undefined, 'other'), table: true });
    const back = { zoom: null, pin: null, table: false, full: false, direction: null };
    assert.deepEqual(
      chartSettings(withChartSettings(options, metricName, back), metricName),
      chartSettings({}, metricName),
    );
  });
}

test('a shared setting that one chart changes applies to all', () => {
  const options = withChartSettings({}, 'loss', { yScale: 'log', hidden: ['a'] });
  assert.deepEqual(options, { zoom: undefined, yScale: 'log', hidden: ['a'] });
});

const arranged: ChartOptions = {
  zoom: { loss: { x: [1, 2] } },
  pins: { loss: { x: 1, experimentKey: null } },
  hidden: ['a'],
};
const removals: readonly [change: ChartOptions, removed: readonly (keyof ChartOptions)[]][] = [
  [{ xAxis: 'epoch' }, ['zoom', 'pins']],
  [{ xScale: 'log' }, ['zoom']],
  [{ yScale: 'log' }, ['zoom']],
  [{ group: undefined }, ['hidden']],
  [{ palette: 'okabe-ito' }, []],
];
for (const [change, removed] of removals) {
  test(`a change of ${Object.keys(change)} removes ${removed.join(' and ') || 'nothing'}`, () => {
    const options = withChartOptions(arranged, change);
    const gone = Object.keys(arranged).filter((name) => options[name as keyof ChartOptions] === undefined);
    assert.deepEqual(gone, removed);
  });
}
