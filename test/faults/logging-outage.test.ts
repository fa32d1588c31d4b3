import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { API, APIExperiment, isRestApiException, type LogLoss } from '@tracklens/core';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { type Service, startService } from '@tracklens/server';
import { type FaultyServer, faultyServer, refused, reset } from './faulty-server.ts';

const apiKey = 'outage-key-0123456789';
const count = 500;
const steps = Array.from({ length: count }, (_, step) => step);

interface Run {
  readonly api: API;
  readonly experiment: APIExperiment;
  readonly warnings: string[];
  /** Reads the steps of a metric by another client. */
  stored(metric?: string): Promise<(number | null)[]>;
}

async function runOf(url: string): Promise<Run> {
  const warnings: string[] = [];
  const options = { url, apiKey, cache: false, spool: false as const, retry: { pause: async () => {} } };
  const api = new API({ ...options, warn: (message) => warnings.push(message) });
  const experiment = await APIExperiment.create({ api, workspace: 'lab', projectName: 'outage', start: false });
  return {
    api,
    experiment,
    warnings,
    async stored(metric = 'loss') {
      const reader = new APIExperiment({ api: new API(options), previousExperiment: experiment.key });
      return (await reader.getMetrics({ metric })).map(({ step }) => step);
    },
  };
}

async function behindProxy(t: TestContext): Promise<Run & { readonly server: FaultyServer }> {
  const folder = await temporaryFolder(t);
  const service = await startService({ dataFolder: join(folder, 'data'), apiKey });
  cleanup(t).defer(() => service.close());
  const server = await faultyServer(t, service.url);
  return { ...(await runOf(server.url)), server };
}

/** Fails the test when a rejection has no handler. */
function noUnhandledRejection(t: TestContext): void {
  const found: unknown[] = [];
  const listener = (reason: unknown) => found.push(reason);
  process.on('unhandledRejection', listener);
  cleanup(t).defer(() => {
    process.off('unhandledRejection', listener);
    assert.deepEqual(found, []);
  });
}

test('a service that restarts while a program logs without waiting gets each point once', async (t) => {
  noUnhandledRejection(t);
  const dataFolder = join(await temporaryFolder(t), 'data');
  let service: Service = await startService({ dataFolder, apiKey });
  cleanup(t).defer(() => service.close());
  const { port } = service;
  const { experiment, stored, warnings } = await runOf(service.url);
  for (const step of steps) {
    void experiment.logMetrics({ loss: step / 3 }, { step });
    if (step === 100) await service.close();
    if (step === 300) {
      await assert.rejects(experiment.logMetric('awaited', 1, { step }), (error) => {
        assert.ok(isRestApiException(error) && error.code === 'unreachable', String(error));
        assert.deepEqual(error.data, { queued: true });
        return true;
      });
      service = await startService({ dataFolder, apiKey, port });
    }
  }
  await experiment.end();
  assert.deepEqual(await stored(), steps);
  assert.deepEqual(await stored('awaited'), [300]);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!, /^Data of experiment \w+ is queued until the service is available: /);
});

for (const [what, fault] of [
  ['the connection breaks after the service has stored the points', 'stored'],
  ['the connection breaks before', 'lost'],
  ['a proxy reports that the service is away', 'refused'],
] as const) {
  test(`${what}: each point is stored once`, async (t) => {
    noUnhandledRejection(t);
    const { experiment, server, stored } = await behindProxy(t);
    server.set(async (exchange) => {
      if (exchange.count % 3 === 0) return exchange.forward();
      if (fault === 'refused') return refused(502, 'Bad gateway')(exchange);
      if (fault === 'stored') await exchange.carryOut();
      reset(exchange);
    });
    for (const step of steps) {
      void experiment.logMetrics({ loss: step / 3 }, { step });
      if (step % 50 === 0) await new Promise(setImmediate);
    }
    await experiment.end();
    assert.deepEqual(await stored(), steps);
  });
}

test('a batch whose responses are lost for longer than a request is retried is stored once, and so are later ones', async (t) => {
  const { experiment, server, stored } = await behindProxy(t);
  server.set(async (exchange) => {
    if (exchange.count > 6) return exchange.forward();
    await exchange.carryOut();
    reset(exchange);
  });
  void experiment.logMetrics({ loss: 0 }, { step: 0 });
  for (const step of steps.slice(1)) void experiment.logMetrics({ loss: step / 3 }, { step });
  await experiment.end();
  assert.ok(server.requests.length > 6);
  assert.deepEqual(await stored(), steps);
});

test('equal points of one moment are all stored', async (t) => {
  const { experiment, stored } = await behindProxy(t);
  t.mock.method(Date, 'now', () => 1_700_000_000_000);
  for (let point = 0; point < 3; point++) {
    void experiment.logMetric('loss', 1);
    await experiment.end();
  }
  assert.equal((await stored()).length, 3);
});

test('end reports the points that a service which stays away did not get', async (t) => {
  noUnhandledRejection(t);
  const { experiment, server, stored } = await behindProxy(t);
  await experiment.logMetric('loss', 1, { step: 0 });
  server.set(reset);
  for (const step of [1, 2, 3]) void experiment.logMetrics({ loss: step, accuracy: step }, { step });
  await assert.rejects(experiment.end({ timeoutMillis: 0 }), (error) => {
    assert.ok(isRestApiException(error) && error.code === 'unreachable', String(error));
    assert.match(error.message, /^end: 3 calls were not stored: logMetrics \(2 points of loss, accuracy\): .+reached/);
    const { lost } = error.data as { lost: readonly LogLoss[] };
    assert.deepEqual(
      lost.flatMap(({ points = [] }) => points.map(({ metricName, step }) => `${metricName} ${step}`)),
      ['loss 1', 'accuracy 1', 'loss 2', 'accuracy 2', 'loss 3', 'accuracy 3'],
    );
    return true;
  });
  server.set(null);
  await experiment.logMetric('loss', 4, { step: 4 });
  await experiment.end();
  assert.deepEqual(await stored(), [0, 4]);
});

test('of points that nobody waits for, end reports those that are not valid, and the others are stored', async (t) => {
  noUnhandledRejection(t);
  const { experiment, stored } = await behindProxy(t);
  for (const step of [0, 1, 2]) void experiment.logMetrics({ loss: step }, { step });
  void experiment.logMetrics({ loss: null as never }, { step: 3 });
  void experiment.logMetric('loss', 'none', { step: 4 });
  void experiment.logParameter('', 1);
  await assert.rejects(experiment.logMetric('loss', 'handled', { step: 5 }), { code: 'invalid' });
  await assert.rejects(experiment.end(), (error) => {
    assert.ok(isRestApiException(error) && error.code === 'invalid', String(error));
    assert.match(
      error.message,
      /^end: 3 calls were not stored: .*logMetrics: the metric loss is not a number but null;/,
    );
    const { lost } = error.data as { lost: readonly LogLoss[] };
    assert.deepEqual(lost.map((loss) => loss.error.operation).toSorted(), ['logMetric', 'logMetrics', 'logParameter']);
    return true;
  });
  await experiment.end();
  assert.deepEqual(await stored(), [0, 1, 2]);
});
