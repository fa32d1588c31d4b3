import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '../browser/index.ts';
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
