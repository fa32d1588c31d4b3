import { ServiceError } from '../errors/service-error.ts';
import { experimentsOfKeys } from '../store/experiments/experiment-lists.ts';
import { type MetricSummaryRow, pointsInChunks } from '../store/metrics/metric-read.ts';
import { joinPoints, type Points } from '../store/points/metric-chunk.ts';
import type { ExperimentRow } from '../store/tables/experiment-tables.ts';
import type { ProjectSource } from './project-source.ts';
import type { Batch } from './table.ts';

/** Number of points of a batch: about 5 MB in memory, and a usual size of a Parquet row group. */
const batchPoints = 128 * 1024;

/** Returns the summaries of the metrics of some experiments, in the order of the experiments and of the names. */
async function summariesOf({ db }: ProjectSource, experiments: readonly ExperimentRow[]): Promise<MetricSummaryRow[]> {
  const keys = experiments.map((row) => row.experiment_key);
  const position = new Map(keys.map((key, index) => [key, index]));
  const rows = await db
    .selectFrom('metric_summaries')
    .selectAll()
    .where('experiment_key', 'in', keys)
    .orderBy('metric_name')
    .execute();
  return rows.sort((a, b) => position.get(a.experiment_key)! - position.get(b.experiment_key)!);
}

/** Points of one metric that are waiting for their batch. */
interface Part {
  readonly summary: MetricSummaryRow;
  readonly points: Points;
}

function batchOf(parts: readonly Part[]): Batch {
  const { values, steps, epochs, timestamps } = joinPoints(parts.map(({ points }) => points));
  const repeated = <T>(of: (summary: MetricSummaryRow) => T): T[] =>
    parts.flatMap(({ summary, points }) => new Array<T>(points.values.length).fill(of(summary)));
  return {
    count: values.length,
    columns: {
      experiment_key: repeated((summary) => summary.experiment_key),
      name: repeated((summary) => summary.metric_name),
      context: repeated((summary) => summary.run_context),
      step: steps,
      epoch: epochs,
      timestamp: timestamps,
      value: values,
    },
  };
}

/** Called when an experiment was deleted while its points were read. */
export type DeletionListener = (experimentKey: string) => void;

/** Values of the category columns of metrics: what was logged before the export. */
export interface MetricCategories {
  readonly name: readonly string[];
  readonly context: readonly string[];
}

/** Returns whether a metric has a value of each category. One that was first logged during the export is left out. */
function isListed({ name, context }: MetricCategories): (summary: MetricSummaryRow) => boolean {
  const [names, contexts] = [new Set(name), new Set<string | null>([null, ...context])];
  return ({ metric_name, run_context }) => names.has(metric_name) && contexts.has(run_context);
}

async function* parts(
  source: ProjectSource,
  categories: MetricCategories,
  onDeletion: DeletionListener,
): AsyncGenerator<Part> {
  const listed = isListed(categories);
  for await (const experiments of experimentsOfKeys(source.db, source.experimentKeys)) {
    for (const summary of (await summariesOf(source, experiments)).filter(listed)) {
      try {
        for await (const points of pointsInChunks(source.db, summary)) yield { summary, points };
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        onDeletion(summary.experiment_key);
      }
    }
  }
}

/** Yields the points of the metrics of a project in batches, experiment by experiment in the order they were logged. */
export async function* metricBatches(
  source: ProjectSource,
  categories: MetricCategories,
  onDeletion: DeletionListener,
): AsyncGenerator<Batch> {
  let waiting: Part[] = [];
  let count = 0;
  for await (const { summary, points } of parts(source, categories, onDeletion)) {
    waiting.push({ summary, points });
    count += points.values.length;
    if (count < batchPoints) continue;
    yield batchOf(waiting);
    waiting = [];
    count = 0;
  }
  if (count > 0) yield batchOf(waiting);
}
