import type { Snapshot, SnapshotExperiment } from '@tracklens/core/display';
import { failure } from './failure.ts';
import { modelRecord } from './model-record.ts';
import type { ChartData, ViewSource } from './view-source.ts';

/** Reads from the dated copy that a saved output holds. What the copy lacks is `absent`, with the way out. */
export function snapshotSource(snapshot: Snapshot): ViewSource {
  const absent = (what: string) =>
    failure('absent', `The saved copy does not hold ${what}.`, 'Connect to the service, or run the cell again.');
  const lacks = (what: string): never => {
    throw absent(what);
  };
  const found = async (key: string): Promise<SnapshotExperiment> => {
    const experiment = snapshot.experiments.find(({ metadata }) => metadata.experimentKey === key);
    if (!experiment) throw absent('this experiment');
    return experiment;
  };

  return {
    takenAtMillis: snapshot.takenAtMillis,
    metadata: async (key) => (await found(key)).metadata,
    tags: async (key) => (await found(key)).tags,
    metrics: async (key) => (await found(key)).metrics,
    parameters: async (key) => (await found(key)).parameters,
    details: found,
    async chart(keys, names) {
      const chart: ChartData = {};
      for (const key of keys) {
        const entry = snapshot.chart[key];
        const metrics = entry?.metrics.filter(({ metricName }) => names.includes(metricName)) ?? [];
        if (entry && metrics.length > 0) chart[key] = { ...entry, metrics };
      }
      return chart;
    },
    async experiments() {
      const all = snapshot.experiments.map(({ metadata }) => metadata);
      return all.sort((a, b) => (b.startTimeMillis ?? 0) - (a.startTimeMillis ?? 0));
    },
    others: async (key) => (await found(key)).others ?? [],
    assets: async () => lacks('the files'),
    asset: async () => lacks('this file'),
    code: async () => lacks('the code'),
    git: async () => lacks('the git details'),
    gitPatch: async () => lacks('the git patch'),
    system: async () => lacks('the system details'),
    output: async () => lacks('the output'),
    html: async () => lacks('the HTML'),
    projectNotes: async () => lacks('the notes'),
    artifacts: async () => lacks('the artifacts'),
    artifact: async () => lacks('this artifact'),
    artifactFiles: async () => lacks('the files of artifacts'),
    async model() {
      if (!snapshot.model) throw absent('this model');
      return modelRecord(snapshot.model);
    },
  };
}
