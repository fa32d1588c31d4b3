import * as v from 'valibot';

const text = v.pipe(v.string(), v.maxLength(100_000));

/** Value of a point in transport format: a number, or text such as `NaN`, `Infinity`, `1e-7`. */
const Value = v.nullable(v.union([v.number(), v.pipe(v.string(), v.maxLength(100))]));

/** Schema of `ChartMetric`. */
const ChartMetricSchema = v.object({
  metricName: text,
  values: v.array(Value),
  steps: v.nullish(v.array(v.nullable(v.number()))),
  epochs: v.nullish(v.array(v.nullable(v.number()))),
  timestamps: v.nullish(v.array(v.nullable(v.number()))),
  durations: v.nullish(v.array(v.nullable(v.number()))),
  /** Number of logged points, when known to differ from the number of listed points. */
  total: v.optional(v.number()),
});

/** One metric of one experiment in transport format: parallel lists, values as numbers or text. */
export type ChartMetric = v.InferOutput<typeof ChartMetricSchema>;

/** Schema of `ChartEntry`. */
export const ChartEntrySchema = v.object({
  experiment_key: v.optional(text),
  steps: v.nullish(v.array(v.nullable(v.number()))),
  epochs: v.nullish(v.array(v.nullable(v.number()))),
  metrics: v.array(ChartMetricSchema),
  params: v.nullish(v.record(v.string(), v.unknown())),
});

/** Chart data of one experiment. */
export type ChartEntry = v.InferOutput<typeof ChartEntrySchema>;

/** Points by experiment key, in the format of `getMetricsForChart` and of snapshots. */
export type ChartData = Record<string, ChartEntry>;
