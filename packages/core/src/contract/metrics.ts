import * as v from 'valibot';
import { clientlib, read, readByPost, rest, write } from './endpoint.ts';
import {
  ChartResponse,
  GpuMetrics,
  MetricRecord,
  MetricSummary,
  ParameterSummary,
  WriteReply,
} from './records/index.ts';

const experimentKey = v.string();
/** A number, a number as text (`"NaN"`, `"1e-7"`), or a boolean. */
const wireNumber = v.nullish(v.union([v.number(), v.string(), v.boolean()]));
const when = { step: wireNumber, epoch: wireNumber, timestamp: wireNumber };
const inContext = { context: v.nullish(v.string()), ...when };
/**
 * A point of a metric in a batch. Its fields are those of a single point. The service checks them point by point, so
 * that an invalid one costs none of the others.
 */
const batchPoint = v.custom<{
  readonly metricName?: unknown;
  readonly metricValue?: unknown;
  readonly context?: unknown;
  readonly step?: unknown;
  readonly epoch?: unknown;
  readonly timestamp?: unknown;
}>((point) => typeof point === 'object' && point !== null);

/**
 * `data` of the local service when it rejects a batch: the invalid points by index. It stores the other points. A
 * service without this field does not report what it stored.
 */
export const RejectedPoints = v.object({
  refused: v.array(v.object({ index: v.pipe(v.number(), v.integer(), v.minValue(0)), reason: v.string() })),
});

/** Endpoints of metrics and parameters. */
export const metrics = {
  /** Every point of every metric. */
  all: read(rest('experiment/metrics/get-all'), {
    query: { experimentKey },
    response: v.object({ metrics: v.nullish(v.array(MetricRecord), () => []) }),
    cached: true,
    timeout: 'list',
    reads: ['metrics'],
  }),
  /** Every point of one metric. */
  one: read(rest('experiment/metrics/get-metric'), {
    query: { experimentKey, metricName: v.string() },
    response: v.object({ metrics: v.nullish(v.array(MetricRecord), () => []) }),
    cached: true,
    timeout: 'list',
    reads: ['metrics'],
  }),
  /** Minimum, maximum and last value of each metric. */
  summary: read(rest('experiment/metrics/summary'), {
    query: { experimentKey },
    response: v.object({ values: v.nullish(v.array(MetricSummary), () => []) }),
    cached: true,
    reads: ['metrics'],
  }),
  /** Points of named metrics, and values of named parameters, for many experiments in one call. */
  chart: readByPost(rest('experiments/multi-metric-chart'), {
    body: v.object({
      targetedExperiments: v.array(v.string()),
      metrics: v.nullish(v.array(v.string()), () => []),
      params: v.nullish(v.array(v.string())),
      /** If false, only steps at which every requested metric has a value. */
      independentMetrics: v.nullish(v.boolean(), true),
      /** If true, up to 15,000 points per metric. Otherwise about 500. */
      fetchFull: v.nullish(v.boolean(), false),
    }),
    response: ChartResponse,
    timeout: 'list',
  }),
  /**
   * Points of metrics in a window of steps or times, with the nearest point on either side: every point, or the first,
   * last, lowest and highest of each of equal buckets if there are too many. A metric that has points without a step
   * has no window of steps. The response is binary columns. Local service only.
   */
  window: readByPost(rest('experiments/metric-window'), {
    body: v.object({
      /** Axis of the windows: steps, or times in milliseconds since 1970. */
      axis: v.picklist(['step', 'time']),
      buckets: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
      series: v.pipe(
        v.array(
          v.object({
            experimentKey,
            metricName: v.string(),
            /** Ends of the window, both inclusive. */
            from: v.pipe(v.number(), v.finite()),
            to: v.pipe(v.number(), v.finite()),
          }),
        ),
        v.maxLength(1000),
      ),
    }),
    response: 'bytes',
    timeout: 'list',
  }),
  /** Logs one point. */
  log: write(rest('write/experiment/metric'), {
    body: v.object({
      experimentKey,
      metricName: v.string(),
      metricValue: wireNumber,
      context: v.nullish(v.string()),
      ...when,
    }),
    response: WriteReply,
    invalidates: ['metrics', 'system-details'],
  }),
  /**
   * Logs many points, at most 1,000 a call by the Python client; gzip welcome. A batch with timestamps that is sent
   * again is stored once.
   */
  logBatch: write(clientlib('batch/logger/experiment/metric'), {
    body: v.object({ experimentKey, values: v.array(batchPoint) }),
    response: WriteReply,
    timeout: 'upload',
    invalidates: ['metrics', 'system-details'],
  }),
  /** Percent of each CPU. */
  logCpu: write(rest('write/experiment/cpu-metrics'), {
    body: v.object({ experimentKey, cpuPercentUtilization: v.array(v.number()), ...inContext }),
    response: WriteReply,
    invalidates: ['metrics', 'system-details'],
  }),
  /** Memory and load of each GPU. */
  logGpu: write(rest('write/experiment/gpu-metrics'), {
    body: v.object({ experimentKey, gpus: v.array(GpuMetrics) }),
    response: WriteReply,
    invalidates: ['metrics', 'system-details'],
  }),
  /** The load average. */
  logLoad: write(rest('write/experiment/load-metrics'), {
    body: v.object({ experimentKey, loadAverage: v.number(), ...inContext }),
    response: WriteReply,
    invalidates: ['metrics', 'system-details'],
  }),
  /** Total and used memory. */
  logRam: write(rest('write/experiment/ram-metrics'), {
    body: v.object({ experimentKey, totalRam: v.number(), usedRam: v.number(), ...inContext }),
    response: WriteReply,
    invalidates: ['metrics', 'system-details'],
  }),
  /** The parameters. */
  parameters: read(rest('experiment/parameters'), {
    query: { experimentKey },
    response: v.object({ values: v.nullish(v.array(ParameterSummary), () => []) }),
    cached: true,
    reads: ['parameters'],
  }),
  /** Logs one parameter. */
  logParameter: write(rest('write/experiment/parameter'), {
    body: v.object({
      experimentKey,
      parameterName: v.string(),
      parameterValue: v.unknown(),
      context: v.nullish(v.string()),
      step: wireNumber,
      timestamp: wireNumber,
    }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['parameters'],
  }),
  /** Logs many parameters. */
  logParameterBatch: write(clientlib('batch/logger/experiment/parameter'), {
    body: v.object({
      experimentKey,
      values: v.array(
        v.object({
          parameterName: v.string(),
          parameterValue: v.optional(v.unknown()),
          /** `manual`, `cli` or `auto-logged`. */
          source: v.nullish(v.string()),
          context: v.nullish(v.string()),
          step: wireNumber,
          timestamp: wireNumber,
        }),
      ),
    }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['parameters'],
  }),
  /** Removes a parameter. */
  deleteParameter: write(rest('write/experiment/parameter/delete'), {
    body: v.object({ experimentKey, parameterName: v.string() }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['parameters'],
  }),
  /** Removes parameters, of several experiments too. */
  deleteParameters: write(rest('write/experiments/parameters/delete'), {
    body: v.array(v.object({ experimentKey, parameterName: v.string() })),
    response: WriteReply,
    repeatable: true,
    invalidates: ['parameters'],
  }),
};
