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
  const [steps, values, times] = [new NumberColumn(), new NumberColumn(), new NumberColumn()];
  for await (const batch of batches) {
    for (const { step, metricValue: value, timestamp } of batch) {
      steps.push(step ?? Number.NaN);
      values.push(metricValue(value) ?? Number.NaN);
      times.push(timestamp);
    }
  }
  const series = { steps: steps.toArray(), values: values.toArray(), times: times.toArray() };
  return series.values.length === 0 ? null : series;
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
  return columns === undefined ? null : { steps: columns.steps, values: columns.values, times: columns.timestamps };
}
