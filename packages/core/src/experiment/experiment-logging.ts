import * as v from 'valibot';
import type { OperationOptions } from '../api/connection.ts';
import { operations } from '../api/operation-arguments.ts';
import { RestApiException } from '../client/errors.ts';
import { jsonArgument, listArgument } from '../client/validate-arguments.ts';
import { type PartialFailure, WriteQueue } from '../client/write-queue.ts';
import { contract, type GpuMetrics, RefusedPoints, type WriteReply } from '../contract/index.ts';
import { ExperimentReading } from './experiment-reading.ts';
import { flatten, isEmptyMapping, isNested, type Leaf, repeatedName } from './flatten.ts';
import { inChunks, keptReply } from './in-chunks.ts';
import { outputLines } from './output-lines.ts';

const { experiments, metrics, system } = contract;

/** Time of a logged value. */
export interface LoggedAt extends OperationOptions {
  /** Step of the value. Default: none. */
  readonly step?: number | undefined;
  /** Milliseconds since 1970. Default: the clock of the service. */
  readonly timestamp?: number | undefined;
}

/** Time and context of a metric value. */
export interface MetricPlace extends LoggedAt {
  /** Epoch of the value. Default: none. */
  readonly epoch?: number | undefined;
  /** For example `train` or `validate`. */
  readonly context?: string | undefined;
}

/** Value of a metric: a number, a boolean, or a string with a number. The service checks strings. */
export type MetricInput = number | bigint | boolean | string;

/** Nested mapping of metrics: `{ train: { loss: 0.1 } }` is the metric `train/loss`. */
export interface MetricTree {
  readonly [name: string]: MetricInput | MetricTree;
}

/** Maximum number of points or parameters per request. */
const batchSize = 1000;
const metricDepth = 1000;
const parameterDepth = 10;
/** Maximum number of output lines per request. */
const outputBatch = 5000;

function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

function refuse(operation: string, reason: string): never {
  throw RestApiException.from({ code: 'invalid', operation, reason });
}

/** @throws RestApiException `invalid` when two values have the same name, because one would overwrite the other */
function leavesOf(
  operation: string,
  mapping: Readonly<Record<string, unknown>>,
  separator: string,
  depth: number,
): Leaf[] {
  const leaves = flatten(mapping, separator, depth);
  const repeated = repeatedName(leaves);
  return repeated === null ? leaves : refuse(operation, `two values would have the name ${JSON.stringify(repeated)}`);
}

/** Returns the approximate length of a value as JSON. */
function lengthOfValue(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  try {
    return JSON.stringify(value).length;
  } catch {
    // A value that cannot be serialized is rejected later, when it is sent.
    return 0;
  }
}

/** Converts a value for the wire. Values that JSON cannot represent become strings. */
function metricValue(operation: string, name: string, value: unknown): number | string | boolean {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'bigint') return String(value);
  return refuse(operation, `the metric ${name} is no number, but ${value === null ? 'null' : typeof value}`);
}

function parameterValue(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return String(value);
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

/** Returns the points that an error reports as rejected; null when it reports none. */
function refusedPoints({ data }: RestApiException): PartialFailure<WriteReply> | null {
  const said = v.safeParse(RefusedPoints, data);
  if (!said.success || said.output.refused.length === 0) return null;
  return { rejected: said.output.refused, reply: { msg: 'Saved', code: 200, data: null, sdk_error_code: 0 } };
}

/** A point in the wire format. */
interface Point {
  readonly metricName: string;
  readonly metricValue: number | string | boolean;
  readonly step?: number;
  readonly epoch?: number;
  readonly timestamp?: number;
  readonly context?: string;
}

/** Logs metrics, parameters, other items, output and system metrics. */
export abstract class ExperimentLogging extends ExperimentReading {
  private readonly points = new WriteQueue<Point, WriteReply>(
    (points, operation) => this.sendPoints(points, operation),
    batchSize,
    refusedPoints,
  );

  /**
   * Logs one point of a metric. NaN and infinities are preserved. Points logged during a request are batched into the
   * next one, so a loop need not await each call. It should await from time to time, because queued points are stored
   * in memory. A process that ends normally sends them first; await `end` before `process.exit`.
   */
  async logMetric(metric: string, value: MetricInput, options: MetricPlace = {}): Promise<WriteReply> {
    return await this.sendMetrics('logMetric', [[metric, value]], options);
  }

  /**
   * Waits until the queued points have been sent. Errors are reported only by the promises of the logging calls. Does
   * not change the state, because `setState` sets how the experiment ended.
   */
  override async end(): Promise<void> {
    await this.points.settled();
  }

  /**
   * Logs a point of each metric in a mapping. Nested names are joined with `/`. Points are sent in batches of up to a
   * thousand, and those of calls that are not awaited are batched together.
   */
  async logMetrics(metricDict: MetricTree, options: MetricPlace = {}): Promise<WriteReply | null> {
    // An empty group has no metrics to log.
    const leaves = leavesOf('logMetrics', metricDict, '/', metricDepth).filter(([, value]) => !isEmptyMapping(value));
    return leaves.length === 0 ? null : await this.sendMetrics('logMetrics', leaves, options);
  }

  /** Logs one parameter. Replaces an earlier value. */
  async logParameter(parameter: string, value: unknown, options: LoggedAt = {}): Promise<WriteReply> {
    return await this.sendParameters('logParameter', [[parameter, value]], options);
  }

  /**
   * Logs the parameters of a mapping in batches of a thousand. Nested names are joined with `|`, down to ten levels,
   * unless `nestedSupport` is false.
   */
  async logParameters(
    paramDict: Readonly<Record<string, unknown>>,
    options: LoggedAt & { readonly nestedSupport?: boolean } = {},
  ): Promise<WriteReply | null> {
    // Hydra configurations are not flattened, because their readers expect nested values.
    const flat = (options.nestedSupport ?? true) && !('hydra' in paramDict);
    const leaves = leavesOf('logParameters', paramDict, '|', flat ? parameterDepth : 1);
    if (leaves.length === 0) return null;
    if (flat && isNested(paramDict)) await this.sendOther('logParameters', 'hasNestedParams', true, options);
    return await this.sendParameters('logParameters', leaves, options);
  }

  /** Logs another key and value. The key `Name` renames the experiment. */
  async logOther(
    key: string,
    value: unknown,
    options: OperationOptions & { readonly timestamp?: number | undefined } = {},
  ): Promise<WriteReply> {
    jsonArgument('logOther', 'value', value);
    return await this.sendOther('logOther', key, value, options);
  }

  /** Adds a key and value to the system details. */
  async logAdditionalSystemInfo(key: string, value: unknown, options: OperationOptions = {}): Promise<WriteReply> {
    const body = { experimentKey: this.key, logAdditionalSystemInfoList: [{ key, value }] };
    return await this.connection.call('logAdditionalSystemInfo', system.setDetails, { body }, options);
  }

  /** Logs lines of output. Line ends are preserved, and very long lines are split. */
  async logOutput(
    output: string,
    options: OperationOptions & {
      readonly context?: string | undefined;
      readonly stderr?: boolean;
      readonly timestamp?: number | undefined;
    } = {},
  ): Promise<WriteReply | null> {
    const { context = null, stderr = false, timestamp = Date.now() } = options;
    const lines = outputLines(output).map((line, offset) => ({
      stderr,
      output: line,
      localTimestamp: timestamp,
      offset,
    }));
    const lengthOf = (line: { readonly output: string }) => line.output.length;
    return await inChunks({ what: 'lines', items: lines, most: outputBatch, lengthOf }, async (slice) => {
      const body = { experimentKey: this.key, runContext: context, outputLines: [...slice] };
      return keptReply('logOutput', await this.connection.call('logOutput', experiments.logOutput, { body }, options));
    });
  }

  /** Appends HTML. With `clear` it replaces all HTML logged before. */
  async logHtml(
    html: string,
    options: OperationOptions & { readonly clear?: boolean; readonly timestamp?: number | undefined } = {},
  ): Promise<WriteReply> {
    const body = {
      experimentKey: this.key,
      html,
      override: options.clear ?? false,
      timestamp: options.timestamp ?? Date.now(),
    };
    return await this.connection.call('logHtml', experiments.logHtml, { body }, options);
  }

  /** Logs the load of each CPU in percent, in the order of the CPUs. */
  async logCpuMetrics(cpuMetrics: readonly number[], options: MetricPlace = {}): Promise<WriteReply> {
    const body = {
      experimentKey: this.key,
      cpuPercentUtilization: listArgument('logCpuMetrics', 'cpuMetrics', cpuMetrics),
      ...placeOf(options),
    };
    return await this.connection.call('logCpuMetrics', metrics.logCpu, { body }, options);
  }

  /** Logs memory (bytes) and load (percent) of each GPU. */
  async logGpuMetrics(gpuMetrics: readonly GpuMetrics[], options: OperationOptions = {}): Promise<WriteReply> {
    const body = { experimentKey: this.key, gpus: listArgument('logGpuMetrics', 'gpuMetrics', gpuMetrics) };
    return await this.connection.call('logGpuMetrics', metrics.logGpu, { body }, options);
  }

  /** Logs the load average. */
  async logLoadMetrics(loadAvg: number, options: MetricPlace = {}): Promise<WriteReply> {
    const body = { experimentKey: this.key, loadAverage: loadAvg, ...placeOf(options) };
    return await this.connection.call('logLoadMetrics', metrics.logLoad, { body }, options);
  }

  /** Logs total and used memory. */
  async logRamMetrics(totalRam: number, usedRam: number, options: MetricPlace = {}): Promise<WriteReply> {
    const body = { experimentKey: this.key, totalRam, usedRam, ...placeOf(options) };
    return await this.connection.call('logRamMetrics', metrics.logRam, { body }, options);
  }

  private async sendMetrics(operation: string, leaves: readonly Leaf[], options: MetricPlace): Promise<WriteReply> {
    const place = placeOf(options);
    const points = leaves.map(([name, value]): Point => {
      if (name === '') refuse(operation, 'a metric has no name');
      return { metricName: name, metricValue: metricValue(operation, name, value), ...place };
    });
    // A call with a signal is not batched with others, because aborting it would abort their points too.
    const reply = await inChunks({ what: 'points', items: points, most: batchSize }, (slice) =>
      options.signal === undefined
        ? this.points.add(slice, operation)
        : this.sendPoints(slice, operation, options.signal),
    );
    return reply!;
  }

  private async sendPoints(points: readonly Point[], operation: string, signal?: AbortSignal): Promise<WriteReply> {
    const [only] = points;
    if (points.length === 1) {
      const body = { experimentKey: this.key, ...only! };
      return keptReply(operation, await this.connection.call(operation, metrics.log, { body }, { signal }));
    }
    const body = { experimentKey: this.key, values: [...points] };
    return keptReply(operation, await this.connection.call(operation, metrics.logBatch, { body }, { signal }));
  }

  private async sendParameters(operation: string, leaves: readonly Leaf[], options: LoggedAt): Promise<WriteReply> {
    const { step, timestamp } = options;
    const values = leaves.map(([name, value]) => {
      if (name === '') refuse(operation, 'a parameter has no name');
      return { parameterName: name, parameterValue: parameterValue(value), ...given({ step, timestamp }) };
    });
    const [only] = values;
    if (values.length === 1) {
      const body = { experimentKey: this.key, ...only! };
      return keptReply(operation, await this.connection.call(operation, metrics.logParameter, { body }, options));
    }
    const lengthOf = ({ parameterValue: value }: { readonly parameterValue: unknown }) => lengthOfValue(value);
    const reply = await inChunks({ what: 'parameters', items: values, most: batchSize, lengthOf }, async (slice) => {
      const body = { experimentKey: this.key, values: slice.map((value) => ({ ...value, source: 'manual' })) };
      return keptReply(operation, await this.connection.call(operation, metrics.logParameterBatch, { body }, options));
    });
    return reply!;
  }

  private async sendOther(
    operation: string,
    key: string,
    value: unknown,
    options: OperationOptions & { readonly timestamp?: number | undefined },
  ): Promise<WriteReply> {
    const { timestamp } = options;
    const body = { experimentKey: this.key, key, value: parameterValue(value), ...given({ timestamp }) };
    return await this.connection.call(operation, experiments.logOther, { body }, options);
  }
}

function placeOf({ step, epoch, timestamp, context }: MetricPlace): Omit<Point, 'metricName' | 'metricValue'> {
  return {
    ...(step === undefined ? {} : { step }),
    ...(epoch === undefined ? {} : { epoch }),
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(context === undefined ? {} : { context }),
  };
}

operations(ExperimentLogging.prototype, {
  logMetric: ['metric', 'value'],
  logMetrics: ['metricDict'],
  logParameter: ['parameter', 'value'],
  logParameters: ['paramDict'],
  logOther: ['key', 'value'],
  logAdditionalSystemInfo: ['key', 'value'],
  logOutput: ['output'],
  logHtml: ['html'],
  logCpuMetrics: ['cpuMetrics'],
  logGpuMetrics: ['gpuMetrics'],
  logLoadMetrics: ['loadAvg'],
  logRamMetrics: ['totalRam', 'usedRam'],
});
