import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API, APIExperiment } from '../browser/index.ts';
import type { ChartOptions } from '../charts/chart-options.ts';
import type { Tab } from '../targets/tabs.ts';
import { fakeTransport } from '../testing/fake-transport.ts';

for (const [given, meant] of [
  ['chats', 'charts'],
  ['Charts', 'charts'],
  ['metric', 'metrics'],
  ['parameter', 'parameters'],
  ['confusion-matrix', 'confusion-matrices'],
  ['installed packages', 'installed-packages'],
  ['system_metrics', 'system-metrics'],
  ['histogram', 'histograms'],
  ['panels', null],
  ['', null],
  ['x'.repeat(10_000), null],
] as const) {
  test(`the tab “${given.slice(0, 20)}” is rejected ${meant === null ? 'without a guess' : `with “${meant}” as a guess`}`, async () => {
    const api = new API({
      transport: fakeTransport(() => ({ json: { experimentKey: 'k' } })),
      url: 'https://service.example',
    });
    const experiment = (await api.getExperimentByKey('k'))!;
    const guess = meant === null ? '' : ` (did you mean "${meant}"?)`;
    const said = `display: "${given}" is not a tab${guess}; use one of artifacts, assets,`;
    await assert.rejects(experiment.display({ tab: given as Tab }), (error: Error) => error.message.startsWith(said));
  });
}

for (const [charts, said] of [
  [{ yscale: 'log' }, 'display: charts has no option yscale; the options are xAxis, '],
  [{ yScale: 'logarithmic' }, 'display: charts.yScale is "logarithmic", expected ("linear" | "log" | "symlog")'],
  [{ smoothing: { method: 'ema', amount: -1 } }, 'display: charts.smoothing.amount is -1, expected >=0'],
  ['loss', 'display: charts is "loss", expected Object'],
] as const) {
  test(`the options of charts ${JSON.stringify(charts)} are rejected`, async () => {
    const api = new API({ transport: fakeTransport(() => ({ json: {} })), url: 'https://service.example' });
    const experiment = new APIExperiment({ api, previousExperiment: 'k' });
    await assert.rejects(experiment.display({ charts: charts as ChartOptions }), (error: Error) => {
      assert.ok(error.message.startsWith(said), error.message);
      return true;
    });
  });
}
