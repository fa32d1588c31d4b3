import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExperimentSummary } from '@tracklens/ui/trees';
import type { FoundExperiment } from './experiment-lookup.ts';

const { experimentHover } = await import('./experiment-hover.ts');

const hostile = '[x](command:evil) ![i](https://evil.example/a.png) <img src=b> $(bug) | `c`';
const profile = { id: 'https://a.example', name: hostile, color: 'blue' } as const;
const key = '0123456789abcdef0123456789abcdef';
const found = {
  service: { profile, url: profile.id },
  metadata: {
    experimentKey: key,
    experimentName: hostile,
    workspaceName: hostile,
    projectName: hostile,
    fileName: hostile,
    running: true,
    durationMillis: 5000,
    startTimeMillis: 1,
  },
} as unknown as FoundExperiment;
const summary: ExperimentSummary = {
  metrics: [{ name: hostile, last: hostile, min: hostile, max: '2', trend: '▁█' }],
  parameters: [{ name: hostile, value: hostile }],
  tags: [hostile],
  chart: {
    metrics: [{ metricName: hostile, values: ['1', '2'], steps: [0, 1], epochs: null, timestamps: [], durations: [] }],
  } as unknown as NonNullable<ExperimentSummary['chart']>,
};

test('names from a service add neither commands nor images nor markup to a hover', () => {
  const { value, isTrusted, supportHtml } = experimentHover(found, summary, [profile, profile]);
  assert.equal(supportHtml, undefined);
  assert.deepEqual(isTrusted, {
    enabledCommands: ['tracklens.openTarget', 'tracklens.openTargetToSide', 'tracklens.copyKey'],
  });
  // Inline code shows its content as it is.
  const active = value.replaceAll(/`[^`]*`/g, '');
  const links = [...active.matchAll(/(?<!\\)\]\(([^)]*)\)/g)].map(([, at]) => at!.replace(/[?,].*/, ''));
  assert.deepEqual(links, [
    ...['command:tracklens.openTarget', 'command:tracklens.openTargetToSide', 'command:tracklens.copyKey'],
    'data:image/svg+xml;base64',
  ]);
  assert.doesNotMatch(active, /(?<!\\)</);
  assert.deepEqual(active.match(/(?<!\\)\$\([^)]*\)/g), ['$(play-circle)']);
});

test('a trend is drawn in a color of the theme', () => {
  const { value } = experimentHover(found, summary, [profile]);
  const [, image] = /base64,([^)]*)\)/.exec(value)!;
  assert.match(atob(image!), /^<svg [^<]*><path d="M[\d. L]+" fill="none" stroke="#4daafc"/);
});

test('without metrics the hover has the name and the state', () => {
  const { value } = experimentHover(found, null, [profile]);
  assert.match(value, /State\\: running/);
});
