import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { API } from '@tracklens/core';
import { request } from 'undici';
import { startLocalService } from '../../scripts/local-service.ts';
import { pythonEnvironment } from '../../scripts/python-environment.ts';
import type { Measured } from '../goal.ts';
import { pythonSide } from '../python-side.ts';
import { type Seeded, seed } from '../seed.ts';
import { sideBySide, timed } from '../side-by-side.ts';

/** Checks that a read returned everything, so that no side wins by reading less. */
function mustHold(points: number, seeded: Seeded): void {
  if (points !== seeded.points) throw new Error(`${points} points instead of ${seeded.points}`);
}

/**
 * `getMetricsForChart` of 50 experiments x 2 metrics x 10,000 points, against the Python SDK and against reading the
 * bytes.
 */
export async function metricsForChart(): Promise<Measured[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-bench-'));
  const service = await startLocalService(folder, { built: true });
  try {
    const seeded = await seed(service, { experiments: 50, metrics: 2, points: 10_000 });
    const keys = [...seeded.keys];
    const api = new API({ apiKey: service.env.SERVICE_API_KEY!, url: service.env.SERVICE_URL_OVERRIDE!, cache: false });
    const ours = {
      name: 'getMetricsForChart',
      run: () =>
        timed(async () => {
          const chart = await api.getMetricsForChart(keys, { metrics: [...seeded.metrics], full: true });
          const points = Object.values(chart)
            .flatMap((entry) => entry.metrics)
            .reduce((sum, metric) => sum + metric.values.length, 0);
          mustHold(points, seeded);
        }),
    };
    const bytes = {
      name: 'bytes + JSON.parse',
      run: () =>
        timed(async () => {
          const response = await request(`${service.url}/api/rest/v2/experiments/multi-metric-chart`, {
            method: 'POST',
            headers: { authorization: service.env.SERVICE_API_KEY!, 'content-type': 'application/json' },
            body: JSON.stringify({
              targetedExperiments: keys,
              metrics: seeded.metrics,
              params: null,
              independentMetrics: true,
              fetchFull: true,
            }),
          });
          JSON.parse(await response.body.text());
        }),
    };
    const { python, env } = await pythonEnvironment();
    const argument = JSON.stringify([keys, seeded.metrics, seeded.points]);
    const comet = await pythonSide('comet-ml', python, 'comet_chart.py', [argument], { ...env, ...service.env });
    try {
      const work = 'getMetricsForChart, 50 x 2 x 10,000 points, same service';
      return [
        { work, comparison: await sideBySide(ours, comet), atLeast: 4 },
        { work: `${work}: share of the limit`, comparison: await sideBySide(ours, bytes), atLeast: 1 / 1.25 },
      ];
    } finally {
      await comet.close();
    }
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
