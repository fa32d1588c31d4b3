import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API, APIExperiment } from '../node/index.ts';
import { type FakeResponseInit, fakeTransport } from '../testing/fake-transport.ts';
import { ExperimentSubject } from './experiment-subject.ts';

interface Sent {
  readonly values?: readonly {
    readonly metricName: string;
    readonly metricValue: number;
    readonly parameterName: string;
  }[];
  readonly outputLines?: readonly { readonly output: string }[];
  readonly metricName?: string;
  readonly parameterName?: string;
  readonly addedTags?: readonly string[];
  readonly tags?: readonly string[];
  readonly value?: unknown;
}

/** Fake hosted service with the given responses. `sent` has the request bodies. */
function hosted(respond: (body: Sent, count: number) => FakeResponseInit | Promise<FakeResponseInit>) {
  const sent: Sent[] = [];
  const transport = fakeTransport((request) => {
    const body = JSON.parse(new TextDecoder().decode(request.body as Uint8Array)) as Sent;
    return respond(body, sent.push(body));
  });
  const api = new API({ transport, retry: { pause: async () => {} } });
  return { sent, experiment: new APIExperiment({ api, previousExperiment: 'k' }) };
}

const saved: FakeResponseInit = { json: { msg: 'Saved', code: 200, data: null, sdk_error_code: 0 } };
const rejection = (msg: string): FakeResponseInit => {
  return { status: 400, json: { msg, code: 400, data: null, sdk_error_code: 1 } };
};
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index]));

test('of many metrics of which the service rejects some, the message reports how many were stored; none is sent twice', async () => {
  const { sent, experiment } = hosted((_, count) => (count === 2 ? rejection('The name m1500 is reserved') : saved));
  await assert.rejects(experiment.logMetrics(many(2500)), {
    code: 'invalid',
    operation: 'logMetrics',
    message: /^logMetrics: The name m1500 is reserved \(the other 1500 were stored\)\. /,
  });
  assert.deepEqual(
    sent.map(({ values }) => values?.length),
    [1000, 1000, 500],
  );
  const names = sent.flatMap(({ values }) => values!.map(({ metricName }) => metricName));
  assert.equal(new Set(names).size, names.length);
});

test('parameters and lines of output report it too', async () => {
  const { experiment } = hosted((_, count) => (count % 2 === 0 ? rejection('Too many') : saved));
  await assert.rejects(experiment.logParameters(many(1500)), /the other 1000 were stored/);
  await assert.rejects(experiment.logOutput('line\n'.repeat(6000)), /the other 5000 were stored/);
});

test('large data is sent in several requests without loss', async () => {
  const { sent, experiment } = hosted(() => saved);
  const output = `${'x'.repeat(20_000_000)}\n${'y'.repeat(3_000_000)}\nend`;
  await experiment.logOutput(output);
  const requests = sent.map(({ outputLines = [] }) => outputLines.map((line) => line.output).join(''));
  assert.ok(requests.length > 2 && requests.every(({ length }) => length <= 8_000_000));
  assert.equal(requests.join(''), output);

  sent.length = 0;
  await experiment.logParameters({ a: 'x'.repeat(6_000_000), b: ['y'.repeat(6_000_000)], c: 1, d: 2 });
  assert.deepEqual(
    sent.map(({ values, parameterName }) => values?.map((one) => one.parameterName) ?? [parameterName]),
    [['a'], ['b', 'c', 'd']],
  );
});

test('names and tags are changed in the order of the calls, after what was logged before', async () => {
  const { sent, experiment } = hosted(() => saved);
  void experiment.logMetric('loss', 1);
  void experiment.addTag('best');
  void experiment.deleteTags(['best']);
  void experiment.logOther('Name', 'first');
  void experiment.setName('second');
  await experiment.end();
  const changes = sent.map(
    ({ metricName, addedTags, tags, value }) =>
      metricName ?? value ?? (addedTags ? `add ${addedTags}` : `delete ${tags}`),
  );
  assert.deepEqual(changes, ['loss', 'add best', 'delete best', 'first', 'second']);
  assert.equal(experiment.name, 'second');
});

test('two values with one name are rejected before anything is sent, and an empty mapping is a value', async () => {
  const { sent, experiment } = hosted(() => saved);
  const refusal = { code: 'invalid', message: /two values would have the name "a.b"/ };
  await assert.rejects(experiment.logMetrics({ 'a/b': 1, a: { b: 2 } }), refusal);
  await assert.rejects(experiment.logParameters({ a: { b: 2 }, 'a|b': 1 }), refusal);
  assert.equal(sent.length, 0);
  await experiment.logParameters({ layers: {} });
  assert.deepEqual(sent.at(-1), { experimentKey: 'k', parameterName: 'layers', parameterValue: {} });
  assert.equal(await experiment.logMetrics({ validation: {} }), null);
  await assert.rejects(experiment.logMetrics({ a: [] as never }), /the metric a is not a number but object/);
});

test('a rejection in the body of a successful response is an error', async () => {
  const { experiment } = hosted(() => ({ json: { msg: '3 metrics were not stored', code: 400, sdk_error_code: 0 } }));
  for (const work of [
    () => experiment.logMetric('a', 1),
    () => experiment.logMetrics({ a: 1, b: 2 }),
    () => experiment.logParameter('a', 1),
    () => experiment.logParameters({ a: 1, b: 2 }),
    () => experiment.logOutput('line'),
  ]) {
    await assert.rejects(work(), { code: 'invalid', status: 400, message: /: 3 metrics were not stored\. / });
  }
});

test('batched calls are retried only if the service reports that it stored nothing', async () => {
  const isBad = ({ values }: Sent) => values?.some((one) => one.metricName === 'bad') ?? false;
  const inBody: FakeResponseInit = { json: { msg: 'The name bad is reserved', code: 400, sdk_error_code: 0 } };
  for (const refusal of [rejection('The name bad is reserved'), inBody]) {
    const { sent, experiment } = hosted((body) => (isBad(body) ? refusal : saved));
    const first = experiment.logMetric('first', 0);
    const others = ['a', 'bad', 'c'].map((name, index) => experiment.logMetric(name, index));
    await first;
    for (const outcome of await Promise.allSettled(others)) {
      assert.equal(outcome.status, 'rejected');
      assert.match(String(outcome.reason), /logMetric: The name bad is reserved \(.+ unknown which .+\)\. Read what/);
    }
    assert.deepEqual(
      sent.map(({ values, metricName }) => values?.map((one) => one.metricName) ?? [metricName]),
      [['first'], ['a', 'bad', 'c']],
    );
  }
});

test('a call that is rejected before it is sent does not affect the others of its batch', async () => {
  const { sent, experiment } = hosted(() => saved);
  const first = experiment.logMetric('first', 0);
  const others = [
    experiment.logMetric('a', 1),
    experiment.logMetric('bad', 2, { step: '3' as never }),
    experiment.logMetric('c', 3),
  ];
  await first;
  const outcomes = await Promise.allSettled(others);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(
    sent.map(({ values, metricName }) => values?.map((one) => one.metricName) ?? [metricName]),
    [['first'], ['a', 'c']],
  );
});

test('an experiment has no queue before something is logged, since lists create thousands', async () => {
  const { experiment, sent } = hosted(() => saved);
  const { connection } = experiment;
  let queues = 0;
  const createOverflow = () => {
    queues++;
  };
  Object.defineProperty(connection, 'host', { value: { createOverflow } });
  const experiments = Array.from(
    { length: 10_000 },
    (_, index) => new ExperimentSubject(connection, `key-${index}`, null),
  );
  assert.equal(queues, 0);
  await experiments[0]!.log.add([{ metricName: 'loss', metricValue: 1, timestamp: 1 }], 'logMetric');
  assert.deepEqual([queues, sent.length], [1, 1]);
});

test('the registration of a model waits for the calls that log it, until its signal aborts', async () => {
  const modelStored = Promise.withResolvers<FakeResponseInit>();
  const registered = { registryModelId: 'r', registryModelItemId: 'i' };
  const { experiment, sent } = hosted((body) => ('modelName' in body ? modelStored.promise : { json: registered }));
  void experiment.logRemoteModel('net', 's3://bucket/net.bin');
  void experiment.logRemoteModel('net', 's3://bucket/net.json');
  const abort = new AbortController();
  const aborted = experiment.registerModel('net', { signal: abort.signal });
  const waiting = experiment.registerModel('net');
  abort.abort();
  await assert.rejects(aborted, { code: 'aborted', operation: 'registerModel' });
  assert.equal(sent.length, 1);
  modelStored.resolve(saved);
  assert.deepEqual(await waiting, registered);
  assert.deepEqual(
    sent.map((body) => 'modelName' in body),
    [true, true, false],
  );
  const { subject } = experiment as unknown as { readonly subject: ExperimentSubject };
  assert.equal(subject.loggedModels.size, 0);
});

test('a call that waits in the queue logs the values that it was given, whatever becomes of them', async () => {
  const gate = Promise.withResolvers<void>();
  const { experiment, sent } = hosted(async () => {
    await gate.promise;
    return saved;
  });
  const layer = { name: 'now' };
  const gpu = Object.assign(Object.create({ isInstance: true }) as object, {
    ...{ gpuId: 0, freeMemory: 1, usedMemory: 1, totalMemory: 2, gpuUtilization: 1 },
  });
  const gpuInfo = { gpuIndex: 0, name: 'now', uuid: 'u', totalMemory: 2, powerLimit: 3 };
  const texts = ['now'];
  const cpus = [1];
  const nested = { layers: [layer] };
  const metrics = { loss: 1 };
  const position = { step: 1 };
  void experiment.logHtml('<p>now</p>');
  void experiment.logParameter('layer', layer);
  void experiment.logParameters({ nested });
  void experiment.logOther('layer', nested);
  void experiment.logAdditionalSystemInfo('layer', nested);
  void experiment.logGpuMetrics([gpu]);
  void experiment.logCpuMetrics(cpus, position);
  void experiment.logMetrics(metrics, position);
  void experiment.setGpuStaticInfo([gpuInfo]);
  void experiment.setModelGraph(nested);
  void experiment.setInstalledPackages(texts);
  void experiment.setCommand(texts);
  void experiment.addTags(texts);
  void experiment.logRemoteModel('net', 's3://bucket/net', { metadata: nested });
  for (const one of [layer, gpuInfo]) one.name = 'later';
  Object.assign(gpu, { usedMemory: -777 });
  nested.layers.push(layer);
  texts[0] = 'later';
  [cpus[0], metrics.loss, position.step] = [-777, -777, -777];
  gate.resolve();
  await experiment.end();
  const bodies = sent.map((body) => JSON.stringify(body));
  assert.equal(bodies.length, 15);
  for (const body of bodies) assert.doesNotMatch(body, /later|-777/);
  assert.deepEqual(
    bodies.filter((body) => body.includes('layers')).map((body) => body.match(/now/g)?.length),
    [1, 1, 1, 1, 1],
  );
});

test('a parameter without a JSON form is rejected before anything of the call is queued', async () => {
  const { experiment, sent } = hosted(() => saved);
  const circle: Record<string, unknown> = {};
  circle.self = [circle];
  for (const value of [circle, [1n]]) {
    const refusal = {
      code: 'invalid',
      operation: 'logParameters',
      message: /: an argument cannot be written as JSON /,
    };
    await assert.rejects(experiment.logParameters({ a: 1, b: [value] }), refusal);
  }
  assert.equal(sent.length, 0);
});

test('a number of a list that JSON lacks is logged as a text', async () => {
  const { experiment, sent } = hosted(() => saved);
  await experiment.logParameter('limits', [Number.NaN, Number.NEGATIVE_INFINITY, null]);
  assert.deepEqual(sent, [{ experimentKey: 'k', parameterName: 'limits', parameterValue: ['NaN', '-Infinity', null] }]);
});

test('a buffer is logged as a list of its bytes, also next to a date', async () => {
  const { experiment, sent } = hosted(() => saved);
  const date = new Date(0);
  await experiment.logParameter('digest', Buffer.of(1, 2));
  await experiment.logParameters({ config: [{ bytes: Buffer.of(3), date }] });
  await experiment.logOther('digest', { bytes: Buffer.of(4) });
  assert.deepEqual(sent, [
    { experimentKey: 'k', parameterName: 'digest', parameterValue: [1, 2] },
    { experimentKey: 'k', parameterName: 'config', parameterValue: [{ bytes: [3], date: date.toJSON() }] },
    { experimentKey: 'k', key: 'digest', value: { bytes: [4] } },
  ]);
});

test('maps, sets and typed arrays are logged with their values at any depth', async () => {
  const { experiment, sent } = hosted(() => saved);
  const given = { map: new Map([['k', new Set([1])]]), list: [new Float32Array([1, Number.NaN]), new Map()] };
  const value = { map: { k: [1] }, list: [[1, 'NaN'], {}] };
  const { signal } = new AbortController();
  for (const options of [{}, { signal }]) {
    sent.length = 0;
    await experiment.logParameter('config', [given], options);
    await experiment.logOther('config', given, options);
    await experiment.logOther('map', new Map([['k', new Set([1])]]), options);
    await experiment.logAdditionalSystemInfo('config', given, options);
    assert.deepEqual(sent, [
      { experimentKey: 'k', parameterName: 'config', parameterValue: [value] },
      { experimentKey: 'k', key: 'config', value },
      { experimentKey: 'k', key: 'map', value: { k: [1] } },
      { experimentKey: 'k', logAdditionalSystemInfoList: [{ key: 'config', value }] },
    ]);
  }
});
