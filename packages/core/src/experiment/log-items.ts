import * as v from 'valibot';
import type { CallOptions } from '../client/call.ts';
import { copyWith, type RestApiException } from '../client/errors.ts';
import { type CallArguments, wireText } from '../client/wire-request.ts';
import {
  type AnyEndpoint,
  contract,
  idempotencyKeyHeader,
  RejectedPoints,
  type WriteReply,
} from '../contract/index.ts';
import type { RequestKind } from '../write-queue/pending-items.ts';
import type { PartialFailure } from '../write-queue/queued-call.ts';

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
  readonly endpoint: AnyEndpoint;
  readonly args: CallArguments<AnyEndpoint>;
}

/** Parameter in the wire format. */
export interface LoggedParameter {
  readonly parameterName: string;
  readonly parameterValue: unknown;
  readonly step?: number | undefined;
  readonly timestamp?: number | undefined;
}

/** A point has no kind: it is queued as it is sent. */
type QueuedPoint = Point & { readonly kind?: never };

interface QueuedLine {
  readonly kind: 'line';
  readonly runContext: string | null;
  readonly line: OutputLine;
}

interface QueuedParameter {
  readonly kind: 'parameter';
  readonly parameter: LoggedParameter;
  readonly bytes: number;
}

interface QueuedRequest extends EndpointCall {
  readonly kind: 'request';
  readonly bytes: number;
}

/** Item of an experiment's queue: a point, a line of output, a parameter, or a whole request. */
export type LogItem = QueuedPoint | QueuedLine | QueuedParameter | QueuedRequest;

const pointKind: RequestKind = { limit: pointBatchSize, merges: true };
const localPointKind: RequestKind = { limit: localPointBatchSize, merges: true };
const requestKind: RequestKind = { limit: 1, merges: false };
// A service that rejects one parameter rejects the request: it must not fail other calls.
const parameterKind: RequestKind = { limit: parameterBatchSize, limitBytes: batchBytes, merges: false };
/** Kinds of lines by context: lines with different contexts never share a request. */
const outputKinds = new Map<string | null, RequestKind>();

function outputKind(runContext: string | null): RequestKind {
  const kind = outputKinds.get(runContext) ?? { limit: outputBatchSize, limitBytes: batchBytes, merges: true };
  outputKinds.set(runContext, kind);
  return kind;
}

/** Returns an item for a line of output. */
export function lineItem(runContext: string | null, line: OutputLine): LogItem {
  return { kind: 'line', runContext, line };
}

/**
 * Returns an item for a parameter.
 *
 * @throws RestApiException `invalid` for a value without a JSON form
 */
export function parameterItem(parameter: LoggedParameter): LogItem {
  const { copy, bytes } = queuedCopy(parameter.parameterValue);
  return { kind: 'parameter', parameter: { ...parameter, parameterValue: copy }, bytes };
}

/**
 * Returns an item for a request.
 *
 * @throws RestApiException `invalid` for a body without a JSON form
 */
export function requestItem<R extends AnyEndpoint>(endpoint: R, args: CallArguments<R>): LogItem {
  const { body, content } = args;
  if (content?.body instanceof Uint8Array) {
    return { kind: 'request', ...endpointCall(endpoint, args), bytes: content.body.byteLength };
  }
  if (body === undefined) return { kind: 'request', ...endpointCall(endpoint, args), bytes: 0 };
  const { copy, bytes } = queuedCopy(body);
  return { kind: 'request', ...endpointCall(endpoint, { ...args, body: copy }), bytes };
}

/** Returns endpoint and arguments as those of any endpoint. */
function endpointCall<R extends AnyEndpoint>(endpoint: R, args: CallArguments<R>): EndpointCall {
  return { endpoint, args };
}

/** Returns a copy of a value, since the caller may change it before it is sent, and its approximate size in memory. */
function queuedCopy<T>(value: T): { readonly copy: T; readonly bytes: number } {
  if (typeof value !== 'object' || value === null) return { copy: value, bytes: 2 * String(value).length };
  const text = wireText(value);
  return { copy: JSON.parse(text), bytes: 2 * text.length };
}

/** Returns the kind of requests of an item, for a service on this machine or another one. */
export function kindOf(item: LogItem, isLocal: boolean): RequestKind {
  switch (item.kind) {
    case 'line':
      return outputKind(item.runContext);
    case 'parameter':
      return parameterKind;
    case 'request':
      return requestKind;
    default:
      return isLocal ? localPointKind : pointKind;
  }
}

/** Memory of a point with its object, in bytes. */
const pointBytes = 200;

/** Returns the approximate size of an item in memory, in bytes. */
export function sizeOf(item: LogItem): number {
  if (item.kind === undefined) return pointBytes;
  return pointBytes + (item.kind === 'line' ? 2 * item.line.output.length : item.bytes);
}

/** Returns endpoint and arguments of the request of some items, which have the same kind. */
export function callOf(
  items: readonly LogItem[],
  experimentKey: string,
  idempotencyKey: string,
): EndpointCall & Pick<CallOptions, 'areChecked'> {
  const { endpoint, args } = requestOf(items, experimentKey);
  const headers = { ...args.headers, [idempotencyKeyHeader]: idempotencyKey };
  // Points are made of values that the operations have checked.
  return { endpoint, areChecked: items[0]!.kind === undefined, args: { ...args, headers } };
}

function requestOf(items: readonly LogItem[], experimentKey: string): EndpointCall {
  const first = items[0]!;
  switch (first.kind) {
    case 'line': {
      const outputLines = itemsOfKind(items, 'line').map(({ line }) => line);
      return endpointCall(experiments.logOutput, {
        body: { experimentKey, runContext: first.runContext, outputLines },
      });
    }
    case 'parameter': {
      if (items.length === 1)
        return endpointCall(metrics.logParameter, { body: { experimentKey, ...first.parameter } });
      const values = itemsOfKind(items, 'parameter').map(({ parameter }) => ({ ...parameter, source: 'manual' }));
      return endpointCall(metrics.logParameterBatch, { body: { experimentKey, values } });
    }
    case 'request':
      return first;
    default:
      if (items.length === 1) return endpointCall(metrics.log, { body: { experimentKey, ...first } });
      return endpointCall(metrics.logBatch, { body: { experimentKey, values: pointsAmong(items) } });
  }
}

function itemsOfKind<Kind extends LogItem['kind']>(
  items: readonly LogItem[],
  kind: Kind,
): Extract<LogItem, { readonly kind: Kind }>[] {
  return items.filter((item): item is Extract<LogItem, { readonly kind: Kind }> => item.kind === kind);
}

/** Returns the points among some items. */
export function pointsAmong(items: readonly LogItem[]): Point[] {
  return items.filter((item) => item.kind === undefined);
}

/** Returns the error of an item with the name of its file, if it is an upload. */
export function withFileName(error: RestApiException, item: LogItem | undefined): RestApiException {
  const fileName = item?.kind === 'request' && item.args.query?.fileName;
  return fileName ? copyWith(error, { reason: `${fileName}: ${error.reason}` }) : error;
}

const saved: WriteReply = { msg: 'Saved', code: 200, data: null, sdk_error_code: 0 };

/** Returns the points that an error reports as rejected; null when it reports none. */
export function rejectedPoints({ data }: RestApiException): PartialFailure | null {
  const reported = v.safeParse(RejectedPoints, data);
  if (!reported.success || reported.output.refused.length === 0) return null;
  return { rejected: reported.output.refused, reply: saved };
}
