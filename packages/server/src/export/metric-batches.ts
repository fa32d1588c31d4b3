import { ServiceError } from '../errors/service-error.ts';
import type { ExperimentRow } from '../store/experiment-tables.ts';
import { joinPoints, type Points } from '../store/metric-chunk.ts';
import { type MetricSummaryRow, pointsInChunks } from '../store/metric-read.ts';
import { experimentBatches, type ProjectSource } from './project-source.ts';
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

async function* parts(source: ProjectSource, names: ReadonlySet<string>, onDeletion: DeletionListener) {
  for await (const experiments of experimentBatches(source)) {
    for (const summary of await summariesOf(source, experiments)) {
      // Metrics that were first logged during the export are left out.
      if (!names.has(summary.metric_name)) continue;
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
  names: ReadonlySet<string>,
  onDeletion: DeletionListener,
): AsyncGenerator<Batch> {
  let waiting: Part[] = [];
  let count = 0;
  for await (const { summary, points } of parts(source, names, onDeletion)) {
    waiting.push({ summary, points });
    count += points.values.length;
    if (count < batchPoints) continue;
    yield batchOf(waiting);
    waiting = [];
    count = 0;
  }
  if (count > 0) yield batchOf(waiting);
}
