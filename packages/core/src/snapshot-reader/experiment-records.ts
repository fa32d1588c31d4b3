import type { OperationOptions } from '../client/connection.ts';
import { snapshotRecords } from '../snapshots/snapshot-records.ts';
import { type ChartSnapshotSelection, chartedMetrics, mainNames } from '../snapshots/snapshot-selection.ts';
import type { Snapshot, SnapshotExperiment } from '../snapshots/view-payload.ts';
import type { ViewState } from '../targets/view-state.ts';
import type { SnapshotExperimentSource, SnapshotSource } from './snapshot-source.ts';

/** Reads the records of one experiment, or of one of many. */
export async function recordsOf(
  experiment: SnapshotExperimentSource,
  experiments: 'one' | 'many',
  options: OperationOptions,
): Promise<SnapshotExperiment> {
  // The state comes first: the values of a run that has ended are then the last ones.
  const metadata = await experiment.metadata(options);
  const [tags, metrics, parameters] = await Promise.all([
    experiment.getTags(options),
    experiment.getMetricsSummary(options),
    experiment.getParametersSummary(options),
  ]);
  return snapshotRecords(
    { metadata, tags: [...tags], metrics: [...metrics], parameters: [...parameters] },
    experiments,
  );
}

/** Reads the selected points. */
export async function chartOf(
  api: SnapshotSource,
  { keys, metrics }: ChartSnapshotSelection,
  options: OperationOptions,
): Promise<Snapshot['chart']> {
  if (keys.length === 0 || metrics.length === 0) return {};
  return await api.getMetricsForChart(keys, { metrics, ...options });
}

/** Returns the names of the metrics that the view charts. */
export function chartedNames(experiments: readonly SnapshotExperiment[], state: ViewState): string[] {
  return chartedMetrics(mainNames(experiments.map(({ metrics }) => metrics)), state);
}
