import { eachOf } from '../api/each-of.ts';
import type { BaseAPI, OperationOptions } from '../api/index.ts';
import { RestApiException } from '../client/errors.ts';
import type { ExperimentReading } from '../experiment/experiment-reading.ts';
import type { Target } from './target.ts';
import { thinnedEntry } from './thin.ts';
import { type Snapshot, type SnapshotExperiment, snapshotBudgetBytes } from './view-payload.ts';

/** Experiments of a project that a copy holds, newest first, and how many of them with points. */
const projectExperiments = 60;
const projectCharted = 25;
/** Metrics with points: of one experiment, and of each of many. */
const experimentMetrics = 40;
const projectMetrics = 6;
const mostPoints = 500;
const fewestPoints = 24;

/** Names of metrics, those that most experiments share first, what the machine logs about itself last. */
export function mainMetrics(experiments: readonly Pick<SnapshotExperiment, 'metrics'>[]): string[] {
  const count = new Map<string, number>();
  for (const { metrics } of experiments) {
    for (const { name } of metrics) count.set(name, (count.get(name) ?? 0) + 1);
  }
  const isSystem = (name: string) => Number(name.startsWith('sys.'));
  return [...count.keys()].sort((a, b) => isSystem(a) - isSystem(b) || count.get(b)! - count.get(a)!);
}

async function detailsOf(experiment: ExperimentReading, options: OperationOptions): Promise<SnapshotExperiment> {
  const [metadata, tags, metrics, parameters] = await Promise.all([
    experiment.metadata(options),
    experiment.getTags(options),
    experiment.getMetricsSummary(options),
    experiment.getParametersSummary(options),
  ]);
  return { metadata, tags, metrics, parameters };
}

const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).byteLength;

/** A chart whose metrics have at most `count` points each, and no more series than `seriesLimit`. */
function thinnedChart(chart: Snapshot['chart'], count: number, seriesLimit: number): Snapshot['chart'] {
  const thin: Snapshot['chart'] = {};
  let left = seriesLimit;
  for (const [key, entry] of Object.entries(chart)) {
    const shown = thinnedEntry(
      { ...entry, metrics: entry.metrics.filter(({ values }) => values.length > 0) },
      count,
      left,
    );
    left -= shown.metrics.length;
    if (shown.metrics.length > 0) thin[key] = shown;
  }
  return thin;
}

/** Fewer points, then fewer series, then fewer experiments, until the JSON text fits the budget. */
function withinBudget(
  experiments: readonly SnapshotExperiment[],
  chart: Snapshot['chart'],
  more: Partial<Snapshot>,
): Snapshot {
  const takenAtMillis = Date.now();
  let points = mostPoints;
  let series = Number.POSITIVE_INFINITY;
  let kept = [...experiments];
  for (;;) {
    const snapshot: Snapshot = {
      takenAtMillis,
      experiments: kept,
      chart: thinnedChart(chart, points, series),
      ...more,
    };
    const size = sizeOf(snapshot);
    if (size <= snapshotBudgetBytes) return snapshot;
    if (points > fewestPoints) {
      points = Math.max(fewestPoints, Math.floor(points * Math.min(0.8, snapshotBudgetBytes / size)));
    } else if (series > 4) {
      const present = Object.values(snapshot.chart).reduce((sum, entry) => sum + entry.metrics.length, 0);
      series = Math.max(4, Math.floor(Math.min(present, series) / 2));
    } else if (kept.length > 1) kept = kept.slice(0, Math.ceil(kept.length / 2));
    else
      return {
        ...snapshot,
        experiments: kept.map(({ metadata, tags }) => ({ metadata, tags, metrics: [], parameters: [] })),
      };
  }
}

async function chartOf<E extends ExperimentReading>(
  api: BaseAPI<E>,
  experiments: readonly SnapshotExperiment[],
  metricLimit: number,
  options: OperationOptions,
): Promise<Snapshot['chart']> {
  const metrics = mainMetrics(experiments).slice(0, metricLimit);
  if (metrics.length === 0) return {};
  const keys = experiments.map(({ metadata }) => metadata.experimentKey);
  return (await api.getMetricsForChart(keys, { metrics, ...options })) as Snapshot['chart'];
}

/**
 * A dated copy of what a target shows, at most `snapshotBudgetBytes` of JSON: what a notebook's output keeps.
 * @throws RestApiException `not-found` when the target is absent
 */
export async function takeSnapshot<E extends ExperimentReading>(
  api: BaseAPI<E>,
  target: Target,
  options: OperationOptions = {},
): Promise<Snapshot> {
  if (target.kind === 'experiment') {
    const found = await api.getExperimentByKey(target.experimentKey, options);
    if (found === null) {
      const reason = `there is no experiment ${target.experimentKey}`;
      throw RestApiException.from({ code: 'not-found', operation: 'display', reason, status: 404 });
    }
    const experiments = [await detailsOf(found, options)];
    return withinBudget(experiments, await chartOf(api, experiments, experimentMetrics, options), {});
  }
  if (target.kind === 'model') {
    const { workspace, modelName } = target;
    return withinBudget([], {}, { model: await api.getRegistryModelDetails(workspace, modelName, options) });
  }
  const { workspace, projectName } = target;
  const listed =
    target.kind === 'query'
      ? await api.query(workspace, projectName, target.query, { archived: target.archived ?? false, ...options })
      : await api.getExperiments(workspace, { projectName, ...options });
  const dated = await eachOf(listed, async (experiment) => ({
    experiment,
    metadata: await experiment.metadata(options),
  }));
  const newest = dated.sort((a, b) => b.metadata.startTimeMillis - a.metadata.startTimeMillis);
  const shown = newest.slice(0, projectExperiments);
  const experiments = await eachOf(shown, ({ experiment }) => detailsOf(experiment, options));
  const charted = experiments.slice(0, projectCharted);
  const project = { projectName, workspaceName: workspace, numberOfExperiments: listed.length };
  return withinBudget(experiments, await chartOf(api, charted, projectMetrics, options), { project });
}
