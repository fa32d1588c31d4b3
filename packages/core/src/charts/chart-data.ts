import * as v from 'valibot';

const text = v.pipe(v.string(), v.maxLength(100_000));

/** Schema of a list that is not changed, like those of the chart data that `getMetricsForChart` returns. */
const listOf = <Entry extends v.GenericSchema>(entry: Entry) => v.pipe(v.array(entry), v.readonly());

/** Maximum length of a value of a snapshot that is text. */
export const maxValueLength = 100;

/** Value of a point in transport format: a number, or text such as `NaN`, `Infinity`, `1e-7`. */
const Value = v.nullable(v.union([v.number(), v.pipe(v.string(), v.maxLength(maxValueLength))]));

/** Schema of `ChartMetric`. */
const ChartMetricSchema = v.object({
  /** Name of the metric. */
  metricName: text,
  /** Value of each point; null for a missing one. */
  values: listOf(Value),
  /** Step of each point. */
  steps: v.nullish(listOf(v.nullable(v.number()))),
  /** Epoch of each point. */
  epochs: v.nullish(listOf(v.nullable(v.number()))),
  /** Time of each point, in milliseconds since 1970. */
  timestamps: v.nullish(listOf(v.nullable(v.number()))),
  /** Time of each point since the start of the experiment, in milliseconds. */
  durations: v.nullish(listOf(v.nullable(v.number()))),
  /** Number of logged points, when known to differ from the number of listed points. */
  total: v.optional(v.number()),
});

/** One metric of one experiment in transport format: parallel lists, values as numbers or text. */
export interface ChartMetric extends v.InferOutput<typeof ChartMetricSchema> {}

/** Schema of `ChartEntry`. */
export const ChartEntrySchema = v.object({
  /** Key of the experiment. */
  experiment_key: v.optional(text),
  /** Steps of the points of a metric that lists none. */
  steps: v.nullish(listOf(v.nullable(v.number()))),
  /** Epochs of the points of a metric that lists none. */
  epochs: v.nullish(listOf(v.nullable(v.number()))),
  /** Time of the first point of the experiment, in epoch milliseconds, where metrics logged earlier are not listed. */
  startMillis: v.nullish(v.number()),
  /** Metrics of the experiment. */
  metrics: listOf(ChartMetricSchema),
  /** Values of the requested parameters, by name. */
  params: v.nullish(v.record(v.string(), v.unknown())),
});

/** Chart data of one experiment. */
export interface ChartEntry extends v.InferOutput<typeof ChartEntrySchema> {}

/** Points by experiment key, in the format of `getMetricsForChart` and of snapshots. */
export type ChartData = Record<string, ChartEntry>;
