import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import { test } from 'node:test';
import { API } from '@tracklens/core';
import { metricWindows } from '@tracklens/core/client';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { insertExperiment } from '../../packages/server/src/store/experiments/experiments.ts';
import { ensureProject } from '../../packages/server/src/store/experiments/projects.ts';
import { appendPoints } from '../../packages/server/src/store/metrics/metric-append.ts';
import { openStore } from '../../packages/server/src/store/open-store.ts';
import { startLocalService } from '../../scripts/setup.ts';

const experimentKey = 'e'.repeat(32);
const chunks = 300;
const count = chunks * 1024;

/** Fills a data folder with a metric whose chunks have no ranges, as earlier versions wrote them. */
async function fillFolder(folder: string): Promise<void> {
  const store = await openStore({ folder });
  try {
    const project = { workspaceName: 'ada', projectName: 'long', owner: 'ada' };
    const { project_id: projectId } = await ensureProject(store.db, project, 1);
    const experiment = { experimentKey, projectId, name: 'long', runId: 'r', liveness: 'none', startTime: 1 } as const;
    await insertExperiment(store.db, experiment, 1);
    const points = Array.from({ length: count }, (_, step) => ({
      name: 'loss',
      context: null,
      epoch: null,
      value: Math.sin(step),
      step,
      timestamp: 1 + step,
    }));
    await appendPoints(store, experimentKey, points);
    await store.db.deleteFrom('metric_ranges').execute();
  } finally {
    await store.close();
  }
}

test('a service that is killed while it adds missing ranges of chunks adds them after the next start', async (t) => {
  const folder = await temporaryFolder(t);
  await fillFolder(folder);
  const series = [{ experimentKey, metricName: 'loss', from: 5000, to: 5999 }];
  for (const isKilled of [true, false]) {
    const service = await startLocalService(folder);
    cleanup(t).defer(() => service.stop());
    const api = new API({ apiKey: service.env.SERVICE_API_KEY!, url: service.url, retry: { attempts: 1 } });
    const watcher = watch(folder);
    cleanup(t).defer(() => watcher.close());
    const written = new Promise<void>((resolve) => {
      watcher.on('change', (_, name) => name === 'tracklens.db-wal' && resolve());
    });
    const reading = metricWindows(api.connection, series, { axis: 'step', buckets: 100 });
    if (isKilled) {
      await Promise.race([written, reading]);
      process.kill(service.pid, 'SIGKILL');
      await reading.catch(() => {});
    } else {
      const [window] = (await reading)!;
      assert.deepEqual([window!.total, window!.steps[0], window!.steps.at(-1)], [1000, 4999, 6000]);
    }
    await service.stop();
  }
  const store = await openStore({ folder });
  const rows = await store.db.selectFrom('metric_ranges').select('data').execute();
  await store.close();
  const rangeBytes = 17 * 8;
  assert.equal(
    rows.reduce((sum, { data }) => sum + data.byteLength, 0),
    chunks * rangeBytes,
  );
});
