import { anything, argument, flag, list, mapping, number, text, wholeNumber } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import { defineOperations, type OperationContext } from '../client/operation.ts';
import { contract, type GpuMetrics, type WriteReply } from '../contract/index.ts';
import type { ExperimentSubject } from './experiment-subject.ts';
import { flatten, isEmptyMapping, isNested, type Leaf, repeatedName } from './flatten.ts';
import { inChunks } from './in-chunks.ts';
import { jsonText } from './json-text.ts';
import { lineItem, outputBatchSize, parameterBatchSize, parameterItem, sizeOf } from './log-items.ts';
import { callInOrder, isAlone, sendItems } from './log-queue.ts';
import { type LoggedAt, logPoints, type MetricPosition, positionOf } from './metric-points.ts';
import { outputLines } from './output-lines.ts';
import { steadyNow } from './steady-now.ts';

const { experiments, metrics, system } = contract;

/** Value of a metric: a number, a boolean, or a string with a number. The service checks strings. */
export type MetricInput = number | bigint | boolean | string;

/** Nested mapping of metrics: `{ train: { loss: 0.1 } }` is the metric `train/loss`. */
export interface MetricTree {
  readonly [name: string]: MetricInput | MetricTree;
}

/** Type of a mapping of metrics, also of an interface, which has no index signature. Other values are `never`. */
type MetricsOf<T> = T extends MetricInput
  ? T
  : T extends ReadonlyMap<string, infer Value>
    ? ReadonlyMap<string, MetricsOf<Value>>
    : T extends readonly unknown[] | ((...given: never[]) => unknown)
      ? never
      : { readonly [Name in keyof T]: MetricsOf<T[Name]> };

/** Operations that log metrics, parameters, other items, output and system metrics. */
export interface LoggingOperations {
  /**
   * Logs one point of a metric. NaN and infinities are preserved. Points logged during a request are batched into the
   * next one, so a loop need not await each call. It should await from time to time, because queued points are stored
   * in memory. A process that ends normally sends them first; await `end` before `process.exit`.
   */
  logMetric(metric: string, value: MetricInput, options?: MetricPosition): Promise<WriteReply>;
  /**
   * Logs a point of each metric in a mapping. Nested names are joined with `/`. Points are sent in batches of up to a
   * thousand, and those of calls that are not awaited are batched together.
   */
  logMetrics(
    metricDict: MetricTree | ReadonlyMap<string, MetricInput | MetricTree>,
    options?: MetricPosition,
  ): Promise<WriteReply | null>;
  /** Logs a point of each metric in a mapping whose type is an interface. */
  logMetrics<T extends object>(metricDict: T & MetricsOf<T>, options?: MetricPosition): Promise<WriteReply | null>;
  /** Logs one parameter. Replaces an earlier value. */
  logParameter(parameter: string, value: unknown, options?: LoggedAt): Promise<WriteReply>;
  /**
   * Logs the parameters of an object or a `Map` in batches of a thousand. Nested names are joined with `|`, down to
   * ten levels, unless `nestedSupport` is false.
   */
  logParameters(
    paramDict: object,
    options?: LoggedAt & {
      /** Whether nested names are flattened. Default: true. */
      readonly nestedSupport?: boolean | undefined;
    },
  ): Promise<WriteReply | null>;
  /** Logs another key and value. The key `Name` renames the experiment. */
  logOther(
    key: string,
    value: unknown,
    options?: OperationOptions & {
      /** Milliseconds since 1970. */
      readonly timestamp?: number | undefined;
    },
  ): Promise<WriteReply>;
  /** Adds a key and value to the system details. */
  logAdditionalSystemInfo(key: string, value: unknown, options?: OperationOptions): Promise<WriteReply>;
  /** Logs lines of output. Line ends are preserved, and very long lines are split. */
  logOutput(
    output: string,
    options?: OperationOptions & {
      /** Part of the run, such as `train`. */
      readonly context?: string | undefined;
      /** Whether the lines are standard error. Default: false. */
      readonly stderr?: boolean | undefined;
      /** Time of the lines, in milliseconds since 1970. Default: now. */
      readonly timestamp?: number | undefined;
    },
  ): Promise<WriteReply | null>;
  /** Appends HTML. With `clear` it replaces all HTML logged before. */
  logHtml(
    html: string,
    options?: OperationOptions & {
      /** Whether earlier HTML is replaced. Default: false. */
      readonly clear?: boolean | undefined;
      /** Milliseconds since 1970. */
      readonly timestamp?: number | undefined;
    },
  ): Promise<WriteReply>;
  /** Logs the load of each CPU in percent, in the order of the CPUs. */
  logCpuMetrics(cpuMetrics: readonly number[], options?: MetricPosition): Promise<WriteReply>;
  /** Logs memory (bytes) and load (percent) of each GPU. */
  logGpuMetrics(gpuMetrics: readonly GpuMetrics[], options?: OperationOptions): Promise<WriteReply>;
  /** Logs the load average. */
  logLoadMetrics(loadAvg: number, options?: MetricPosition): Promise<WriteReply>;
  /** Logs total and used memory. */
  logRamMetrics(totalRam: number, usedRam: number, options?: MetricPosition): Promise<WriteReply>;
}

type Context = OperationContext<ExperimentSubject>;

const metricDepth = 1000;
const parameterDepth = 10;

const loggedAt = { step: wholeNumber, timestamp: number };
const metricPosition = { ...loggedAt, epoch: number, context: text };

/** @throws RestApiException `invalid` when two values have the same name, because one would overwrite the other */
function leavesOf(context: Context, mapping: object, separator: string, depth: number): Leaf[] {
  const leaves = flatten(mapping, separator, depth);
  const repeated = repeatedName(leaves, mapping);
  if (repeated === null) return leaves;
  throw context.failure('invalid', `two values would have the name ${JSON.stringify(repeated)}`);
}

function parameterValue(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return String(value);
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

async function sendParameters(
  { caller, failure, operation, subject }: Context,
  leaves: readonly Leaf[],
  { step, timestamp }: LoggedAt,
): Promise<WriteReply> {
  const items = leaves.map(([name, value]) => {
    if (name === '') throw failure('invalid', 'a parameter has no name');
    return parameterItem({ parameterName: name, parameterValue: parameterValue(value), step, timestamp });
  });
  if (!isAlone(caller)) return (await subject.log.add(items, operation)) as WriteReply;
  const chunking = { noun: 'parameters', items, limit: parameterBatchSize, sizeOf };
  return (await inChunks(chunking, (chunk) => sendItems(subject, chunk, operation, caller)))!;
}

/** Logs another item. The item `Name` is the name of the experiment, which the instance then has too. */
export async function sendOther(
  context: Context,
  key: string,
  value: unknown,
  timestamp?: number,
): Promise<WriteReply> {
  const body = { experimentKey: context.subject.key, key, value: parameterValue(value), timestamp };
  const reply = await callInOrder(context, experiments.logOther, { body });
  if (key === 'Name') context.subject.chosenName = typeof value === 'string' ? value : null;
  return reply;
}

/** Definitions of the operations that log values. */
export const loggingOperations = defineOperations<LoggingOperations, ExperimentSubject>({
  logMetric: {
    unawaited: true,
    arguments: [argument('metric', text), argument('value', anything)],
    options: metricPosition,
    run: (context, metric, value, options) => logPoints(context, [[metric, value]], options),
  },
  logMetrics: {
    unawaited: true,
    arguments: [argument('metricDict', mapping)],
    options: metricPosition,
    run(context, metricDict, options) {
      // An empty group has no metrics to log.
      const leaves = leavesOf(context, metricDict, '/', metricDepth).filter(([, value]) => !isEmptyMapping(value));
      return leaves.length === 0 ? Promise.resolve(null) : logPoints(context, leaves, options);
    },
  },
  logParameter: {
    unawaited: true,
    arguments: [argument('parameter', text), argument('value', anything)],
    options: loggedAt,
    run: (context, parameter, value, options) => sendParameters(context, [[parameter, value]], options),
  },
  logParameters: {
    unawaited: true,
    arguments: [argument('paramDict', mapping)],
    options: { ...loggedAt, nestedSupport: flag },
    async run(context, paramDict, { nestedSupport = true, ...options }) {
      // Hydra configurations are not flattened, because their readers expect nested values.
      const isHydra = paramDict instanceof Map ? paramDict.has('hydra') : 'hydra' in paramDict;
      const flat = nestedSupport && !isHydra;
      const leaves = leavesOf(context, paramDict, '|', flat ? parameterDepth : 1);
      if (leaves.length === 0) return null;
      // Both are queued before the first is stored.
      const [, reply] = await Promise.all([
        flat && isNested(paramDict) ? sendOther(context, 'hasNestedParams', true, options.timestamp) : null,
        sendParameters(context, leaves, options),
      ]);
      return reply;
    },
  },
  logOther: {
    unawaited: true,
    arguments: [argument('key', text), argument('value', anything)],
    options: { timestamp: number },
    async run(context, key, value, { timestamp }) {
      jsonText(context, 'value', value);
      return await sendOther(context, key, value, timestamp);
    },
  },
  logAdditionalSystemInfo: {
    unawaited: true,
    arguments: [argument('key', text), argument('value', anything)],
    run: (context, key, value) =>
      callInOrder(context, system.setDetails, {
        body: { experimentKey: context.subject.key, logAdditionalSystemInfoList: [{ key, value }] },
      }),
  },
  logOutput: {
    unawaited: true,
    arguments: [argument('output', text)],
    options: { context: text, stderr: flag, timestamp: number },
    async run({ caller, operation, subject }, output, { context = null, stderr = false, timestamp = steadyNow() }) {
      const lines = outputLines(output).map((line, offset) => ({
        stderr,
        output: line,
        localTimestamp: timestamp,
        offset,
      }));
      if (lines.length === 0) return null;
      const items = lines.map((line) => lineItem(context, line));
      if (!isAlone(caller)) return (await subject.log.add(items, operation)) as WriteReply;
      const chunking = { noun: 'lines', items, limit: outputBatchSize, sizeOf };
      return await inChunks(chunking, (chunk) => sendItems(subject, chunk, operation, caller));
    },
  },
  logHtml: {
    unawaited: true,
    arguments: [argument('html', text)],
    options: { clear: flag, timestamp: number },
    run: (context, html, { clear: override = false, timestamp = steadyNow() }) =>
      callInOrder(context, experiments.logHtml, {
        body: { experimentKey: context.subject.key, html, override, timestamp },
      }),
  },
  logCpuMetrics: {
    unawaited: true,
    arguments: [argument('cpuMetrics', list)],
    options: metricPosition,
    run: (context, cpuMetrics, options) =>
      callInOrder(context, metrics.logCpu, {
        body: { experimentKey: context.subject.key, cpuPercentUtilization: [...cpuMetrics], ...positionOf(options) },
      }),
  },
  logGpuMetrics: {
    unawaited: true,
    arguments: [argument('gpuMetrics', list)],
    run: (context, gpuMetrics) =>
      callInOrder(context, metrics.logGpu, { body: { experimentKey: context.subject.key, gpus: [...gpuMetrics] } }),
  },
  logLoadMetrics: {
    unawaited: true,
    arguments: [argument('loadAvg', number)],
    options: metricPosition,
    run: (context, loadAverage, options) =>
      callInOrder(context, metrics.logLoad, {
        body: { experimentKey: context.subject.key, loadAverage, ...positionOf(options) },
      }),
  },
  logRamMetrics: {
    unawaited: true,
    arguments: [argument('totalRam', number), argument('usedRam', number)],
    options: metricPosition,
    run: (context, totalRam, usedRam, options) =>
      callInOrder(context, metrics.logRam, {
        body: { experimentKey: context.subject.key, totalRam, usedRam, ...positionOf(options) },
      }),
  },
});
