import { insertExperiment } from '../packages/server/src/store/experiments/experiments.ts';
import { ensureProject } from '../packages/server/src/store/experiments/projects.ts';
import { appendPoints } from '../packages/server/src/store/metrics/metric-append.ts';
import { openStore } from '../packages/server/src/store/open-store.ts';

const experimentKey = 'long'.padEnd(32, '0');
const start = 1_780_000_000_000;
const pointsPerBatch = 10_000;

/**
 * Fills a data folder with one experiment that has a long metric `loss`; returns its key. No service may use the folder
 * meanwhile.
 */
export async function seedLongMetric(folder: string, points: number): Promise<string> {
  const store = await openStore({ folder });
  try {
    const project = { workspaceName: 'bench', projectName: 'long', owner: 'bench' };
    const { project_id: projectId } = await ensureProject(store.db, project, start);
    const experiment = {
      experimentKey,
      projectId,
      name: 'long',
      runId: 'long',
      liveness: 'none',
      startTime: start,
    } as const;
    await insertExperiment(store.db, experiment, start);
    for (let from = 0; from < points; from += pointsPerBatch) {
      const batch = Array.from({ length: Math.min(pointsPerBatch, points - from) }, (_, index) => {
        const step = from + index;
        const value = Math.exp(-step / (points / 5)) + 0.01 * Math.sin(step * 12.9898);
        return { name: 'loss', context: null, value, step, epoch: null, timestamp: start + step * 100 + (step % 7) };
      });
      await appendPoints(store, experimentKey, batch);
    }
  } finally {
    await store.close();
  }
  return experimentKey;
}
