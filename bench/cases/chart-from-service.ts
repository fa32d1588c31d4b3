import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { API, APIExperiment } from '@tracklens/core';
import { startLocalService } from '../../scripts/local-service.ts';
import type { Outcome } from '../goal.ts';
import { peerEnvironment } from '../peer-environment.ts';
import { cpuMillisOf } from '../process-cost.ts';
import { pythonSide } from '../python-side.ts';
import { seed } from '../seed.ts';
import { type Sample, sideBySide, timed } from '../side-by-side.ts';

const experiments = 50;
const metrics = 2;
const points = 10_000;

/**
 * A million points from the service's disk to lists in the client, compared with Trackio reading as many from its own.
 * Before each read a step is logged to every experiment on both sides, so that neither uses a cache, as for a chart of
 * running experiments.
 */
export async function chartFromService(): Promise<Outcome[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-bench-'));
  const peers = await peerEnvironment();
  const service = await startLocalService(path.join(folder, 'ours'), { built: true });
  try {
    const seeded = await seed(service, { experiments, metrics, points });
    const api = new API({ apiKey: service.env.SERVICE_API_KEY!, url: service.env.SERVICE_URL_OVERRIDE!, cache: false });
    const handles = seeded.keys.map((previousExperiment) => new APIExperiment({ api, previousExperiment }));
    let logged = points;
    const ours = {
      name: 'service and getMetricsForChart',
      async run(): Promise<Sample> {
        const values = Object.fromEntries(seeded.metrics.map((name) => [name, logged / 3]));
        await Promise.all(handles.map((handle) => handle.logMetrics(values, { step: logged, timestamp: Date.now() })));
        logged++;
        let read = 0;
        const before = cpuMillisOf(service.pid);
        const sample = await timed(async () => {
          const chart = await api.getMetricsForChart([...seeded.keys], { metrics: [...seeded.metrics], full: true });
          for (const entry of Object.values(chart)) for (const metric of entry.metrics) read += metric.values.length;
        });
        if (read !== experiments * metrics * logged) throw new Error(`${read} points`);
        // Trackio reads in one process; ours takes two.
        return { ...sample, cpuMillis: sample.cpuMillis! + cpuMillisOf(service.pid) - before };
      },
    };
    const trackio = await pythonSide(
      'Trackio get_logs_batch, in its process',
      peers.python,
      'trackio_chart.py',
      [experiments, metrics, points].map(String),
      { ...peers.env, TRACKIO_DIR: path.join(folder, 'trackio') },
    );
    const comparison = await sideBySide(ours, trackio, { rounds: 5 }).finally(() => trackio.close());
    const work = `${experiments} x ${metrics} x 10,000 points from disk to lists, while they grow`;
    return [{ work, comparison, atLeast: 4 }];
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
