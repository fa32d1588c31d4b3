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

/** When something was logged. */
export interface LoggedAt extends OperationOptions {
  readonly step?: number | undefined;
  /** Milliseconds since 1970. Default: the service's clock. */
  readonly timestamp?: number | undefined;
}

/** When and in which context a metric was logged. */
export interface MetricPlace extends LoggedAt {
  readonly epoch?: number | undefined;
  /** For example `train` or `validate`. */
  readonly context?: string | undefined;
}

/** A metric's value: a number, or text that is one. */
export type MetricInput = number | bigint | boolean | string;

/** Nested mappings of metrics: `{ train: { loss: 0.1 } }` is the metric `train/loss`. */
export interface MetricTree {
  readonly [name: string]: MetricInput | MetricTree;
}

/** Points in one call. */
const batchSize = 1000;
const metricDepth = 1000;
const parameterDepth = 10;
/** Lines of output in one call. */
const outputBatch = 5000;

function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

function refuse(operation: string, reason: string): never {
  throw RestApiException.from({ code: 'invalid', operation, reason });
}

/** @throws RestApiException `invalid` where two values would have one name: one of them would hide the other */
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

/** About how long a value is when it is written. */
function lengthOfValue(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  try {
    return JSON.stringify(value).length;
  } catch {
    // What cannot be written is refused where it is to be sent.
    return 0;
  }
}

/** A value as it travels: what JSON cannot hold goes as text. */
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

/** The points that a refusal names; null where it names none. */
function refusedPoints({ data }: RestApiException): PartialFailure<WriteReply> | null {
  const said = v.safeParse(RefusedPoints, data);
  if (!said.success || said.output.refused.length === 0) return null;
  return { refused: said.output.refused, reply: { msg: 'Saved', code: 200, data: null, sdk_error_code: 0 } };
}

/** A point as it travels. */
interface Point {
  readonly metricName: string;
  readonly metricValue: number | string | boolean;
  readonly step?: number;
  readonly epoch?: number;
  readonly timestamp?: number;
  readonly context?: string;
}

/** Logging of metrics, parameters, items, output and what the machine does (section 4.9). */
export abstract class ExperimentLogging extends ExperimentReading {
  private readonly points = new WriteQueue<Point, WriteReply>(
    (points, operation) => this.sendPoints(points, operation),
    batchSize,
    refusedPoints,
  );

  /**
   * Logs one point of a metric; NaN and infinities are kept (section 4.9). Points logged while a request is under way go together
   * in the next one: a loop need not wait for each, but from time to time, since those that wait are kept in memory. A process
   * that comes to its end sends them first; before `process.exit` wait for `end`.
   */
  async logMetric(metric: string, value: MetricInput, options: MetricPlace = {}): Promise<WriteReply> {
    return await this.sendMetrics('logMetric', [[metric, value]], options);
  }

  /**
   * Waits until the points that nobody waited for have been sent; each of those calls tells by itself whether it failed. Sends
   * nothing more, since `setState` says how the experiment ended (section 4.7).
   */
  override async end(): Promise<void> {
    await this.points.settled();
  }

  /**
   * Logs a point of each metric of a mapping; nested names are joined with `/`. Many points take one request for each thousand,
   * and those of calls that were not waited for travel together (section 4.9).
   */
  async logMetrics(metricDict: MetricTree, options: MetricPlace = {}): Promise<WriteReply | null> {
    // A group without metrics has none to log.
    const leaves = leavesOf('logMetrics', metricDict, '/', metricDepth).filter(([, value]) => !isEmptyMapping(value));
    return leaves.length === 0 ? null : await this.sendMetrics('logMetrics', leaves, options);
  }

  /** Logs one parameter; a value logged before is replaced (section 4.9). */
  async logParameter(parameter: string, value: unknown, options: LoggedAt = {}): Promise<WriteReply> {
    return await this.sendParameters('logParameter', [[parameter, value]], options);
  }

  /**
   * Logs the parameters of a mapping, in one call for each thousand. Nested names are joined with `|`, down to ten levels, unless
   * `nestedSupport` is false (section 4.9).
   */
  async logParameters(
    paramDict: Readonly<Record<string, unknown>>,
    options: LoggedAt & { readonly nestedSupport?: boolean } = {},
  ): Promise<WriteReply | null> {
    // Configurations of hydra are kept whole: their reader wants them so.
    const flat = (options.nestedSupport ?? true) && !('hydra' in paramDict);
    const leaves = leavesOf('logParameters', paramDict, '|', flat ? parameterDepth : 1);
    if (leaves.length === 0) return null;
    if (flat && isNested(paramDict)) await this.sendOther('logParameters', 'hasNestedParams', true, options);
    return await this.sendParameters('logParameters', leaves, options);
  }

  /** Logs another key and value; `Name` renames the experiment (section 4.9). */
  async logOther(
    key: string,
    value: unknown,
    options: OperationOptions & { readonly timestamp?: number | undefined } = {},
  ): Promise<WriteReply> {
    jsonArgument('logOther', 'value', value);
    return await this.sendOther('logOther', key, value, options);
  }

  /** Adds a key and value to the system details (section 4.9). */
  async logAdditionalSystemInfo(key: string, value: unknown, options: OperationOptions = {}): Promise<WriteReply> {
    const body = { experimentKey: this.key, logAdditionalSystemInfoList: [{ key, value }] };
    return await this.connection.call('logAdditionalSystemInfo', system.setDetails, { body }, options);
  }

  /** Logs lines of output; they keep their line ends, and one that is very long goes in pieces (section 4.9). */
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

  /** Appends HTML; with `clear` it takes the place of all that was logged before (section 4.9). */
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

  /** Logs the load of each CPU in percent, in the order of the CPUs (section 4.9). */
  async logCpuMetrics(cpuMetrics: readonly number[], options: MetricPlace = {}): Promise<WriteReply> {
    const body = {
      experimentKey: this.key,
      cpuPercentUtilization: listArgument('logCpuMetrics', 'cpuMetrics', cpuMetrics),
      ...placeOf(options),
    };
    return await this.connection.call('logCpuMetrics', metrics.logCpu, { body }, options);
  }

  /** Logs memory (bytes) and load (percent) of each GPU (sections 2, 4.9). */
  async logGpuMetrics(gpuMetrics: readonly GpuMetrics[], options: OperationOptions = {}): Promise<WriteReply> {
    const body = { experimentKey: this.key, gpus: listArgument('logGpuMetrics', 'gpuMetrics', gpuMetrics) };
    return await this.connection.call('logGpuMetrics', metrics.logGpu, { body }, options);
  }

  /** Logs the load average (section 4.9). */
  async logLoadMetrics(loadAvg: number, options: MetricPlace = {}): Promise<WriteReply> {
    const body = { experimentKey: this.key, loadAverage: loadAvg, ...placeOf(options) };
    return await this.connection.call('logLoadMetrics', metrics.logLoad, { body }, options);
  }

  /** Logs total and used memory (section 4.9). */
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
    // A call that can be cancelled goes by itself: no other's points may go with it.
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
