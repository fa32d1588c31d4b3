import { metricValue } from '../charts/metric-value.ts';
import { isRestApiException } from '../client/errors.ts';
import { mapConcurrent } from '../client/map-concurrent.ts';
import type { OperationContext } from '../client/operation.ts';
import { contract, type ExperimentMetadata } from '../contract/index.ts';
import type { AccountSubject, ExperimentReference } from './account.ts';

const { experiments, metrics, query } = contract;

/** Last, minimum and maximum value of a metric. NaN when a value is not a number. */
interface ValueSummary {
  readonly current: number;
  readonly min: number;
  readonly max: number;
}

/** Experiment with its metadata and the summaries of its metrics. */
export interface ExperimentSummary<E> {
  readonly experiment: E;
  /** Metadata at the time of the response. */
  readonly metadata: ExperimentMetadata;
  readonly metrics: ReadonlyMap<string, ValueSummary>;
}

type Context = OperationContext<AccountSubject>;
type Summary = ExperimentSummary<ExperimentReference>;

/** Page of the experiments of a project in the order of a metric. */
export interface MetricPage {
  /** Name of the metric. */
  readonly metricName: string;
  /** Value that is compared. Experiments without a number are last. */
  readonly sortBy: 'current' | 'min' | 'max';
  /** Default: ascending. */
  readonly sortOrder?: 'asc' | 'desc' | undefined;
  /** Page number, from 1. */
  readonly page: number;
  /** Maximum number of experiments. */
  readonly size: number;
}

/** Experiments of a project, archived ones or the others. */
interface SummarySelection extends Partial<MetricPage> {
  readonly workspaceName: string;
  readonly projectName: string;
  readonly archived: boolean;
}

/**
 * Status codes that mean summaries of a whole project are unavailable: the endpoint does not exist, or the response
 * would be too large.
 */
const unavailable: ReadonlySet<number | null> = new Set([404, 413]);

/** Parses a value of a summary. Services write an absent value in different ways. */
const loggedNumber = (text: string) => metricValue(text) ?? Number.NaN;

/** Orders experiments by their start, the newest first, and those of the same start by key. */
export function newestFirst(a: ExperimentMetadata, b: ExperimentMetadata): number {
  return b.startTimeMillis - a.startTimeMillis || (a.experimentKey < b.experimentKey ? -1 : 1);
}

/** Returns the summaries of a project from one request. Null when the service cannot give them at once. */
export async function projectSummaries(
  { call, subject }: Context,
  selected: SummarySelection,
): Promise<Summary[] | null> {
  try {
    const response = await call(query.summaries, { query: { ...selected } });
    const listed = response.experiments.map((metadata) => ({
      experiment: subject.experimentOf(metadata.experimentKey, metadata),
      metadata,
      metrics: new Map<string, ValueSummary>(),
    }));
    for (const { name, experiments: indexes, current, min, max } of response.metrics) {
      indexes.forEach((index, at) => {
        const summary = { current: Number(current[at]), min: Number(min[at]), max: Number(max[at]) };
        listed[index]?.metrics.set(name, summary);
      });
    }
    return listed;
  } catch (error) {
    return nullIfUnavailable(error);
  }
}

/** Returns null for the failure of a request that the service does not offer; throws any other error. */
export function nullIfUnavailable(error: unknown): null {
  if (isRestApiException(error) && unavailable.has(error.status)) return null;
  throw error;
}

/** Returns the summaries of a project from one request per experiment. */
export async function experimentSummaries(
  { call, subject }: Context,
  { workspaceName, projectName, archived }: SummarySelection,
): Promise<Summary[]> {
  const response = await call(experiments.list, { query: { workspaceName, projectName, archived } });
  return await mapConcurrent(response.experiments.toSorted(newestFirst), async (metadata) => {
    const { values } = await call(metrics.summary, { query: { experimentKey: metadata.experimentKey } });
    const summaries = new Map(
      values.map(({ name, valueCurrent, valueMin, valueMax }) => [
        name,
        { current: loggedNumber(valueCurrent), min: loggedNumber(valueMin), max: loggedNumber(valueMax) },
      ]),
    );
    return { experiment: subject.experimentOf(metadata.experimentKey, metadata), metadata, metrics: summaries };
  });
}
