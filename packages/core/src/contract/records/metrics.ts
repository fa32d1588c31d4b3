import * as v from 'valibot';
import { int, maybeInt, maybeText, maybeValueText, valueText } from './fields.ts';

// Records of metrics and parameters.

/** Point of a metric. @interface */
export const MetricRecord = v.object({
  /** Name of the metric. */
  metricName: v.string(),
  /** Value as text, which preserves `NaN`, infinities and all digits. */
  metricValue: valueText,
  /** Milliseconds since 1970. */
  timestamp: int,
  /** Step; null when none was logged. */
  step: maybeInt,
  /** Epoch; null when none was logged. */
  epoch: maybeInt,
  /** Context, for example `train`; null when none was logged. */
  runContext: maybeText,
});
export type MetricRecord = v.InferOutput<typeof MetricRecord>;

/** Summary of a metric: its last, minimum and maximum value, each with timestamp and step. @interface */
export const MetricSummary = v.object({
  /** Name of the metric. */
  name: v.string(),
  /** Maximum value, as text. */
  valueMax: valueText,
  /** Minimum value, as text. */
  valueMin: valueText,
  /** Last value, as text. */
  valueCurrent: valueText,
  /** Time of the maximum, in milliseconds since 1970. */
  timestampMax: int,
  /** Time of the minimum, in milliseconds since 1970. */
  timestampMin: int,
  /** Time of the last value, in milliseconds since 1970. */
  timestampCurrent: int,
  /** Step of the maximum. */
  stepMax: maybeInt,
  /** Step of the minimum. */
  stepMin: maybeInt,
  /** Step of the last value. */
  stepCurrent: maybeInt,
});
export type MetricSummary = v.InferOutput<typeof MetricSummary>;

/** Summary of a parameter or another item. It has no step fields. @interface */
export const ParameterSummary = v.object({
  /** Name of the parameter or item. */
  name: v.string(),
  /** Maximum value, as text; null when there is none. */
  valueMax: maybeValueText,
  /** Minimum value, as text; null when there is none. */
  valueMin: maybeValueText,
  /** Last value, as text. */
  valueCurrent: valueText,
  /** Time of the maximum, in milliseconds since 1970. */
  timestampMax: int,
  /** Time of the minimum, in milliseconds since 1970. */
  timestampMin: int,
  /** Time of the last value, in milliseconds since 1970. */
  timestampCurrent: int,
});
export type ParameterSummary = v.InferOutput<typeof ParameterSummary>;

/** Chart data of one metric of one experiment: parallel lists of equal length. */
export interface ChartMetric {
  /** Name of the metric. */
  readonly metricName: string;
  /** Numbers, or text for `NaN` and infinities. */
  readonly values: readonly (number | string | null)[];
  /** Steps of the values; null when no value has a step. */
  readonly steps: readonly (number | null)[] | null;
  /** Epochs of the values; null when no value has an epoch. */
  readonly epochs: readonly (number | null)[] | null;
  /** Milliseconds since 1970. */
  readonly timestamps: readonly (number | null)[] | null;
  /** Milliseconds since the first point of the experiment. */
  readonly durations: readonly (number | null)[] | null;
  /** Total number of logged points, if the service reports it. More than `values` contains after sampling. */
  readonly total?: number;
}

/** Chart data of one experiment. */
export interface ChartEntry {
  /** Key of the experiment. */
  readonly experiment_key: string;
  /** Key of the experiment, under the name of newer services. */
  readonly experimentKey?: string;
  /** Name of the experiment; null when it has none. */
  readonly experimentName?: string | null;
  /** Whether there is no data. */
  readonly empty?: boolean;
  /** Steps of all metrics with `independent: false`; else null, because each metric has its own. */
  readonly steps: readonly (number | null)[] | null;
  /** Epochs of all metrics with `independent: false`; else null, because each metric has its own. */
  readonly epochs: readonly (number | null)[] | null;
  /** Data of each requested metric. */
  readonly metrics: readonly ChartMetric[];
  /** Parameter values by name. Null if no parameters were requested. */
  readonly params: Readonly<Record<string, unknown>> | null;
}

/** Chart data by experiment key. */
export type ChartData = Readonly<Record<string, ChartEntry>>;

/** Only checked to be an object: it can contain millions of points, and its reader checks each value. */
export const ChartResponse = v.object({
  experiments: v.custom<ChartData>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'expected an object keyed by experiment key',
  ),
});
