import type { Snapshot, SnapshotExperiment } from '@tracklens/core/display';
import type { ContentSource } from './content-source.ts';
import type { Failure } from './failure.ts';

/** What an experiment is, as a snapshot keeps it. */
export type Metadata = SnapshotExperiment['metadata'];
/** Minimum, maximum and last value of a metric; of a parameter the last value alone matters. */
export type Summary = SnapshotExperiment['metrics'][number];
/** Points by experiment key. */
export type ChartData = Snapshot['chart'];

/** A version of a registered model. */
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

/** A registered model with its versions, newest first. */
export interface ModelRecord {
  readonly modelName: string;
  readonly description: string;
  readonly userName: string;
  readonly isPublic: boolean;
  readonly createdAtMillis: number;
  readonly lastUpdatedMillis: number;
  readonly versions: readonly ModelVersionRecord[];
}

/** Which experiments a list holds. */
export interface ExperimentList {
  readonly workspace: string;
  readonly projectName: string;
  /** Only those that a query finds. */
  readonly query?: string | undefined;
  readonly archived?: boolean | undefined;
}

/** What a summary row of an experiment needs beside its metadata. */
export interface ExperimentDetails {
  readonly tags: readonly string[];
  readonly metrics: readonly Summary[];
  readonly parameters: readonly Summary[];
}

/** The last, the least and the greatest value of a metric. */
export interface MetricEnds {
  readonly current: number;
  readonly min: number;
  readonly max: number;
}

/** The ends of the metrics of an experiment, by name. */
export type MetricOverview = ReadonlyMap<string, MetricEnds>;

/**
 * Where a view reads from: the service, or the snapshot of a saved output. Rejects with what `failureOf` understands.
 * Everything is read anew at each call.
 */
export interface ViewSource extends ContentSource {
  /** When a snapshot was taken; null for a connection. */
  readonly takenAtMillis: number | null;
  metadata(experimentKey: string, signal: AbortSignal): Promise<Metadata>;
  tags(experimentKey: string, signal: AbortSignal): Promise<readonly string[]>;
  metrics(experimentKey: string, signal: AbortSignal): Promise<readonly Summary[]>;
  parameters(experimentKey: string, signal: AbortSignal): Promise<readonly Summary[]>;
  /** Points of named metrics; an experiment without them is left out or has none. `full` asks for all points. */
  chart(
    experimentKeys: readonly string[],
    metricNames: readonly string[],
    options: { readonly full: boolean },
    signal: AbortSignal,
  ): Promise<ChartData>;
  /** Newest first. */
  experiments(list: ExperimentList, signal: AbortSignal): Promise<readonly Metadata[]>;
  /** Tags, metrics and parameters of one experiment of a list. Metrics that `known` promises are not read again. */
  details(
    experimentKey: string,
    signal: AbortSignal,
    known?: Promise<readonly Summary[] | undefined>,
  ): Promise<ExperimentDetails>;
  /** The metrics of all experiments of a list in one call, by experiment key; null where that cannot be had. */
  overview?(list: ExperimentList, signal: AbortSignal): Promise<ReadonlyMap<string, MetricOverview> | null>;
  model(workspace: string, modelName: string, signal: AbortSignal): Promise<ModelRecord>;
}

/** The saved copy of an output as a source. */
export interface SavedSource extends ViewSource {
  /** The failure that says what the copy does not hold, `the files`, and how to see it. */
  absence(what: string): Failure;
}
