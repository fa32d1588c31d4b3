import assert from 'node:assert/strict';
import { contract } from '@tracklens/core/contract';
import type { Locator } from 'playwright-core';

/** Number of points of a long metric: more than a service returns for a chart. */
const pointCount = 200_000;
const pointsPerRequest = 10_000;
const projectName = 'long';

/** Service to log into. */
interface LoggedService {
  readonly url: string;
  readonly apiKey: string;
  readonly workspace: string;
}

/** Experiment with a long metric `loss`. */
export interface LongMetric {
  readonly experimentKey: string;
  /** Deletes the experiment and its project. */
  remove(): Promise<void>;
}

/** Logs a long metric to an experiment named `marathon`, in a project of its own. */
export async function logLongMetric({ url, apiKey, workspace }: LoggedService): Promise<LongMetric> {
  const post = async ({ path }: { readonly path: string }, body: object): Promise<Record<string, unknown>> => {
    const headers = { authorization: apiKey, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const project = { workspaceName: workspace, projectName };
  const created = await post(contract.experiments.create, { ...project, experimentName: 'marathon' });
  const experimentKey = String(created.experimentKey);
  for (let from = 0; from < pointCount; from += pointsPerRequest) {
    const values = Array.from({ length: pointsPerRequest }, (_, index) => {
      const step = from + index;
      const timestamp = 1_790_000_000_000 + step * 10;
      return { metricName: 'loss', metricValue: Math.exp(-step / 50_000) + 0.01 * (step % 2), step, timestamp };
    });
    await post(contract.metrics.logBatch, { experimentKey, values });
  }
  await post(contract.experiments.updateStatus, { experimentKey, isAlive: false });
  return {
    experimentKey,
    remove: async () => void (await post(contract.projects.remove, { ...project, deleteAllExperiments: true })),
  };
}

/** Zooms into a chart of a long metric, whose caption then says that every logged point of the view is drawn. */
export async function zoomToSingleSteps(card: Locator): Promise<void> {
  const caption = card.locator('.tracklens-chart-caption');
  await caption.filter({ hasText: '200,000 points' }).waitFor();
  const plot = card.locator('.tracklens-plot');
  for (const [presses, inView] of [
    [8, /^(78[0-9]) of \1 points in view/],
    [5, /^(2[45]) of \1 points in view/],
  ] as const) {
    for (let press = 0; press < presses; press++) await plot.press('+');
    await caption.filter({ hasText: inView }).waitFor();
  }
  assert.doesNotMatch(await caption.innerText(), /sampled|at most/);
}
