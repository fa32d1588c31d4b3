import * as v from 'valibot';
import { type CallArguments, wireText } from '../client/call.ts';
import { failureWith, type RestApiException } from '../client/errors.ts';
import type { RequestKind } from '../client/pending-items.ts';
import type { PartialFailure } from '../client/queued-call.ts';
import {
  type AnyEndpoint,
  contract,
  idempotencyKeyHeader,
  RejectedPoints,
  type WriteReply,
} from '../contract/index.ts';

const { experiments, metrics } = contract;

/** Maximum number of points per request: that of the Python client, which any service accepts. */
export const pointBatchSize = 1000;
/**
 * Maximum number of points per request to a service on this machine. Each request waits for its write to the disk,
 * which takes longer than the points themselves.
 */
const localPointBatchSize = 10_000;
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
  /** Whether the arguments need no check. */
  readonly areChecked?: boolean;
  readonly endpoint: AnyEndpoint;
  readonly args: CallArguments<AnyEndpoint>;
}

/** Kind of the items of an experiment's queue, and how they become a request. */
interface LogKind extends RequestKind {
  /** Whether the operations made the items of values that they have checked, so that the request needs no check. */
  readonly areChecked?: boolean;
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
  areChecked: true,
  callOf(items, experimentKey) {
    const points = items as readonly Point[];
    return points.length === 1
      ? { endpoint: metrics.log, args: { body: { experimentKey, ...points[0]! } } as never }
      : { endpoint: metrics.logBatch, args: { body: { experimentKey, values: points } } as never };
  },
};

const localPointKind: LogKind = { ...pointKind, limit: localPointBatchSize };

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

/**
 * Returns an item for a parameter.
 *
 * @throws RestApiException `invalid` for a value without a JSON form
 */
export function parameterItem(parameter: LoggedParameter): LogItem {
  const { copy, bytes } = queuedCopy(parameter.parameterValue);
  return { kind: parameterKind, parameter: { ...parameter, parameterValue: copy }, bytes };
}

/**
 * Returns an item for a request.
 *
 * @throws RestApiException `invalid` for a body without a JSON form
 */
export function requestItem<R extends AnyEndpoint>(endpoint: R, args: CallArguments<R>): LogItem {
  const call = { endpoint, args } as unknown as EndpointCall;
  const { body, content } = call.args;
  if (content?.body instanceof Uint8Array) return { kind: requestKind, call, bytes: content.body.byteLength };
  const { copy, bytes } = queuedCopy(body);
  return { kind: requestKind, call: { endpoint, args: { ...call.args, body: copy as never } }, bytes };
}

/** Returns a copy of a value, since the caller may change it before it is sent, and its approximate size in memory. */
function queuedCopy(value: unknown): { readonly copy: unknown; readonly bytes: number } {
  if (typeof value !== 'object' || value === null) return { copy: value, bytes: 2 * String(value).length };
  const text = wireText(value);
  return { copy: JSON.parse(text), bytes: 2 * text.length };
}

/** Returns the kind of an item, for a service on this machine or another one. */
export function kindOf(item: LogItem, isLocal = false): LogKind {
  if ('kind' in item) return item.kind;
  return isLocal ? localPointKind : pointKind;
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
  const kind = kindOf(items[0]!);
  const { endpoint, args } = kind.callOf(items, experimentKey);
  const headers = { ...args.headers, [idempotencyKeyHeader]: idempotencyKey };
  return { endpoint, areChecked: kind.areChecked ?? false, args: { ...args, headers } };
}

/** Returns the points among some items. */
export function pointsAmong(items: readonly LogItem[]): Point[] {
  return items.filter((item): item is Point => !('kind' in item));
}

/** Returns the error of an item with the name of its file, if it is an upload. */
export function withFileName(error: RestApiException, item: LogItem | undefined): RestApiException {
  const query = (item as Partial<QueuedRequest> | undefined)?.call?.args.query as
    | { readonly fileName?: string }
    | undefined;
  const fileName = query?.fileName;
  return fileName ? failureWith(error, { reason: `${fileName}: ${error.reason}` }) : error;
}

const saved: WriteReply = { msg: 'Saved', code: 200, data: null, sdk_error_code: 0 };

/** Returns the points that an error reports as rejected; null when it reports none. */
export function rejectedPoints({ data }: RestApiException): PartialFailure<unknown> | null {
  const reported = v.safeParse(RejectedPoints, data);
  if (!reported.success || reported.output.refused.length === 0) return null;
  return { rejected: reported.output.refused, reply: saved };
}
