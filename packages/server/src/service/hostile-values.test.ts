/**
 * Values that look like a number or a name: each is either rejected, or stored such that everything can still be
 * read.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type TestService, testService } from '../testing/test-service.ts';

const rest = '/api/rest/v2';
const numbers = [1e300, -1e300, 1e18, 2 ** 53, -(2 ** 53), -5, 0.5, -0.5, 5e-324, 0];
/** JSON has no literal of these numbers, but a literal that is too large is parsed as one. */
const infinite = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** Serializes a body, with a literal that is too large for each infinite number. */
function bodyOf(body: object): string {
  const json = JSON.stringify(body, (_, value: unknown) => (infinite.includes(value as number) ? `${value}` : value));
  return json.replaceAll(/"(-?)Infinity"/g, '$11e999');
}

interface Lab {
  readonly service: TestService;
  readonly experimentKey: string;
  readonly projectId: string;
}

async function lab(t: TestContext): Promise<Lab> {
  const service = await testService(t);
  const experimentKey = await service.experiment('p');
  const { projectId } = await service.call<{ projectId: string }>(
    'GET',
    `${rest}/project?workspaceName=ada&projectName=p`,
  );
  return { service, experimentKey, projectId };
}

/** Every write that contains a number. */
const writes: readonly ((number: number, experimentKey: string) => readonly [path: string, body: object])[] = [
  ...['metricValue', 'step', 'epoch', 'timestamp'].map(
    (field) => (number: number, experimentKey: string) =>
      ['write/experiment/metric', { experimentKey, metricName: 'm', metricValue: 1, [field]: number }] as const,
  ),
  (number, experimentKey) => [
    'write/experiment/cpu-metrics',
    { experimentKey, cpuPercentUtilization: [number], step: number, epoch: number },
  ],
  (number, experimentKey) => [
    'write/experiment/parameter',
    { experimentKey, parameterName: 'p', parameterValue: number, timestamp: number },
  ],
  (number, experimentKey) => [
    'write/experiment/log-other',
    { experimentKey, key: 'o', value: number, timestamp: number },
  ],
  ...['startTimeMillis', 'endTimeMillis'].map(
    (field) => (number: number, experimentKey: string) =>
      ['write/experiment/set-start-end-time', { experimentKey, [field]: number }] as const,
  ),
  (number, experimentKey) => [
    'write/experiment/output',
    { experimentKey, outputLines: [{ output: 'x', stderr: false, localTimestamp: number, offset: number }] },
  ],
];

const readsOf = ({ experimentKey, projectId }: Lab): readonly string[] => [
  `experiments?workspaceName=ada&projectName=p&archived=false`,
  `experiment/metadata?experimentKey=${experimentKey}`,
  `experiment/metrics/summary?experimentKey=${experimentKey}`,
  `experiment/metrics/get-metric?experimentKey=${experimentKey}&metricName=m`,
  `experiment/metrics/get-all?experimentKey=${experimentKey}`,
  `experiment/parameters?experimentKey=${experimentKey}`,
  `experiment/log-other?experimentKey=${experimentKey}`,
  `experiment/output?experimentKey=${experimentKey}`,
  `experiment/asset/list?experimentKey=${experimentKey}&type=all`,
  `project/experiment-summaries?projectId=${projectId}`,
  `project/column-names?projectId=${projectId}`,
  'experiments/find?text=a',
  'project/experiment-groups?workspaceName=ada&projectName=p&parameter=p',
];

async function assertReadable(lab: Lab, after: string): Promise<void> {
  for (const path of readsOf(lab)) {
    const response = await lab.service.send('GET', `${rest}/${path}`);
    const text = await response.text();
    assert.equal(response.status, 200, `${path} after ${after}: ${text}`);
    assert.doesNotThrow(() => JSON.parse(text), `${path} after ${after}`);
  }
}

test('no written number makes an experiment unreadable', async (t) => {
  const created = await lab(t);
  for (const number of [...numbers, ...infinite]) {
    for (const write of writes) {
      const [path, body] = write(number, created.experimentKey);
      const headers = { 'content-type': 'application/json' };
      const { status } = await created.service.send('POST', `${rest}/${path}`, bodyOf(body), headers);
      assert.ok(status === 200 || status === 400, `${path} ${bodyOf(body)}: ${status}`);
    }
    const form = new FormData();
    form.set('file', new Blob(['x']), 'f');
    const query = `experimentKey=${created.experimentKey}&fileName=f&step=${number}&epoch=${number}`;
    const { status } = await created.service.send('POST', `${rest}/write/experiment/upload-asset?${query}`, form);
    assert.equal(status, Math.abs(number) < 2 ** 53 ? 200 : 400, `asset at step ${number}`);
    await assertReadable(created, `writes of ${number}`);
  }
});

test('no number in a request makes the service fail', async (t) => {
  const { service, projectId } = await lab(t);
  for (const number of numbers) {
    for (const of of [
      `size=${number}`,
      `page=${number}&size=2`,
      `page=2&size=${number}`,
      `page=${number}&size=${number}`,
    ]) {
      const list = `${rest}/experiments?projectId=${projectId}&archived=false&${of}`;
      const { status } = await service.send('GET', list);
      assert.ok(status === 200 || status === 400, `${of}: ${status}`);
    }
    const body = { projectId, rulesTree: null, limit: number, page: number, deleted: false };
    await service.call('POST', `${rest}/experiments/search`, body);
  }
});

test('names of JavaScript object members are ordinary names', async (t) => {
  const created = await lab(t);
  const { service, experimentKey } = created;
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  for (const name of names) {
    const metric = { experimentKey, metricName: name, metricValue: 1 };
    await service.call('POST', `${rest}/write/experiment/metric`, metric);
    const parameter = { experimentKey, parameterName: name, parameterValue: 1 };
    await service.call('POST', `${rest}/write/experiment/parameter`, parameter);
    await service.call('POST', `${rest}/write/experiment/log-other`, { experimentKey, key: name, value: 1 });
  }
  await assertReadable(created, 'those names');
  const { columns } = await service.call<{ columns: { name: string; source: string }[] }>(
    'GET',
    `${rest}/project/column-names?projectId=${created.projectId}`,
  );
  for (const source of ['metrics', 'params', 'log_other']) {
    const found = columns.filter((column) => column.source === source).map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => !found.includes(name)),
      [],
      source,
    );
  }
  const chart = { targetedExperiments: [experimentKey, '__proto__'], metrics: names, params: names };
  const { experiments } = await service.call<{ experiments: Record<string, { metrics: { metricName: string }[] }> }>(
    'POST',
    `${rest}/experiments/multi-metric-chart`,
    { ...chart, independentMetrics: true, fetchFull: false },
  );
  assert.deepEqual(
    experiments[experimentKey]?.metrics.map(({ metricName }) => metricName).toSorted(),
    names.toSorted(),
  );
});

test('a text with U+0000 is stored, or rejected by a database that cannot store it', async (t) => {
  const created = await lab(t);
  const { service, experimentKey } = created;
  const text = 'a\0b';
  const expected = service.store.dialect === 'postgres' ? 400 : 200;
  for (const [path, body] of [
    ['write/experiment/metric', { metricName: text, metricValue: 1 }],
    ['write/experiment/parameter', { parameterName: text, parameterValue: text }],
    ['write/experiment/log-other', { key: text, value: text }],
    ['write/experiment/tags', { addedTags: [text] }],
    ['write/experiment/html', { html: text, override: true, timestamp: 1 }],
  ] as const) {
    await service.call('POST', `${rest}/${path}`, { experimentKey, ...body }, expected);
  }
  const values = [text, 'another'].map((metricName) => ({ metricName, metricValue: 1 }));
  await service.call('POST', '/clientlib/batch/logger/experiment/metric', { experimentKey, values }, expected);
  const read = `${rest}/experiment/metrics/get-metric?experimentKey=${experimentKey}&metricName=another`;
  assert.equal((await service.call<{ metrics: unknown[] }>('GET', read)).metrics.length, 1);
  await service.call('POST', `${rest}/write/experiment/output`, {
    experimentKey,
    outputLines: [{ output: text, stderr: false, localTimestamp: 1, offset: 0 }],
  });
  await assertReadable(created, 'U+0000');
});
