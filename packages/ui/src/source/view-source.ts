import type { ChartData, SnapshotExperiment } from '@tracklens/core/display';
import type { ContentSource } from './content-source.ts';
import type { Failure } from './failure.ts';
import type { Summary } from './records.ts';

/** Metadata of an experiment, as stored in a snapshot. */
export type Metadata = SnapshotExperiment['metadata'];

/** Version of a registered model. */
export interface ModelVersionRecord {
  readonly version: string;
  readonly status: string | null;
  readonly tags: readonly string[];
  readonly comment: string;
  readonly userName: string;
  readonly createdAtMillis: number;
  readonly experiment: { readonly key: string; readonly name: string } | null;
  readonly assets: readonly { readonly fileName: string; readonly sizeBytes: number }[];
}

/** Registered model with its versions, newest first. */
export interface ModelRecord {
  readonly modelName: string;
  readonly description: string;
  readonly userName: string;
  readonly isPublic: boolean;
  readonly createdAtMillis: number;
  readonly lastUpdatedMillis: number;
  readonly versions: readonly ModelVersionRecord[];
}

/** Selection of experiments to list. */
export interface ExperimentSelection {
  readonly workspace: string;
  readonly projectName: string;
  /** Restricts the list to the experiments that a query finds. */
  readonly query?: string | undefined;
  readonly archived?: boolean | undefined;
}

/** Data of an experiment's table row in addition to its metadata. */
export interface ExperimentDetails {
  readonly tags: readonly string[];
  readonly metrics: readonly Summary[];
  readonly parameters: readonly Summary[];
}

/** Last, minimum and maximum value of a metric. */
interface MetricEnds {
  readonly current: number;
  readonly min: number;
  readonly max: number;
}

/** Values of an experiment's metrics, by name. */
export type MetricOverview = ReadonlyMap<string, MetricEnds>;

/**
 * Data source of a view: the service, or the snapshot of a saved output. Methods reject with errors that `failureOf`
 * understands. Every call reads again.
 */
export interface ViewSource extends ContentSource {
  /** Time at which a snapshot was taken; `null` for a connection. */
  readonly takenAtMillis: number | null;
  metadata(experimentKey: string, signal: AbortSignal): Promise<Metadata>;
  tags(experimentKey: string, signal: AbortSignal): Promise<readonly string[]>;
  metrics(experimentKey: string, signal: AbortSignal): Promise<readonly Summary[]>;
  parameters(experimentKey: string, signal: AbortSignal): Promise<readonly Summary[]>;
  /**
   * Reads points of the named metrics; an experiment without them is omitted or has none. `full` requests all points.
   */
  chart(
    experimentKeys: readonly string[],
    metricNames: readonly string[],
    options: { readonly full: boolean },
    signal: AbortSignal,
  ): Promise<ChartData>;
  /** Lists experiments, newest first. */
  experiments(selection: ExperimentSelection, signal: AbortSignal): Promise<readonly Metadata[]>;
  /** Reads tags, metrics and parameters of an experiment. Metrics that `known` resolves to are not read again. */
  details(
    experimentKey: string,
    signal: AbortSignal,
    known?: Promise<readonly Summary[] | undefined>,
  ): Promise<ExperimentDetails>;
  /**
   * Reads the metrics of all experiments of a list in one request, by experiment key; `null` if that is not
   * supported.
   */
  overview?(selection: ExperimentSelection, signal: AbortSignal): Promise<ReadonlyMap<string, MetricOverview> | null>;
  model(workspace: string, modelName: string, signal: AbortSignal): Promise<ModelRecord>;
}

/** Source backed by the saved copy of an output. */
export interface SavedSource extends ViewSource {
  /** Returns the failure for data missing from the copy, for example `the files`, with the remedy. */
  absence(what: string): Failure;
}
