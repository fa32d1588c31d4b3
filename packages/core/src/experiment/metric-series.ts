import { metricValue } from '../charts/metric-value.ts';
import { readColumnFrames } from '../client/column-frames.ts';
import { listBatches } from '../client/list-batches.ts';
import type { Batches } from '../client/list-promise.ts';
import type { OperationContext } from '../client/operation.ts';
import { columnsAccept, columnsType, contract, type MetricRecord } from '../contract/index.ts';
import type { ExperimentSubject } from './experiment-subject.ts';

/** Points of one metric as parallel arrays. */
export interface MetricSeries {
  /** Steps; NaN where none was logged. */
  readonly steps: Float64Array;
  /** Epochs; NaN where none was logged. Null if no point has one. */
  readonly epochs: Float64Array | null;
  /** Values; NaN also where a value is not a number. */
  readonly values: Float64Array;
  /** Times in milliseconds since 1970. */
  readonly times: Float64Array;
}

/** Column of numbers that grows. */
class NumberColumn {
  private numbers = new Float64Array(1024);
  private length = 0;

  push(number: number): void {
    if (this.length === this.numbers.length) {
      const larger = new Float64Array(this.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.length++] = number;
  }

  toArray(): Float64Array {
    return this.numbers.slice(0, this.length);
  }
}

/** Collects records as parallel arrays; null if there are none. The records of a batch are released with it. */
async function collectSeries(batches: Batches<MetricRecord>): Promise<MetricSeries | null> {
  const steps = new NumberColumn();
  const epochs = new NumberColumn();
  const values = new NumberColumn();
  const times = new NumberColumn();
  let hasEpochs = false;
  for await (const batch of batches) {
    for (const { step, epoch, metricValue: value, timestamp } of batch) {
      hasEpochs ||= epoch != null;
      steps.push(step ?? Number.NaN);
      epochs.push(epoch ?? Number.NaN);
      values.push(metricValue(value) ?? Number.NaN);
      times.push(timestamp);
    }
  }
  const series = { steps: steps.toArray(), values: values.toArray(), times: times.toArray() };
  return series.values.length === 0 ? null : { ...series, epochs: hasEpochs ? epochs.toArray() : null };
}

/**
 * Reads every point of a metric, as binary columns if the service has them, else from its records; null if it was not
 * logged.
 */
export async function readSeries(
  { subject, operation, caller }: OperationContext<ExperimentSubject>,
  metricName: string,
): Promise<MetricSeries | null> {
  const endpoint = contract.metrics.one;
  const request = { query: { experimentKey: subject.key, metricName }, headers: { accept: columnsAccept } };
  const { body, headers } = await subject.connection.stream(operation, endpoint, request, caller);
  if (headers['content-type'] !== columnsType) {
    const batches = listBatches(body, endpoint, 'metrics', { ...caller, operation });
    return await collectSeries(batches as Batches<MetricRecord>);
  }
  const [columns] = await readColumnFrames(body);
  if (columns === undefined) return null;
  const { steps, epochs, values, timestamps } = columns;
  return { steps, epochs, values, times: timestamps };
}
