import type { LocalService } from '../scripts/local-service.ts';

/** Contents of the service for a measurement. */
export interface Seeded {
  readonly keys: readonly string[];
  readonly metrics: readonly string[];
  /** In all experiments and metrics. */
  readonly points: number;
}

const perBatch = 10_000;

async function post(service: LocalService, path: string, body: unknown): Promise<Response> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: service.env.SERVICE_API_KEY!, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** Returns a noisy falling curve, the same for an experiment and metric in every run. */
export function lossCurve(experiment: number, metric: number, points: number): Float64Array {
  const values = new Float64Array(points);
  let state = (experiment * 7919 + metric * 104_729 + 1) >>> 0;
  for (let step = 0; step < points; step++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const noise = state / 2 ** 32 - 0.5;
    values[step] = (2 + metric) * Math.exp(-step / (points / (3 + (experiment % 5)))) + 0.2 * noise + 0.1 * experiment;
  }
  return values;
}

/** Logs `metrics` curves of `points` points to each of `experiments` new experiments, as a training script would. */
export async function seed(
  service: LocalService,
  { experiments, metrics, points }: { experiments: number; metrics: number; points: number },
): Promise<Seeded> {
  const names = Array.from({ length: metrics }, (_, index) => `metric_${index}`);
  const keys: string[] = [];
  for (let experiment = 0; experiment < experiments; experiment++) {
    const response = await post(service, '/api/rest/v2/write/experiment/create', {
      workspaceName: 'bench',
      projectName: 'bench',
    });
    const { experimentKey } = (await response.json()) as { experimentKey: string };
    keys.push(experimentKey);
    for (const [metric, metricName] of names.entries()) {
      const curve = lossCurve(experiment, metric, points);
      for (let from = 0; from < points; from += perBatch) {
        const values = Array.from(curve.subarray(from, from + perBatch), (metricValue, index) => ({
          metricName,
          metricValue,
          step: from + index,
          epoch: null,
          context: null,
          timestamp: 1_790_000_000_000 + (from + index) * 100,
        }));
        await post(service, '/clientlib/batch/logger/experiment/metric', { experimentKey, values });
      }
    }
  }
  return { keys, metrics: names, points: experiments * metrics * points };
}
