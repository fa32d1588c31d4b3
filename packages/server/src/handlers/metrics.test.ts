import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import {
  type ChartResponse,
  type MetricRecord,
  type MetricSummary,
  type ParameterSummary,
  RejectedPoints,
} from '@tracklens/core/contract';
import fc from 'fast-check';
import * as v from 'valibot';
import { maxExpired, rememberedMillis } from '../store/metrics/metric-batches.ts';
import { chunkPoints } from '../store/points/metric-chunk.ts';
import { type TestService, testService } from '../testing/test-service.ts';

const rest = '/api/rest/v2';
interface WireValue {
  metricName: string;
  metricValue: number | string;
  step?: number | null;
  epoch?: number | null;
  context?: string | null;
  timestamp?: number;
}

const logBatch = (service: TestService, experimentKey: string, values: readonly WireValue[], status = 200) =>
  service.call('POST', '/clientlib/batch/logger/experiment/metric', { experimentKey, values }, status);
const readMetric = async (service: TestService, key: string, name: string) =>
  (
    await service.call<{ metrics: MetricRecord[] }>(
      'GET',
      `${rest}/experiment/metrics/get-metric?experimentKey=${key}&metricName=${name}`,
    )
  ).metrics;
const readSummary = async (service: TestService, key: string) =>
  (await service.call<{ values: MetricSummary[] }>('GET', `${rest}/experiment/metrics/summary?experimentKey=${key}`))
    .values;
const chart = async (service: TestService, question: object) =>
  (await service.call<v.InferOutput<typeof ChartResponse>>('POST', `${rest}/experiments/multi-metric-chart`, question))
    .experiments;

test('points are read back as logged, however they were split into batches', async (t) => {
  const service = await testService(t);
  const metricValue = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom('NaN', 'Infinity', '-Infinity', 0, 1e-310, 1.7976931348623157e308),
  );
  const point = fc.record({
    metricName: fc.constantFrom('a', 'b/c', 'ü "quoted"'),
    metricValue,
    step: fc.option(fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e6, noNaN: true }))),
    epoch: fc.option(fc.nat(1000)),
    timestamp: fc.integer({ min: 1, max: 4e12 }),
  });
  const batches = fc.array(fc.array(point, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(batches, async (logged) => {
      const key = await service.experiment();
      // Batches with identical points and timestamps would count once.
      for (const [index, batch] of logged.entries()) batch.push({ ...batch[0]!, timestamp: 5e12 + index });
      for (const batch of logged) await logBatch(service, key, batch);
      const all = await service.call<{ metrics: MetricRecord[] }>(
        'GET',
        `${rest}/experiment/metrics/get-all?experimentKey=${key}`,
      );
      for (const name of new Set(logged.flat().map((entry) => entry.metricName))) {
        const expected = logged
          .flat()
          .filter((entry) => entry.metricName === name)
          .map((entry) => ({
            metricName: name,
            metricValue: String(Number(entry.metricValue)),
            timestamp: entry.timestamp,
            step: entry.step === null ? null : entry.step + 0,
            epoch: entry.epoch,
            runContext: null,
          }));
        assert.deepEqual(
          all.metrics.filter((record) => record.metricName === name),
          expected,
        );
        const numbers = expected.map((record) => Number(record.metricValue)).filter((value) => !Number.isNaN(value));
        const summary = (await readSummary(service, key)).find((entry) => entry.name === name)!;
        assert.equal(summary.valueMin, String(numbers.length === 0 ? Number.NaN : Math.min(...numbers)));
        assert.equal(summary.valueMax, String(numbers.length === 0 ? Number.NaN : Math.max(...numbers)));
        const last = expected.reduce((last, record) => (record.timestamp! >= last.timestamp! ? record : last));
        assert.equal(summary.valueCurrent, last.metricValue);
        assert.equal(summary.stepCurrent, last.step);
      }
    }),
    { numRuns: 25 },
  );
});

test('a long series is stored in chunks without loss', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const count = chunkPoints * 2 + 100;
  const values = Array.from({ length: count }, (_, step) => ({
    metricName: 'loss',
    metricValue: Math.sin(step),
    step,
    timestamp: 1_000_000 + step,
  }));
  for (let from = 0; from < count; from += 700) await logBatch(service, key, values.slice(from, from + 700));
  const sealed = await service.store.db.selectFrom('metric_chunks').select('chunk').orderBy('chunk').execute();
  assert.deepEqual(
    sealed.map((row) => row.chunk),
    [0, 1],
  );
  const records = await readMetric(service, key, 'loss');
  assert.deepEqual(
    records.map((record) => Number(record.metricValue)),
    values.map((value) => value.metricValue),
  );
});

test('a repeated batch counts once; the same points with other times count again', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const at = (timestamp: number) => [{ metricName: 'm', metricValue: 1, step: 1, timestamp }];
  for (const timestamp of [1000, 1000, 2000]) await logBatch(service, key, at(timestamp));
  assert.equal((await readMetric(service, key, 'm')).length, 2);
  const untimed = [{ metricName: 'n', metricValue: 1 }];
  await logBatch(service, key, untimed);
  await logBatch(service, key, untimed);
  assert.equal((await readMetric(service, key, 'n')).length, 2);
});

test('batches are remembered for ten minutes, whoever logs and whether or not there are heartbeats', async (t) => {
  const service = await testService(t);
  const [first, second] = [await service.experiment(), await service.experiment()];
  const point = (timestamp: number) => [{ metricName: 'm', metricValue: 1, step: 1, timestamp }];
  const remembered = async () => (await service.store.db.selectFrom('metric_batches').selectAll().execute()).length;
  await logBatch(service, first, point(1000));
  await logBatch(service, first, point(2000));
  service.clock.now += rememberedMillis - 1;
  await logBatch(service, first, point(1000));
  await logBatch(service, second, point(1000));
  assert.equal((await readMetric(service, first, 'm')).length, 2);
  assert.equal(await remembered(), 3);
  service.clock.now += 60_000;
  await logBatch(service, second, point(3000));
  assert.equal(await remembered(), 2);
});

test('a request of a numbered sequence counts once, also days later and after others of its sequence', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const [sequence, other] = [randomUUID(), randomUUID()];
  const log = async (of: string, number: number) => {
    const headers = { 'idempotency-key': `${of}.${number}` };
    const values = [{ metricName: 'm', metricValue: number }];
    await service.call(
      'POST',
      '/clientlib/batch/logger/experiment/metric',
      { experimentKey: key, values },
      200,
      headers,
    );
    const outputLines = [{ output: `${of} ${number}\n` }];
    const lines = { experimentKey: key, outputLines };
    await service.call('POST', `${rest}/write/experiment/output`, lines, 200, {
      'idempotency-key': `${of}.${number + 1}`,
    });
    await service.call('POST', `${rest}/write/experiment/html`, { experimentKey: key, html: '+' }, 200, {
      'idempotency-key': `${of}.${number + 2}`,
    });
  };
  await log(sequence, 1);
  await log(sequence, 4);
  service.clock.now += 30 * 24 * 3_600_000;
  await log(sequence, 1);
  await log(sequence, 4);
  await log(other, 1);
  assert.equal((await readMetric(service, key, 'm')).length, 3);
  const { output } = await service.call<{ output: string }>('GET', `${rest}/experiment/output?experimentKey=${key}`);
  assert.equal(output.trim().split('\n').length, 3);
  const { html } = await service.call<{ html: string }>('GET', `${rest}/experiment/html?experimentKey=${key}`);
  assert.equal(html, '+++');
});

test('expired batches are deleted in slices, by the writes that follow', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const { db } = service.store;
  const logged = service.clock.now;
  const row = (index: number) => ({ experiment_key: key, fingerprint: `old ${index}`, logged_at: logged + index });
  for (let from = 0; from < 2 * maxExpired; from += 2500) {
    await db
      .insertInto('metric_batches')
      .values(Array.from({ length: 2500 }, (_, index) => row(from + index)))
      .execute();
  }
  const left = async () =>
    (await db.selectFrom('metric_batches').select('fingerprint').where('fingerprint', 'like', 'old %').execute())
      .length;
  service.clock.now += rememberedMillis + 3 * maxExpired;
  for (const [step, expected] of [maxExpired - 1, 0, 0].entries()) {
    await logBatch(service, key, [{ metricName: 'm', metricValue: 1, timestamp: step }]);
    assert.equal(await left(), expected);
  }
});

test('the least and the greatest value have the step and the time at which they were first reached', async (t) => {
  const service = await testService(t);
  const points = [
    [3, 3],
    [1, 4],
    [9, 5],
    [1, 6],
    [9, 7],
    [2, 8],
  ].map(([metricValue, step]) => ({
    metricName: 'm',
    metricValue: metricValue!,
    step: step!,
    timestamp: step! * 1000,
  }));
  for (const batchSize of [1, 2, points.length]) {
    const key = await service.experiment();
    for (let from = 0; from < points.length; from += batchSize) {
      await logBatch(service, key, points.slice(from, from + batchSize));
    }
    const { values } = await service.call<{ values: MetricSummary[] }>(
      'GET',
      `${rest}/experiment/metrics/summary?experimentKey=${key}`,
    );
    const { valueMin, stepMin, timestampMin, valueMax, stepMax, timestampMax } = values[0]!;
    assert.deepEqual([valueMin, stepMin, timestampMin].map(Number), [1, 4, 4000], `batches of ${batchSize}`);
    assert.deepEqual([valueMax, stepMax, timestampMax].map(Number), [9, 5, 5000], `batches of ${batchSize}`);
  }
});

test('a context is in front of the name', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  await logBatch(service, key, [{ metricName: 'loss', metricValue: 1, context: 'train' }]);
  assert.equal((await readMetric(service, key, 'train_loss'))[0]?.runContext, 'train');
  assert.deepEqual(await readMetric(service, key, 'loss'), []);
});

test('a system metric has its plain name and reports its context', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const write = (path: string, body: object) =>
    service.call('POST', `${rest}/write/experiment/${path}`, { experimentKey: key, context: 'train', ...body });
  await write('cpu-metrics', { cpuPercentUtilization: [10, 20], step: 3, epoch: 1 });
  await write('ram-metrics', { totalRam: 100, usedRam: 60 });
  await write('load-metrics', { loadAverage: 0.5 });
  for (const name of ['sys.cpu.percent.02', 'sys.ram.used', 'sys.load.avg']) {
    assert.equal((await readMetric(service, key, name))[0]?.runContext, 'train', name);
  }
});

test('invalid points of a batch are rejected by name, and all others are stored', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const values = [
    { metricName: 'good', metricValue: 1, timestamp: 1000 },
    { metricName: 'bad', metricValue: 'much', timestamp: 1000 },
    { metricName: '', metricValue: 1, timestamp: 1000 },
    { metricName: 'good', metricValue: 2, timestamp: 2000 },
    // Named like a property of every object.
    { metricName: 'odd', metricValue: 'constructor', timestamp: 2000 },
  ];
  // A client that gets no response sends the batch again.
  for (const attempt of [1, 2]) {
    const response = await logBatch(service, key, values, 400);
    assert.match(
      String(response.msg),
      /^3 of 5 points were rejected, the others were stored: .*bad.*much/,
      String(attempt),
    );
    assert.deepEqual(v.parse(RejectedPoints, response.data), {
      refused: [
        { index: 1, reason: 'The metric bad has a value that is not a number: much' },
        { index: 2, reason: 'A metric has an empty name' },
        { index: 4, reason: 'The metric odd has a value that is not a number: constructor' },
      ],
    });
  }
  assert.deepEqual(
    (await readMetric(service, key, 'good')).map(({ metricValue }) => metricValue),
    ['1', '2'],
  );
  const only = await logBatch(service, key, [values[1]!], 400);
  assert.equal(only.msg, 'The metric bad has a value that is not a number: much');
  assert.equal((await logBatch(service, 'absent', [{ metricName: 'm', metricValue: 1 }], 404)).sdk_error_code, 90210);
  assert.equal((await logBatch(service, 'absent', [values[1]!], 404)).sdk_error_code, 90210);
});

/** Sends a batch whose points are JSON as a client may write it, and returns the response. */
const sendBatch = (service: TestService, kind: 'metric' | 'parameter', experimentKey: string, values: string[]) =>
  service.send(
    'POST',
    `/clientlib/batch/logger/experiment/${kind}`,
    `{"experimentKey":"${experimentKey}","values":[${values.join()}]}`,
    { 'content-type': 'application/json' },
  );

test('an invalid field of a point is reported, and the other points of its batch are stored', async (t) => {
  const service = await testService(t);
  const rejected: [fields: string, reason: string][] = [
    ['"metricName":"m","metricValue":1,"step":"x"', 'The metric m has a step that is not a number: x'],
    ['"metricName":"m","metricValue":1,"epoch":[1]', 'The metric m has an epoch that is not a number: a list'],
    ['"metricName":"m","metricValue":[1]', 'The metric m has a value that is not a number: a list'],
    ['"metricName":"m","metricValue":{}', 'The metric m has a value that is not a number: an object'],
    ['"metricName":"m"', 'The metric m has a value that is not a number: undefined'],
    ['"metricName":"m","metricValue":1,"context":[]', 'The metric m has a context that is not a text: a list'],
    ['"metricName":null,"metricValue":1', 'A metric has an empty name'],
    ['"metricName":{},"metricValue":1', 'A metric has a name that is not a text: an object'],
  ];
  for (const [fields, reason] of rejected) {
    const key = await service.experiment();
    const good = (value: number) => `{"metricName":"m","metricValue":${value},"step":${value},"timestamp":${value}}`;
    const response = await sendBatch(service, 'metric', key, [good(1), `{${fields},"timestamp":2}`, good(3)]);
    assert.equal(response.status, 400, fields);
    const { data } = (await response.json()) as { data: unknown };
    assert.deepEqual(v.parse(RejectedPoints, data), { refused: [{ index: 1, reason }] }, fields);
    const stored = await readMetric(service, key, 'm');
    assert.deepEqual(
      stored.map(({ metricValue }) => metricValue),
      ['1', '3'],
      fields,
    );
  }
});

test('a point whose step or epoch is not finite is stored without it', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  // Python writes such numbers as bare words, and repeats them in all later points of the run.
  const fields = ['Infinity', '-Infinity', 'NaN', '"inf"', '1e999'].flatMap((literal) => [
    `"step":${literal},"epoch":1`,
    `"step":2,"epoch":${literal}`,
  ]);
  const values = fields.map((field, index) => `{"metricName":"m","metricValue":${index},${field},"timestamp":1000}`);
  const response = await sendBatch(service, 'metric', key, values);
  assert.equal(response.status, 200, await response.text());
  const stored = await readMetric(service, key, 'm');
  assert.deepEqual(
    stored.map(({ metricValue, step, epoch }) => [metricValue, step, epoch]),
    fields.map((_, index) => [`${index}`, ...(index % 2 === 0 ? [null, 1] : [2, null])]),
  );
});

test('a number that a client sends as text, and a text that it sends as number, are stored', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const response = await sendBatch(service, 'metric', key, [
    '{"metricName":"m","metricValue":"1","step":"7","epoch":" 1e2 ","timestamp":"2000"}',
    '{"metricName":"m","metricValue":2,"step":true,"epoch":false,"timestamp":NaN}',
    '{"metricName":"m","metricValue":3,"timestamp":"soon"}',
    '{"metricName":3,"metricValue":4,"context":5}',
  ]);
  assert.equal(response.status, 200);
  const { now } = service.clock;
  const read = async (name: string) =>
    (await readMetric(service, key, name)).map(({ metricValue, step, epoch, timestamp }) =>
      [metricValue, step, epoch, timestamp].join(),
    );
  assert.deepEqual(await read('m'), ['1,7,100,2000', `2,1,0,${now}`, `3,,,${now}`]);
  assert.deepEqual(await read('5_3'), [`4,,,${now}`]);
});

test('the current value of a metric is that of the last time, also if earlier points arrive later', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const points = (steps: readonly number[]) =>
    steps.map((step) => ({ metricName: 'loss', metricValue: 100 - step, step, timestamp: 1000 * step }));
  const current = async () => {
    const [summary] = await readSummary(service, key);
    return [summary!.valueCurrent, summary!.stepCurrent, summary!.timestampCurrent];
  };
  await logBatch(service, key, points([1, 2, 6, 5]));
  await logBatch(service, key, points([3, 4]));
  assert.deepEqual(await current(), ['94', 6, 6000]);
  assert.deepEqual(
    (await readMetric(service, key, 'loss')).map(({ step }) => step),
    [1, 2, 6, 5, 3, 4],
  );
  await logBatch(service, key, [{ metricName: 'loss', metricValue: 7, step: 8, timestamp: 6000 }]);
  assert.deepEqual(await current(), ['7', 8, 6000]);
  await logBatch(service, key, [{ metricName: 'loss', metricValue: 9 }]);
  assert.deepEqual((await current())[0], '9');
});

test('parameters are stored whatever their step and time are', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const fields = ['"step":Infinity', '"step":NaN', '"step":"7"', '"step":true', '"timestamp":NaN', '"timestamp":"x"'];
  const values = fields.map((field, index) => `{"parameterName":"p${index}","parameterValue":${index},${field}}`);
  const response = await sendBatch(service, 'parameter', key, [...values, '{"parameterName":"p6"}']);
  assert.equal(response.status, 200, await response.text());
  const { values: stored } = await service.call<{ values: ParameterSummary[] }>(
    'GET',
    `${rest}/experiment/parameters?experimentKey=${key}`,
  );
  assert.deepEqual(
    stored.map(({ name, valueCurrent }) => `${name}=${valueCurrent}`),
    ['p0=0', 'p1=1', 'p2=2', 'p3=3', 'p4=4', 'p5=5', 'p6=null'],
  );
});

test('an infinite number is stored as a parameter as it is', async (t) => {
  const service = await testService(t);
  const experimentKey = await service.experiment();
  for (const literal of ['1e999', 'Infinity', '"Infinity"']) {
    const sent = `{"experimentKey":"${experimentKey}","parameterName":"limit","parameterValue":${literal}}`;
    const type = { 'content-type': 'application/json' };
    assert.equal((await service.send('POST', `${rest}/write/experiment/parameter`, sent, type)).status, 200);
    const { values } = await service.call<{ values: { valueCurrent: string }[] }>(
      'GET',
      `${rest}/experiment/parameters?experimentKey=${experimentKey}`,
    );
    assert.deepEqual(
      values.map(({ valueCurrent }) => valueCurrent),
      ['Infinity'],
      literal,
    );
  }
});

test('timestamps in microseconds are recognized; an absent one is the current time', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  await logBatch(service, key, [
    { metricName: 'm', metricValue: 1, timestamp: 1_795_252_069_534_000 },
    { metricName: 'm', metricValue: 2 },
  ]);
  const records = await readMetric(service, key, 'm');
  assert.deepEqual(
    records.map((record) => record.timestamp),
    [1_795_252_069_534, service.clock.now],
  );
});

async function logSeries(
  service: TestService,
  name: string,
  length: number,
  extremes: Record<number, number | string>,
) {
  const key = await service.experiment();
  const values = Array.from({ length }, (_, step) => ({
    metricName: name,
    metricValue: extremes[step] ?? 1,
    step,
    timestamp: 5_000 + step * 10,
  }));
  await logBatch(service, key, values);
  return key;
}

test('a chart shows a long series with its extremes, and reports how many points there are', async (t) => {
  const service = await testService(t);
  const key = await logSeries(service, 'loss', 3000, { 1234: 99, 2222: -99, 2500: 'NaN', 2600: 'Infinity' });
  const question = { targetedExperiments: [key, 'absent'], metrics: ['loss', 'absent'], fetchFull: false };
  const response = await chart(service, question);
  assert.deepEqual(Object.keys(response), [key]);
  const entry = response[key]!;
  assert.deepEqual([entry.empty, entry.experiment_key, entry.params], [false, key, null]);
  const [metric, ...others] = entry.metrics;
  assert.deepEqual(others, []);
  const { values, steps, timestamps, durations, total, epochs } = metric!;
  assert.equal(total, 3000);
  assert.equal(epochs, null);
  assert.ok(values.length <= 500);
  for (const list of [steps, timestamps, durations]) assert.equal(list?.length, values.length);
  for (const [step, value] of [
    [0, 1],
    [1234, 99],
    [2222, -99],
    [2500, 'NaN'],
    [2600, 'Infinity'],
    [2999, 1],
  ] as const) {
    const at = steps!.indexOf(step);
    assert.deepEqual([values[at], timestamps![at], durations![at]], [value, 5_000 + step * 10, step * 10]);
  }
  assert.deepEqual(await chart(service, question), response);
  const full = (await chart(service, { ...question, fetchFull: true }))[key]!.metrics[0]!;
  assert.equal(full.values.length, 3000);
});

test('a chart of more metrics than a statement can bind has those that were logged', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  await logBatch(service, key, [{ metricName: 'metric 39999', metricValue: 1, step: 1 }]);
  const metrics = Array.from({ length: 40_000 }, (_, index) => `metric ${index}`);
  const found = await chart(service, { targetedExperiments: [key], metrics, independentMetrics: true });
  assert.deepEqual(
    found[key]?.metrics.map(({ metricName }) => metricName),
    ['metric 39999'],
  );
});

test('a chart contains points that are logged after an earlier read', async (t) => {
  const service = await testService(t);
  const key = await logSeries(service, 'loss', 10, {});
  const question = { targetedExperiments: [key], metrics: ['loss'] };
  assert.equal((await chart(service, question))[key]!.metrics[0]!.values.length, 10);
  await logBatch(service, key, [{ metricName: 'loss', metricValue: 7, step: 10, timestamp: 4_000 }]);
  const { values, durations } = (await chart(service, question))[key]!.metrics[0]!;
  assert.equal(values.at(-1), 7);
  // The late point has the earliest timestamp: durations are measured from it.
  assert.deepEqual(durations!.slice(0, 2), [1_000, 1_010]);
});

test('a chart contains a resumed run, and points with equal timestamps', async (t) => {
  const service = await testService(t);
  const experimentKey = 'a'.repeat(32);
  const body = { workspaceName: 'ada', projectName: 'digits', experimentKey };
  const shown = async () => {
    const question = { targetedExperiments: [experimentKey], metrics: ['m'] };
    return (await chart(service, question))[experimentKey]!.metrics[0]!.values;
  };
  for (const metricValue of [1, 2]) {
    await service.call('POST', `${rest}/write/experiment/create`, body);
    await logBatch(service, experimentKey, [{ metricName: 'm', metricValue, timestamp: 1000 }]);
    assert.deepEqual(await shown(), [metricValue]);
    await logBatch(service, experimentKey, [{ metricName: 'm', metricValue: 9, timestamp: 1000 }]);
    assert.deepEqual(await shown(), [metricValue, 9]);
    await service.call('GET', `${rest}/write/experiment/delete?experimentKey=${experimentKey}`);
  }
});

test('dependent metrics are returned at the steps that all of them have', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  await logBatch(service, key, [
    ...[0, 1, 2, 3].map((step) => ({ metricName: 'a', metricValue: step, step, timestamp: step })),
    ...[1, 3, 5].map((step) => ({ metricName: 'b', metricValue: step * 10, step, timestamp: step })),
  ]);
  const question = { targetedExperiments: [key], metrics: ['a', 'b'], independentMetrics: false };
  const entry = (await chart(service, question))[key]!;
  assert.deepEqual(entry.steps, [1, 3]);
  assert.deepEqual(
    entry.metrics.map((metric) => [metric.metricName, metric.values, metric.steps]),
    [
      ['a', [1, 3], [1, 3]],
      ['b', [10, 30], [1, 3]],
    ],
  );
  assert.deepEqual((await chart(service, { ...question, metrics: ['a', 'c'] }))[key]!.metrics, []);
});

test('a chart of parameters alone returns their values', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  await service.call('POST', '/clientlib/batch/logger/experiment/parameter', {
    experimentKey: key,
    values: [
      { parameterName: 'lr', parameterValue: 0.1, source: 'manual' },
      { parameterName: 'deep', parameterValue: { a: [1] }, context: 'train' },
      { parameterName: 'flag', parameterValue: true },
    ],
  });
  const response = await chart(service, { targetedExperiments: [key], params: ['lr', 'absent'] });
  assert.deepEqual([response[key]!.params, response[key]!.metrics], [{ lr: '0.1' }, []]);
  const { values } = await service.call<{ values: ParameterSummary[] }>(
    'GET',
    `${rest}/experiment/parameters?experimentKey=${key}`,
  );
  assert.deepEqual(
    values.map((value) => [value.name, value.valueCurrent]),
    [
      ['flag', 'true'],
      ['lr', '0.1'],
      ['train_deep', '{"a":[1]}'],
    ],
  );
});

test('a parameter that is logged again retains its minimum and maximum', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  for (const [timestamp, parameterValue] of [10, 9, 100, 11].entries()) {
    await service.call('POST', `${rest}/write/experiment/parameter`, {
      experimentKey: key,
      parameterName: 'lr',
      parameterValue,
      timestamp,
    });
  }
  const { values } = await service.call<{ values: ParameterSummary[] }>(
    'GET',
    `${rest}/experiment/parameters?experimentKey=${key}`,
  );
  assert.deepEqual(values, [
    {
      name: 'lr',
      valueMin: '9',
      valueMax: '100',
      valueCurrent: '11',
      timestampMin: 1,
      timestampMax: 2,
      timestampCurrent: 3,
    },
  ]);
});

test('system readings become metrics with the names that the Python client uses', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const post = (path: string, body: object) =>
    service.call('POST', `${rest}/write/experiment/${path}`, { experimentKey: key, ...body });
  await post('cpu-metrics', { cpuPercentUtilization: [10, 30] });
  await post('ram-metrics', { totalRam: 64, usedRam: 8 });
  await post('load-metrics', { loadAverage: 0.5 });
  const gpu = { gpuId: 0, freeMemory: 1, usedMemory: 2, gpuUtilization: 3, totalMemory: 4 };
  await post('gpu-metrics', { gpus: [gpu] });
  const details = await service.call('GET', `${rest}/experiment/system-details?experimentKey=${key}`);
  assert.deepEqual([details.totalRam, details.maxTotalMemory], [64, 4]);
  const summaries = (await readSummary(service, key)).map((entry) => `${entry.name} ${entry.valueCurrent}`);
  assert.deepEqual(summaries, [
    'sys.cpu.percent.01 10',
    'sys.cpu.percent.02 30',
    'sys.cpu.percent.avg 20',
    'sys.gpu.0.free_memory 1',
    'sys.gpu.0.gpu_utilization 3',
    'sys.gpu.0.total_memory 4',
    'sys.gpu.0.used_memory 2',
    'sys.load.avg 0.5',
    'sys.ram.total 64',
    'sys.ram.used 8',
  ]);
});

test('a run copied up to a step begins with the points up to it', async (t) => {
  const service = await testService(t);
  const from = await logSeries(service, 'loss', 20, {});
  const to = 'd'.repeat(32);
  await service.call('POST', '/clientlib/logger/copy-steps-from-experiment', {
    copiedExperimentKey: from,
    newExperimentKey: to,
    stepToCopyTo: 4,
  });
  const records = await readMetric(service, to, 'loss');
  assert.deepEqual(
    records.map((record) => record.step),
    [0, 1, 2, 3, 4],
  );
});

/** Steps of metrics whose points are copied up to a step: in order, of a resumed run, some missing, all missing. */
const copiedSteps: Readonly<Record<string, (index: number) => number | null>> = {
  ascending: (index) => index,
  resumed: (index) => (index < 2200 ? index : index - 2000),
  partial: (index) => (index % 1500 === 7 ? null : index),
  none: () => null,
};

test('a copied run has the records that it would have if its points had been logged to it', async (t) => {
  const service = await testService(t);
  const points = Object.entries(copiedSteps).flatMap(([metricName, stepOf]) =>
    Array.from({ length: 4000 }, (_, index) => ({
      metricName,
      metricValue: index === 1500 ? 'NaN' : index === 300 ? '-Infinity' : Math.sin(index),
      step: stepOf(index),
      // The last in time is not the last logged.
      timestamp: 5_000 + (index === 700 ? 9_000 : index),
    })),
  );
  const from = await service.experiment();
  await logBatch(service, from, points);
  const recordsOf = async (key: string) => {
    const tables = ['metric_summaries', 'metric_chunks', 'metric_ranges'] as const;
    const rows = tables.map((table) =>
      service.store.db.selectFrom(table).selectAll().where('experiment_key', '=', key).execute(),
    );
    const found = (await Promise.all(rows)).flat().map((row) => JSON.stringify({ ...row, experiment_key: '' }));
    return found.toSorted();
  };
  for (const [number, lastStep] of [null, -1, 100, 2047, 2048, 3000, 9999].entries()) {
    const copy = String(number).padStart(32, 'd');
    await service.call('POST', '/clientlib/logger/copy-steps-from-experiment', {
      copiedExperimentKey: from,
      newExperimentKey: copy,
      stepToCopyTo: lastStep,
    });
    const logged = await service.experiment();
    const upTo = points.filter(({ step }) => lastStep === null || step === null || step <= lastStep);
    await logBatch(service, logged, upTo);
    assert.deepEqual(await recordsOf(copy), await recordsOf(logged), `to ${lastStep}`);
    for (const name of Object.keys(copiedSteps)) {
      assert.deepEqual(await readMetric(service, copy, name), await readMetric(service, logged, name), name);
    }
  }
});

test('a copy that is requested again is the same run', async (t) => {
  const service = await testService(t);
  const from = await logSeries(service, 'loss', 3, {});
  const request = { copiedExperimentKey: from, newExperimentKey: 'd'.repeat(32), localTimestamp: 1 };
  const copy = (body: object, status = 200) =>
    service.call('POST', '/clientlib/logger/copy-steps-from-experiment', body, status);
  const [first, meanwhile] = await Promise.all([copy(request), copy(request)]);
  assert.deepEqual(meanwhile, first);
  assert.deepEqual(await copy(request), first);
  assert.equal((await copy({ ...request, localTimestamp: 2 }, 400)).sdk_error_code, 90999);
  assert.equal((await readMetric(service, request.newExperimentKey, 'loss')).length, 3);
});
