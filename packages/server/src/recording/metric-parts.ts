import { contract } from '@tracklens/core/contract';
import { pause } from '../store/database/slice-queue.ts';
import { type MetricSummaryRow, pointsInChunks, readSummaries } from '../store/metrics/metric-read.ts';
import type { Points } from '../store/points/metric-chunk.ts';
import { jsonRequest, type MinimumSize, type RecordedPart } from './recorded-part.ts';
import type { RecordedExperiment, RecordedProject } from './recorded-project.ts';

/** Maximum number of points of a request. */
const batchPoints = 4096;

/** Returns a number as JSON can contain it: one without a form in JSON as text. */
function wireValue(value: number): number | string {
  if (!Number.isFinite(value)) return String(value);
  return Object.is(value, -0) ? '-0' : value;
}

const optional = (value: number) => (Number.isNaN(value) ? null : wireValue(value));

/** Returns name and context as they were logged: a service puts the context before the name. */
function loggedName({ metric_name: metricName, run_context: context }: MetricSummaryRow) {
  if (context === null || !metricName.startsWith(`${context}_`)) return { metricName };
  return { metricName: metricName.slice(context.length + 1), context };
}

function* valuesOf(summary: MetricSummaryRow, { values, steps, epochs, timestamps }: Points) {
  const name = loggedName(summary);
  for (let index = 0; index < values.length; index++) {
    const [step, epoch] = [optional(steps[index]!), optional(epochs[index]!)];
    yield {
      ...name,
      metricValue: wireValue(values[index]!),
      ...(step === null ? {} : { step }),
      ...(epoch === null ? {} : { epoch }),
      // As text: of batches with numbers here, a service stores equal ones once.
      timestamp: String(timestamps[index]!),
    };
  }
}

const ofMetrics = ({ label }: RecordedExperiment) => `metrics of ${label}`;

/** Returns the number of bytes that a point of a metric has at least: as JSON within the JSON of a request. */
function minPointBytes(summary: MetricSummaryRow): number {
  const point = JSON.stringify({ ...loggedName(summary), metricValue: 0, timestamp: '0' });
  return Buffer.byteLength(JSON.stringify(point)) - '""'.length;
}

/** Returns the number of bytes that the metrics of an experiment have at least. */
export async function minimumOfMetrics({ db }: RecordedProject, experiment: RecordedExperiment): Promise<MinimumSize> {
  const summaries = await readSummaries(db, experiment.row.experiment_key);
  const bytes = summaries.reduce((sum, summary) => sum + summary.total * minPointBytes(summary), 0);
  return { of: ofMetrics(experiment), bytes };
}

/** Yields the requests that log every point of the metrics of an experiment. */
export async function* metricParts(
  { db }: RecordedProject,
  experiment: RecordedExperiment,
): AsyncGenerator<RecordedPart> {
  const { row } = experiment;
  const experimentKey = row.experiment_key;
  type Value = ReturnType<typeof valuesOf> extends Generator<infer One> ? One : never;
  let values: Value[] = [];
  const batch = (points: Value[]): RecordedPart => ({
    of: ofMetrics(experiment),
    request: () => jsonRequest(contract.metrics.logBatch, row.start_time, { experimentKey, values: points }),
  });
  for (const summary of await readSummaries(db, experimentKey)) {
    await pause();
    for await (const points of pointsInChunks(db, summary)) {
      for (const value of valuesOf(summary, points)) values.push(value);
      if (values.length < batchPoints) continue;
      yield batch(values);
      values = [];
    }
  }
  if (values.length > 0) yield batch(values);
}
