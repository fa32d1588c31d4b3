import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startLocalService } from '../../scripts/setup.ts';
import { type ServiceClient, serviceClient } from './service-client.ts';

const kills = 4;
const metricNames = ['loss', 'accuracy', 'rate'];

/** What one writer was told is kept. */
interface Acknowledged {
  readonly experimentKey: string;
  /** Steps of each metric that were acknowledged: from 0, without gaps. */
  steps: number;
  readonly assets: { assetId: string; content: string }[];
}

function batch(experimentKey: string, from: number, size: number) {
  const values = Array.from({ length: size }, (_, index) => from + index).flatMap((step) =>
    metricNames.map((metricName) => ({ metricName, metricValue: Math.sin(step), step, timestamp: 1_000_000 + step })),
  );
  return { experimentKey, values };
}

/** Logs batches of ever other sizes and now and then a file, until the service is gone. */
async function writeUntilGone(client: ServiceClient, kept: Acknowledged): Promise<void> {
  const { experimentKey } = kept;
  try {
    for (let round = 0; ; round++) {
      const size = 1 + ((round * 37) % 300);
      await client.post('/clientlib/batch/logger/experiment/metric', batch(experimentKey, kept.steps, size));
      kept.steps += size;
      if (round % 5 !== 0) continue;
      const assetId = crypto.randomUUID().replaceAll('-', '');
      const content = `${assetId} `.repeat(1000);
      await client.upload(
        `/clientlib/asset/upload?experimentId=${experimentKey}&assetId=${assetId}&fileName=f`,
        content,
      );
      kept.assets.push({ assetId, content });
    }
  } catch {
    // The kill. What was not answered may be there or not.
  }
}

async function assertKept(client: ServiceClient, kept: Acknowledged): Promise<void> {
  const { experimentKey } = kept;
  for (const name of metricNames) {
    const { metrics } = await client.get<{ metrics: { step: number; metricValue: string }[] }>(
      `/api/rest/v2/experiment/metrics/get-metric?experimentKey=${experimentKey}&metricName=${name}`,
    );
    assert.ok(
      metrics.length >= kept.steps,
      `${name}: ${metrics.length} of ${kept.steps} acknowledged points are there`,
    );
    metrics.forEach((point, step) => {
      assert.deepEqual([point.step, Number(point.metricValue)], [step, Math.sin(step)]);
    });
    // What was under way when the service died is there whole or not at all: the next batch begins after it.
    kept.steps = Math.max(kept.steps, metrics.length);
  }
  for (const { assetId, content } of kept.assets) {
    const path = `/api/rest/v2/experiment/asset/get-asset?experimentKey=${experimentKey}&assetId=${assetId}`;
    assert.equal(await client.text(path), content);
  }
}

test('what was acknowledged is there after the service was killed, again and again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tracklens-sigkill-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const writers: Acknowledged[] = ['a', 'b', 'c'].map((letter) => ({
    experimentKey: letter.repeat(32),
    steps: 0,
    assets: [],
  }));
  for (let kill = 0; kill < kills; kill++) {
    const service = await startLocalService(folder);
    const client = await serviceClient(service);
    for (const writer of writers) {
      await client.post('/clientlib/logger/add/run', { experimentKey: writer.experimentKey, getOrCreateEnabled: true });
      await assertKept(client, writer);
    }
    const writing = writers.map((writer) => writeUntilGone(client, writer));
    await pause(100 + Math.random() * 600);
    process.kill(service.pid, 'SIGKILL');
    await Promise.all(writing);
    await service.stop();
  }
  const points = writers.reduce((sum, writer) => sum + writer.steps * metricNames.length, 0);
  t.diagnostic(
    `${kills} kills, ${points} acknowledged points, ${writers.flatMap((writer) => writer.assets).length} files`,
  );
  assert.ok(points > 1000);

  const database = new DatabaseSync(join(folder, 'tracklens.db'));
  assert.equal(database.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
  database.close();

  const service = await startLocalService(folder);
  t.after(() => service.stop());
  for (const writer of writers) await assertKept(await serviceClient(service), writer);
});
