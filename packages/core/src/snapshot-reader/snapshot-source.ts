import type { OperationOptions } from '../client/connection.ts';
import type { RegisteredModel } from '../contract/index.ts';
import type { Snapshot, SnapshotExperiment } from '../snapshots/view-payload.ts';
import type { ContentAccount, ContentExperiment } from './content/content-source.ts';

type Summary = SnapshotExperiment['metrics'][number];

/** Operations of an experiment that a snapshot reads. An `APIExperiment` has them. */
export interface SnapshotExperimentSource extends ContentExperiment {
  metadata(options: OperationOptions): Promise<SnapshotExperiment['metadata']>;
  getTags(options: OperationOptions): Promise<readonly string[]>;
  getMetricsSummary(options: OperationOptions): Promise<readonly Summary[]>;
  getParametersSummary(options: OperationOptions): Promise<readonly Summary[]>;
  getOthersSummary(options: OperationOptions): Promise<readonly Summary[]>;
}

/** Operations of an account that a snapshot reads. An `API` has them. */
export interface SnapshotSource extends ContentAccount {
  getExperimentByKey(key: string, options: OperationOptions): Promise<SnapshotExperimentSource | null>;
  getExperiments(
    workspace: string,
    selection: OperationOptions & { readonly projectName: string },
  ): Promise<SnapshotExperimentSource[]>;
  query(
    workspace: string,
    projectName: string,
    query: string,
    options: OperationOptions & { readonly archived: boolean },
  ): Promise<SnapshotExperimentSource[]>;
  getMetricsForChart(
    experimentKeys: readonly string[],
    request: OperationOptions & { readonly metrics: readonly string[] },
  ): Promise<Snapshot['chart']>;
  getRegistryModelDetails(workspace: string, modelName: string, options: OperationOptions): Promise<RegisteredModel>;
}
