/** Reads of all points of a long metric: complete, consistent, in small pieces, and without blocking other requests. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { experimentsInBatches } from '../../packages/server/src/store/experiments/experiment-lists.ts';
import { insertExperiment } from '../../packages/server/src/store/experiments/experiments.ts';
import { requireProject } from '../../packages/server/src/store/experiments/projects.ts';
import { appendPoints } from '../../packages/server/src/store/metrics/metric-append.ts';
import { removeExperiments } from '../../packages/server/src/store/removal/experiment-removal.ts';
import { type TestService, testService } from '../../packages/server/src/testing/test-service.ts';

const count = 200_000;
const rest = '/api/rest/v2';
const experimentKey = 'k'.repeat(32);
const address = `${rest}/experiment/metrics/get-metric?experimentKey=${experimentKey}&metricName=loss`;
const pointsPerBatch = 10_000;

const pointAt = (step: number, timestamp = 1_700_000_000_000 + step) => ({
  name: 'loss',
  context: null,
  value: Math.sin(step),
  step,
  epoch: null,
  timestamp,
});

async function logPoints({ store }: TestService, from: number, to: number, origin?: number): Promise<void> {
  for (let step = from; step < to; step += pointsPerBatch) {
    const length = Math.min(pointsPerBatch, to - step);
    const points = Array.from({ length }, (_, index) => pointAt(step + index, origin));
    await appendPoints(store, experimentKey, points);
  }
}

async function createExperiment(service: TestService): Promise<void> {
  const experiment = { workspaceName: 'ada', projectName: 'p', experimentKey };
  await service.call('POST', `${rest}/write/experiment/create`, experiment);
}

async function serviceWithPoints(t: TestContext, points = count): Promise<TestService> {
  const service = await testService(t);
  await createExperiment(service);
  await logPoints(service, 0, points);
  return service;
}

async function begin(service: TestService): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  return (await service.send('GET', address)).body!.getReader();
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, onPiece = () => {}): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return pieces;
    pieces.push(value);
    onPiece();
  }
}

const stepsOf = (pieces: readonly Uint8Array[]) =>
  (JSON.parse(Buffer.concat(pieces).toString()) as { metrics: { step: number }[] }).metrics.map(({ step }) => step);
const stepsTo = (end: number) => Array.from({ length: end }, (_, step) => step);

test('every point of a long metric is streamed once and in order, in bounded memory', async (t) => {
  const service = await serviceWithPoints(t);
  const pieces = await readAll(await begin(service));
  assert.deepEqual(stepsOf(pieces), stepsTo(count));
  const largest = Math.max(...pieces.map(({ byteLength }) => byteLength));
  const size = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  assert.ok(largest * 50 < size, `a piece of ${largest} bytes of ${size}`);
});

test('points logged during a read are not part of it, also when the last chunk is sealed meanwhile', async (t) => {
  for (const end of [5000, 5120, 5121]) {
    for (const added of [1, 3000]) {
      await t.test(`${end} points, ${added} more`, async (t) => {
        const service = await serviceWithPoints(t, end);
        const reader = await begin(service);
        const { value } = await reader.read();
        await logPoints(service, end, end + added);
        assert.deepEqual(stepsOf([value!, ...(await readAll(reader))]), stepsTo(end));
      });
    }
  }
});

test('the response is aborted when the experiment is deleted or created again during a read', async (t) => {
  for (const isRecreated of [false, true]) {
    const service = await serviceWithPoints(t, 50_000);
    const reader = await begin(service);
    await reader.read();
    await removeExperiments(service.store, [experimentKey]);
    if (isRecreated) {
      await createExperiment(service);
      await logPoints(service, 0, 60_000, 1_800_000_000_000);
    }
    await assert.rejects(readAll(reader), /There is no experiment/, String(isRecreated));
  }
});

test('other requests are answered between two chunks, with any number of readers', { timeout: 60_000 }, async (t) => {
  const service = await serviceWithPoints(t, 60_000);
  let pieces = 0;
  let readers = 12;
  const reading = Array.from({ length: readers }, async () => {
    await readAll(await begin(service), () => pieces++);
    readers--;
  });
  // Each iteration of the event loop reads one request of a socket.
  const between: number[] = [];
  while (readers > 0) {
    const before = pieces;
    await new Promise((done) => setImmediate(done));
    assert.equal((await service.send('GET', `${rest}/workspaces`)).status, 200);
    between.push(pieces - before);
  }
  await Promise.all(reading);
  assert.ok(pieces > 500, `only ${pieces} pieces`);
  const most = Math.max(...between);
  assert.ok(most * 20 < pieces, `${most} of ${pieces} pieces before a small read was answered`);
});

test('a long list of experiments keeps its order and omits experiments deleted during the read', async (t) => {
  const service = await testService(t);
  const { store } = service;
  await service.experiment('many');
  const { project_id: projectId } = await requireProject(store.db, { workspaceName: 'ada', projectName: 'many' });
  const keys = Array.from({ length: 4500 }, (_, index) => String(index).padStart(32, 'e'));
  await store.db.transaction().execute(async (trx) => {
    for (const [index, experimentKey] of keys.entries()) {
      const experiment = {
        experimentKey,
        projectId,
        name: null,
        runId: 'r',
        liveness: 'none',
        startTime: index + 1,
      } as const;
      await insertExperiment(trx, experiment, 1);
    }
  });
  const listed = async (options: string) => {
    const path = `${rest}/experiments?projectId=${projectId}&archived=false&sortBy=startTime&sortOrder=asc&${options}`;
    const { experiments } = await service.call<{ experiments: { experimentKey: string }[] }>('GET', path);
    return experiments.map((experiment) => experiment.experimentKey).filter((key) => key.startsWith('eeee'));
  };
  assert.deepEqual(await listed(''), keys);
  assert.deepEqual(await listed('page=2&size=2100'), keys.slice(2100, 4200));
  const batches = experimentsInBatches(store.db, projectId, { archived: false, sortOrder: 'asc', now: 1 });
  const found = (await batches.next()).value as { experiment_key: string }[];
  await removeExperiments(store, [keys[4000]!]);
  for await (const batch of batches) found.push(...batch);
  const expected = keys.filter((key) => key !== keys[4000]);
  assert.deepEqual(
    // The other experiment of the project has a random key.
    found.map((row) => row.experiment_key).filter((key) => key.startsWith('eeee')),
    expected,
  );
});
