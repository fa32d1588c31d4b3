import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '@tracklens/core/browser';
import { bufferedBody, type Transport } from '@tracklens/core/client';
import { setLocale } from '../text/locale.ts';
import { type ExperimentSummary, experimentSummary, summaryText } from './experiment-summary.ts';

test.afterEach(() => setLocale('en-US'));

/** Creates a transport for one experiment; requests without a given response fail. */
function service(answers: Readonly<Record<string, unknown>>): Transport {
  return {
    async send({ path }) {
      const answer = answers[path.replace('/api/rest/v2/', '')];
      return {
        status: answer === undefined ? 400 : 200,
        headers: { 'content-type': 'application/json' },
        body: bufferedBody(new TextEncoder().encode(JSON.stringify(answer ?? { msg: 'no' }))),
      };
    },
  };
}

const answers = {
  'experiment/metrics/summary': {
    values: [
      { name: 'loss', valueCurrent: '0.1234567', valueMin: '0.1', valueMax: '1234.5' },
      { name: 'score', valueCurrent: 'NaN' },
    ],
  },
  'experiment/parameters': { values: [{ name: 'seed', valueCurrent: '12345678.5' }] },
  'experiment/tags': { tags: ['a', 'b'] },
  'experiments/multi-metric-chart': {
    experiments: { k: { experiment_key: 'k', metrics: [{ metricName: 'loss', values: ['2', '1'], steps: [0, 1] }] } },
  },
};

const read = (given: Readonly<Record<string, unknown>>) =>
  experimentSummary(new API({ transport: service(given) }), 'k', new AbortController().signal);

for (const [language, loss] of [
  ['en-US', 'loss: 0.123457 (min 0.1, max 1,234.5) █▁'],
  ['de', 'loss: 0,123457 (min 0,1, max 1.234,5) █▁'],
] as const) {
  test(`metrics are formatted for ${language}, parameters as logged`, async () => {
    setLocale(language);
    assert.equal(summaryText(await read(answers)), `Tags: a, b\n${loss}\nscore: NaN\nseed = 12345678.5`);
  });
}

test('the tooltip works without trends', async () => {
  const { 'experiments/multi-metric-chart': _, ...others } = answers;
  const { metrics } = await read(others);
  assert.deepEqual(
    metrics.map(({ name, last, trend }) => [name, last, trend]),
    [
      ['loss', '0.123457', ''],
      ['score', 'NaN', ''],
    ],
  );
});

test('a tooltip has at most eight metrics and the number of the others, each on one line', () => {
  const line = { last: '1', min: '', max: '', trend: '' };
  const summary: ExperimentSummary = {
    metrics: Array.from({ length: 1209 }, (_, index) => ({
      ...line,
      name: index === 0 ? 'x\n'.repeat(99) : `m${index}`,
    })),
    parameters: [],
    tags: [],
  };
  const lines = summaryText(summary).split('\n');
  assert.equal(lines.length, 9);
  assert.match(lines[0]!, /^(x ){39}x…: 1$/);
  assert.equal(lines[8], '… 1,201 more');
});

test('metrics are in the order of charts: losses and scores first, system metrics last', async () => {
  const names = ['process duration', 'sys.cpu.percent.avg', 'rate', 'val_accuracy', 'loss'];
  const values = names.map((name) => ({ name, valueCurrent: '1', valueMin: '1', valueMax: '1' }));
  const { metrics } = await read({ ...answers, 'experiment/metrics/summary': { values } });
  assert.deepEqual(
    metrics.map(({ name }) => name),
    ['loss', 'val_accuracy', 'rate', 'process duration', 'sys.cpu.percent.avg'],
  );
});
