import { entryWithMetrics } from '@tracklens/core/charts';
import type { ChartData, Snapshot, SnapshotExperiment } from '@tracklens/core/display';
import { failure } from './failure.ts';
import { modelRecord } from './model-record.ts';
import type { OfflineReason } from './offline-reason.ts';
import { snapshotContent as contentOf } from './snapshot-content.ts';
import type { SavedSource } from './view-source.ts';

const reconnect = 'Connect to the service, or run the cell again.';

/**
 * Creates a source that reads from the dated copy in a saved output. Data missing from the copy is reported as
 * `not-found`, never as empty: only the service knows whether an experiment has none. The remedy depends on the reason
 * why only the copy is available.
 */
export function snapshotSource(snapshot: Snapshot, reason: OfflineReason | null = null): SavedSource {
  const remedy = reason?.remedy ?? reconnect;
  const absent = (what: string) => failure('not-found', `The saved snapshot does not contain ${what}.`, remedy);
  const lacks = (what: string): never => {
    throw absent(what);
  };
  const found = async (key: string): Promise<SnapshotExperiment> => {
    const experiment = snapshot.experiments.find(({ metadata }) => metadata.experimentKey === key);
    if (!experiment) throw absent('this experiment');
    return experiment;
  };
  // Very long names can exceed the size limit of a snapshot, which then contains none of these records; their values
  // are unknown.
  const isCut = snapshot.experiments.length === 1 && (snapshot.whole?.metrics ?? 0) > 0;
  const records = async (key: string): Promise<SnapshotExperiment> => {
    const experiment = await found(key);
    const isBare =
      experiment.metrics.length === 0 && experiment.parameters.length === 0 && experiment.tags.length === 0;
    return isCut && isBare ? lacks('the metrics and parameters') : experiment;
  };

  return {
    takenAtMillis: snapshot.takenAtMillis,
    metadata: async (key) => (await found(key)).metadata,
    tags: async (key) => (await found(key)).tags,
    metrics: async (key) => (await records(key)).metrics,
    parameters: async (key) => (await records(key)).parameters,
    details: records,
    absence: absent,
    async chart(keys, names) {
      const chart: ChartData = {};
      for (const key of keys) {
        const entry = snapshot.chart[key];
        const metrics = entry?.metrics.filter(({ metricName }) => names.includes(metricName)) ?? [];
        if (entry && metrics.length > 0) chart[key] = entryWithMetrics(entry, metrics);
      }
      return chart;
    },
    async experiments() {
      const all = snapshot.experiments.map(({ metadata }) => metadata);
      return all.sort((a, b) => (b.startTimeMillis ?? 0) - (a.startTimeMillis ?? 0));
    },
    others: async (key) => (await found(key)).others ?? lacks('the notes and the other items'),
    ...contentOf(snapshot, lacks),
    async model() {
      if (!snapshot.model) throw absent('this model');
      return modelRecord(snapshot.model);
    },
  };
}
