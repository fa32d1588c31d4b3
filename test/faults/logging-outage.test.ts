import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { API, APIExperiment, type APIOptions, isRestApiException, type LogLoss } from '@tracklens/core';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { type Service, startService } from '@tracklens/server';
import type { HostServices } from '../../packages/core/src/client/connection.ts';
import { errorResponse, type FaultyServer, faultyServer, reset } from './faulty-server.ts';

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

async function runOf(url: string, own: Pick<APIOptions, 'spool'> = {}, host: HostServices = {}): Promise<Run> {
  const warnings: string[] = [];
  const options = { url, apiKey, cache: false, spool: false as const, retry: { pause: async () => {} }, ...own };
  const api = new API({ ...options, warn: (message) => warnings.push(message) }, host);
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

test('a service that restarts while a program logs without awaiting stores each point once', async (t) => {
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
  assert.match(warnings[0]!, /^Data of experiment \w+ is queued until it can be sent: /);
});

for (const awaySeconds of [1, 60]) {
  test(`a service that is away for ${awaySeconds} s gets each point, after few attempts`, async (t) => {
    noUnhandledRejection(t);
    const dataFolder = join(await temporaryFolder(t), 'data');
    let service: Service | null = await startService({ dataFolder, apiKey });
    cleanup(t).defer(() => service?.close());
    const { port, url } = service;
    const pauses: number[] = [];
    let elapsedMillis = 0;
    // The pauses of the queue are the clock of the outage.
    const queuePause = async (millis: number) => {
      pauses.push(millis);
      elapsedMillis += millis;
      if (elapsedMillis >= awaySeconds * 1000) service ??= await startService({ dataFolder, apiKey, port });
    };
    const { experiment, stored } = await runOf(url, {}, { queuePause });
    await experiment.logMetric('loss', 0, { step: 0 });
    await service.close();
    service = null;
    for (const step of steps.slice(1)) void experiment.logMetrics({ loss: step / 3 }, { step });
    await experiment.end();
    assert.deepEqual(await stored(), steps);
    // `end` waits, so that the pauses are of at most two seconds.
    assert.ok(pauses.length <= 2 + awaySeconds / 2, `${pauses.length} attempts`);
  });
}

test('the error of a call of end is not thrown again when the block of the run is left', async (t) => {
  const folder = await temporaryFolder(t);
  const service = await startService({ dataFolder: join(folder, 'data'), apiKey });
  cleanup(t).defer(() => service.close());
  const api = new API({ url: service.url, apiKey, spool: join(folder, 'spool'), warn: () => {} });
  await using run = await APIExperiment.create({ api, workspace: 'lab', projectName: 'outage' });
  await service.close();
  void run.logMetric('loss', 1, { step: 0 });
  await assert.rejects(run.end({ timeoutMillis: 0 }), { operation: 'end', message: /on disk and not stored yet/ });
});

test('what exceeds the memory of the queue is written to disk at once, and nothing is lost', async (t) => {
  noUnhandledRejection(t);
  const folder = await temporaryFolder(t);
  const [dataFolder, spool] = [join(folder, 'data'), join(folder, 'spool')];
  let service: Service = await startService({ dataFolder, apiKey });
  cleanup(t).defer(() => service.close());
  const { port, url } = service;
  const { experiment, stored } = await runOf(url, { spool });
  await service.close();
  // A text counts with two bytes for each character, and the limit is 32 MB.
  const many = Array.from({ length: 20 }, (_, step) => step);
  for (const step of many) {
    void experiment.logMetric('loss', step, { step });
    void experiment.logOutput(`${'x'.repeat(1_000_000)}\n`);
  }
  assert.ok((await readdir(spool)).length > 0);
  service = await startService({ dataFolder, apiKey, port });
  await experiment.end();
  assert.deepEqual(await stored(), many);
  assert.equal((await experiment.getOutput()).length, 20 * 1_000_001);
  assert.deepEqual(await readdir(spool), []);
});

test('a clock that is set back or forward during an outage neither loses nor delays points', async (t) => {
  noUnhandledRejection(t);
  const { experiment, server, stored } = await behindProxy(t);
  const { now } = Date;
  let aheadMillis = 0;
  t.mock.method(Date, 'now', () => now() + aheadMillis);
  server.set((exchange) => (exchange.count < 5 ? reset(exchange) : exchange.forward()));
  for (const [index, ahead] of [0, -3_600_000, 7_200_000].entries()) {
    aheadMillis = ahead;
    for (const step of [0, 1, 2]) void experiment.logMetrics({ loss: step / 3 }, { step: 3 * index + step });
    await new Promise(setImmediate);
  }
  await experiment.end();
  const inOrder = (await stored()).toSorted((a, b) => a! - b!);
  assert.deepEqual(inOrder, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
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
      if (fault === 'refused') return errorResponse(502, 'Bad gateway')(exchange);
      if (fault === 'stored') await exchange.callService();
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

test('a batch whose responses are lost for longer than the retries is stored once, and so are later ones', async (t) => {
  const { experiment, server, stored } = await behindProxy(t);
  server.set(async (exchange) => {
    if (exchange.count > 6) return exchange.forward();
    await exchange.callService();
    reset(exchange);
  });
  void experiment.logMetrics({ loss: 0 }, { step: 0 });
  for (const step of steps.slice(1)) void experiment.logMetrics({ loss: step / 3 }, { step });
  await experiment.end();
  assert.ok(server.requests.length > 6, `${server.requests.length} requests`);
  assert.deepEqual(await stored(), steps);
});

test('equal points with the same time are all stored', async (t) => {
  const { experiment, stored } = await behindProxy(t);
  t.mock.method(Date, 'now', () => 1_700_000_000_000);
  for (let point = 0; point < 3; point++) {
    void experiment.logMetric('loss', 1);
    await experiment.end();
  }
  assert.equal((await stored()).length, 3);
});

test('end reports the points lost when the service stays unavailable', async (t) => {
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

test('end reports invalid points that were not awaited, and the others are stored', async (t) => {
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

test('a file over 4 MiB that is logged while the service is unavailable is queued, stored once, or named as lost', async (t) => {
  noUnhandledRejection(t);
  const path = join(await temporaryFolder(t), 'weights.bin');
  await writeFile(path, randomBytes(5 * 1024 * 1024));
  const { experiment, server } = await behindProxy(t);
  server.set(reset);
  await assert.rejects(experiment.logAsset(path, { name: 'first.bin' }), (error) => {
    assert.ok(isRestApiException(error), String(error));
    assert.deepEqual(error.data, { queued: true });
    return true;
  });
  server.set(null);
  await experiment.end();
  const stored = (await experiment.getAssetList()).map(({ fileName, fileSize }) => [fileName, fileSize]);
  assert.deepEqual(stored, [['first.bin', 5 * 1024 * 1024]]);
  server.set(reset);
  void experiment.logAsset(path, { name: 'second.bin' });
  await assert.rejects(experiment.end({ timeoutMillis: 0 }), /one call was not stored: logAsset: second\.bin: /);
});
