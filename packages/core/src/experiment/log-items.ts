import * as v from 'valibot';
import { type CallArguments, wireRequest } from '../client/call.ts';
import type { RestApiException } from '../client/errors.ts';
import type { RequestKind } from '../client/pending-items.ts';
import type { PartialFailure } from '../client/queued-call.ts';
import {
  type AnyEndpoint,
  contract,
  idempotencyKeyHeader,
  RefusedPoints,
  type SpooledRequest,
  type WriteReply,
} from '../contract/index.ts';

const { experiments, metrics } = contract;

/** Maximum number of points per request. */
export const pointBatchSize = 1000;
/** Maximum number of output lines per request. */
export const outputBatchSize = 5000;
/** Maximum number of parameters per request. */
export const parameterBatchSize = 1000;
/** Maximum memory of the items of a request: its body is below the limit of the services. */
const batchBytes = 16_000_000;

/** A point in the wire format. */
export interface Point {
  /** Name of the metric. */
  readonly metricName: string;
  /** A number; as a string if JSON cannot represent it, such as NaN. */
  readonly metricValue: number | string | boolean;
  /** Step; absent if none was logged. */
  readonly step?: number;
  /** Epoch; absent if none was logged. */
  readonly epoch?: number;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** Context, such as `train`; absent if none was logged. */
  readonly context?: string;
}

/** Line of output in the wire format. */
export interface OutputLine {
  readonly stderr: boolean;
  readonly output: string;
  readonly localTimestamp: number;
  readonly offset: number;
}

/** Endpoint and arguments of a request. */
interface EndpointCall {
  readonly endpoint: AnyEndpoint;
  readonly args: CallArguments<AnyEndpoint>;
}

/** RequestKind of an experiment's queue: how its items become a request. */
interface LogKind extends RequestKind {
  callOf(items: readonly LogItem[], experimentKey: string): EndpointCall;
}

interface QueuedLine {
  readonly kind: LogKind;
  readonly line: OutputLine;
}

/** Parameter in the wire format. */
export interface LoggedParameter {
  readonly parameterName: string;
  readonly parameterValue: unknown;
  readonly step?: number | undefined;
  readonly timestamp?: number | undefined;
}

interface QueuedParameter {
  readonly kind: LogKind;
  readonly parameter: LoggedParameter;
  readonly bytes: number;
}

interface QueuedRequest {
  readonly kind: LogKind;
  readonly call: EndpointCall;
  readonly bytes: number;
}

/** Item of an experiment's queue: a point, a line of output, a parameter, or a whole request. */
export type LogItem = Point | QueuedLine | QueuedParameter | QueuedRequest;

const pointKind: LogKind = {
  limit: pointBatchSize,
  merges: true,
  callOf(items, experimentKey) {
    const points = items as readonly Point[];
    return points.length === 1
      ? { endpoint: metrics.log, args: { body: { experimentKey, ...points[0]! } } as never }
      : { endpoint: metrics.logBatch, args: { body: { experimentKey, values: points } } as never };
  },
};

const requestKind: LogKind = {
  limit: 1,
  merges: false,
  callOf: ([item]) => (item as QueuedRequest).call,
};

const parameterKind: LogKind = {
  limit: parameterBatchSize,
  limitBytes: batchBytes,
  // A service that rejects one parameter rejects the request: it must not fail other calls.
  merges: false,
  callOf(items, experimentKey) {
    const parameters = (items as readonly QueuedParameter[]).map(({ parameter }) => parameter);
    if (parameters.length === 1) {
      return { endpoint: metrics.logParameter, args: { body: { experimentKey, ...parameters[0]! } } as never };
    }
    const values = parameters.map((parameter) => ({ ...parameter, source: 'manual' }));
    return { endpoint: metrics.logParameterBatch, args: { body: { experimentKey, values } } as never };
  },
};

const outputKinds = new Map<string | null, LogKind>();

/** Returns the kind of output lines with a context. */
function outputKind(runContext: string | null): LogKind {
  let kind = outputKinds.get(runContext);
  if (kind === undefined) {
    kind = {
      limit: outputBatchSize,
      limitBytes: batchBytes,
      merges: true,
      callOf(items, experimentKey) {
        const outputLines = (items as readonly QueuedLine[]).map(({ line }) => line);
        return { endpoint: experiments.logOutput, args: { body: { experimentKey, runContext, outputLines } } as never };
      },
    };
    outputKinds.set(runContext, kind);
  }
  return kind;
}

/** Returns an item for a line of output. */
export function lineItem(runContext: string | null, line: OutputLine): LogItem {
  return { kind: outputKind(runContext), line };
}

/** Returns an item for a parameter. */
export function parameterItem(parameter: LoggedParameter): LogItem {
  return { kind: parameterKind, parameter, bytes: jsonBytes(parameter.parameterValue) };
}

/** Returns an item for a request. */
export function requestItem<R extends AnyEndpoint>(endpoint: R, args: CallArguments<R>): LogItem {
  const call = { endpoint, args } as unknown as EndpointCall;
  return { kind: requestKind, call, bytes: bytesOf(call.args) };
}

/** Returns the approximate size of arguments in memory. */
function bytesOf({ body, content }: CallArguments<AnyEndpoint>): number {
  if (content?.body instanceof Uint8Array) return content.body.byteLength;
  return jsonBytes(body);
}

function jsonBytes(value: unknown): number {
  try {
    return 2 * (JSON.stringify(value) ?? '').length;
  } catch {
    // A value that cannot be serialized is rejected when it is sent.
    return 0;
  }
}

/** Returns the kind of an item. */
export function kindOf(item: LogItem): LogKind {
  return 'kind' in item ? item.kind : pointKind;
}

/** Memory of a point with its object, in bytes. */
const pointBytes = 200;

/** Returns the approximate size of an item in memory, in bytes. */
export function sizeOf(item: LogItem): number {
  if (!('kind' in item)) return pointBytes;
  return 'line' in item ? pointBytes + 2 * item.line.output.length : pointBytes + item.bytes;
}

/** Returns endpoint and arguments of the request of some items, which have the same kind. */
export function callOf(items: readonly LogItem[], experimentKey: string, idempotencyKey: string): EndpointCall {
  const { endpoint, args } = kindOf(items[0]!).callOf(items, experimentKey);
  return { endpoint, args: { ...args, headers: { ...args.headers, [idempotencyKeyHeader]: idempotencyKey } } };
}

/** Returns the request of some items as it is written to disk. */
export function spooledRequest(
  items: readonly LogItem[],
  experimentKey: string,
  operation: string,
  idempotencyKey: string,
): SpooledRequest {
  const { endpoint, args } = callOf(items, experimentKey, idempotencyKey);
  const { method, path, query, headers = {}, body } = wireRequest(endpoint, args, {});
  return { operation, method, path, query, headers, body: body instanceof Uint8Array ? body : new Uint8Array() };
}

/** Returns the points of a request on disk. */
export function pointsOf({ path, body }: SpooledRequest): readonly Point[] {
  if (path !== metrics.log.path && path !== metrics.logBatch.path) return [];
  const {
    values,
    experimentKey: _,
    ...point
  } = JSON.parse(new TextDecoder().decode(body)) as Point & {
    readonly values?: readonly Point[];
    readonly experimentKey: string;
  };
  return values ?? [point];
}

/** Returns the points among some items. */
export function pointsAmong(items: readonly LogItem[]): Point[] {
  return items.filter((item): item is Point => !('kind' in item));
}

const saved: WriteReply = { msg: 'Saved', code: 200, data: null, sdk_error_code: 0 };

/** Returns the points that an error reports as rejected; null when it reports none. */
export function rejectedPoints({ data }: RestApiException): PartialFailure<unknown> | null {
  const reported = v.safeParse(RefusedPoints, data);
  if (!reported.success || reported.output.refused.length === 0) return null;
  return { rejected: reported.output.refused, reply: saved };
}
