import * as v from 'valibot';
import {
  type AnyEndpoint,
  defaultTimeouts,
  encodeQuery,
  fillPath,
  holdsAnyValue,
  isSegment,
  isTransfer,
  type PathFields,
  parseLosslessJson,
  parseWireJson,
  printableText,
} from '../contract/index.ts';
import { codeOfStatus, RestApiException } from './errors.ts';
import { plainEntry } from './plain-value.ts';
import type { RawResponseListener } from './raw-response.ts';
import { reasonOf } from './reason.ts';
import { requestIdOf } from './request-hooks.ts';
import type { Transport, WireBody, WireRequest, WireResponse } from './transport.ts';
import { withFailures } from './wire-body.ts';

type QueryOf<R extends AnyEndpoint> = v.InferInput<v.ObjectSchema<R['query'], undefined>>;
type BodyOf<R extends AnyEndpoint> = R['body'] extends undefined ? never : v.InferInput<NonNullable<R['body']>>;

/** Arguments of an endpoint. Multipart and raw bodies are built by the caller and passed as `content`. */
export type CallArguments<R extends AnyEndpoint> = {
  readonly query?: QueryOf<R>;
  readonly path?: Readonly<Record<PathFields<R['path']>, string>>;
  readonly body?: BodyOf<R>;
  readonly content?: { readonly type: string; readonly body: Uint8Array | AsyncIterable<Uint8Array> };
  /** Additional headers with lower-case names, such as `range`. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Options of a call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the response before it is interpreted. */
  readonly onRawResponse?: RawResponseListener | undefined;
  /** Name of the operation, for error messages. */
  readonly operation?: string;
  /** Whether the arguments are known to be valid. Default: false, they are checked. */
  readonly areChecked?: boolean | undefined;
  /** Overrides the timeout of the endpoint. */
  readonly timeoutMillis?: number;
  /** Overrides the idle timeout of file transfers. */
  readonly idleMillis?: number;
  /** Whether the response is processed while it arrives. Only pauses in it are then limited, as in file transfers. */
  readonly isStreamed?: boolean;
  /** Whether the caller reads the response at its own pace. */
  readonly ownConnection?: boolean | undefined;
}

/** Type of the validated response of an endpoint. */
export type ResponseOf<R extends AnyEndpoint> = R['response'] extends v.GenericSchema
  ? v.InferOutput<R['response']>
  : never;

const encoder = new TextEncoder();
const jsonType = 'application/json;charset=utf-8';

/**
 * Builds the request of an endpoint from its arguments. Values that JSON cannot represent (`NaN`, infinities) are
 * sent as strings.
 */
export function wireRequest<R extends AnyEndpoint>(
  endpoint: R,
  args: CallArguments<R>,
  options: CallOptions,
): WireRequest {
  const query = encodeQuery((args.query ?? {}) as Parameters<typeof encodeQuery>[0]);
  const json = endpoint.body && { type: jsonType, body: encoder.encode(wireText(args.body ?? {}, options.operation)) };
  const content = args.content ?? json;
  const fields = { ...(args.query as object), ...(args.body as object | undefined) } as Record<string, unknown>;
  const experimentKey = fields.experimentKey ?? fields.experimentId;
  return {
    method: endpoint.method,
    path: fillPath(endpoint.path, (args.path ?? {}) as Record<string, string>),
    query,
    headers: { ...(content && { 'content-type': content.type }), ...args.headers },
    ...(content && { body: content.body }),
    ...(typeof experimentKey === 'string' ? { experimentKey } : {}),
    timeoutMillis: options.timeoutMillis ?? defaultTimeouts[endpoint.timeout],
    ...(isTransfer(endpoint) || options.isStreamed ? { idleMillis: options.idleMillis ?? defaultTimeouts.idle } : {}),
    ...(options.ownConnection ? { ownConnection: true } : {}),
  };
}

/** How `JSON.stringify` writes non-finite numbers, maps, sets and empty typed arrays, other typed arrays, buffers. */
const lossyTexts = ['null', '{}', '{"0":', '{"type":"Buffer"'];

/**
 * Serializes a body to JSON: maps, sets and typed arrays with their values, non-finite numbers as texts. Only a text
 * in which values may have been lost needs the slower replacer.
 *
 * @throws RestApiException `invalid` for a value without a JSON form, such as a circular object
 */
export function wireText(body: object, operation = ''): string {
  try {
    const text = JSON.stringify(body);
    return lossyTexts.some((lossy) => text.includes(lossy)) ? JSON.stringify(body, wireValue) : text;
  } catch (cause) {
    const [firstLine] = reasonOf(cause).split('\n');
    const reason = `an argument cannot be written as JSON (${firstLine})`;
    throw RestApiException.of({ code: 'invalid', operation, reason, cause });
  }
}

function wireValue(this: unknown, key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : plainEntry.call(this, key, value);
}

/** Passes a response to the listener of the call, if there is one. */
function reportResponse({ status, headers }: WireResponse, text: string | null, { onRawResponse }: CallOptions): void {
  onRawResponse?.({ status, headers, requestId: requestIdOf(headers), text });
}

/** Maximum length of a message of the service in an error, in characters. */
const longestMessage = 1000;

async function failureOf(response: WireResponse, options: CallOptions): Promise<RestApiException> {
  const { operation = '' } = options;
  const text = await response.body.text().catch(() => '');
  reportResponse(response, text, options);
  let body: { msg?: unknown; sdk_error_code?: unknown; data?: unknown } = {};
  try {
    body = (JSON.parse(text) as typeof body) ?? {};
  } catch {
    // A proxy or another program responded. Its page is not useful in an error message.
  }
  const sdkErrorCode = typeof body.sdk_error_code === 'number' ? body.sdk_error_code : 0;
  return RestApiException.of({
    code: codeOfStatus(response.status, sdkErrorCode),
    operation,
    reason:
      typeof body.msg === 'string' && body.msg !== ''
        ? printableText(body.msg, longestMessage)
        : `the service responded with ${response.status}`,
    status: response.status,
    sdkErrorCode,
    retryAfterMillis: retryAfterMillis(response.headers['retry-after']),
    requestId: requestIdOf(response.headers),
    data: body.data ?? null,
  });
}

/** Parses a `Retry-After` header, in seconds or as a date. Returns the delay in milliseconds. */
export function retryAfterMillis(header: string | undefined, now = Date.now()): number | null {
  if (header === undefined || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Cache of the query schema of each endpoint. */
const querySchemas = new WeakMap<AnyEndpoint, v.GenericSchema>();

function querySchemaOf(endpoint: AnyEndpoint): v.GenericSchema {
  let schema = querySchemas.get(endpoint);
  if (schema === undefined) {
    schema = v.object(endpoint.query);
    querySchemas.set(endpoint, schema);
  }
  return schema;
}

/** Rejects invalid arguments before the request is sent. */
function checkArguments(
  endpoint: AnyEndpoint,
  args: { query?: unknown; path?: Readonly<Record<string, string>>; body?: unknown },
  operation: string,
): void {
  for (const name in args.path) {
    if (isSegment(args.path[name]!)) continue;
    const reason = `${name} is ${JSON.stringify(args.path[name])}, which cannot be used in an address`;
    throw RestApiException.of({ code: 'invalid', operation, reason });
  }
  checkFields(querySchemaOf(endpoint), args.query, operation);
  if (endpoint.body !== undefined) checkFields(endpoint.body, args.body, operation);
}

function checkFields(schema: v.GenericSchema, fields: unknown, operation: string): void {
  const checked = v.safeParse(schema, fields ?? {}, { abortEarly: true });
  if (checked.success) return;
  const [issue] = checked.issues;
  const reason = `${v.getDotPath(issue) ?? 'the argument'} is not valid (${issue.message})`;
  throw RestApiException.of({ code: 'invalid', operation, reason });
}

/** Sends a request to an endpoint. Returns the response if its status is below 400. */
async function sendRequest<R extends AnyEndpoint>(
  transport: Transport,
  endpoint: R,
  args: CallArguments<R>,
  options: CallOptions = {},
): Promise<WireResponse> {
  const operation = options.operation ?? '';
  if (!options.areChecked) checkArguments(endpoint, args, operation);
  return await sendPrepared(transport, wireRequest(endpoint, args, options), options);
}

/** Sends a request. Returns the response if its status is below 400. */
async function sendPrepared(transport: Transport, request: WireRequest, options: CallOptions): Promise<WireResponse> {
  let response: WireResponse;
  try {
    response = await transport.send(request, options.signal);
  } catch (error) {
    throw RestApiException.from(error, options.operation ?? '');
  }
  if (response.status >= 400) throw await failureOf(response, options);
  return response;
}

/** Sends a request that was prepared earlier. Returns the JSON of the response, without a check. */
export async function callPrepared(transport: Transport, request: WireRequest, options: CallOptions): Promise<unknown> {
  return await jsonOf(await sendPrepared(transport, request, options), options);
}

async function jsonOf(response: WireResponse, options: CallOptions, parse = parseWireJson): Promise<unknown> {
  const operation = options.operation ?? '';
  const text = await response.body.text().catch((error: unknown) => {
    throw RestApiException.from(error, operation);
  });
  reportResponse(response, text, options);
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw RestApiException.from(error, operation);
    throw RestApiException.of({ code: 'malformed', operation, reason: 'the response is not JSON', cause: error });
  }
}

/** Returns the parser of the response of an endpoint. Long integers keep their digits if it has values of any kind. */
export function parserOf({ response }: AnyEndpoint): (json: string) => unknown {
  return response !== 'bytes' && holdsAnyValue(response) ? parseLosslessJson : parseWireJson;
}

/**
 * Calls an endpoint that responds with JSON and validates the response against its schema.
 *
 * @throws RestApiException on any error response, network failure, timeout, abort or malformed response
 */
export async function call<R extends AnyEndpoint>(
  transport: Transport,
  endpoint: R,
  args: CallArguments<R>,
  options: CallOptions = {},
): Promise<ResponseOf<R>> {
  const response = await sendRequest(transport, endpoint, args, options);
  return checkedResponse(endpoint, await jsonOf(response, options, parserOf(endpoint)), options.operation ?? '');
}

/** Replaces the digits of long integers by numbers where the contract has a number. Returns whether there are any. */
function restoreNumbers(issues: readonly v.BaseIssue<unknown>[]): boolean {
  let found = false;
  for (const { type, input, path } of issues) {
    if (type !== 'number' || typeof input !== 'string' || path === undefined || !/^-?\d{16,}$/.test(input)) continue;
    const { input: holder, key } = path.at(-1)!;
    (holder as Record<PropertyKey, unknown>)[key as PropertyKey] = Number(input);
    found = true;
  }
  return found;
}

/**
 * Validates the response of an endpoint, which may be changed.
 *
 * @throws RestApiException `malformed` for a value that is not one
 */
export function checkedResponse<R extends AnyEndpoint>(endpoint: R, value: unknown, operation: string): ResponseOf<R> {
  const schema = endpoint.response as v.GenericSchema;
  const check = () => v.safeParse(schema, value ?? {}, { abortEarly: true });
  let checked = check();
  if (!checked.success && restoreNumbers(v.safeParse(schema, value ?? {}).issues ?? [])) checked = check();
  if (checked.success) return checked.output as ResponseOf<R>;
  const [issue] = checked.issues;
  const where = v.getDotPath(issue);
  const reason = `the response does not match the contract${where === null ? '' : ` at ${where}`} (${issue.message})`;
  throw RestApiException.of({ code: 'malformed', operation, reason });
}

/** Calls an endpoint that responds with a file. */
export async function callForBody<R extends AnyEndpoint>(
  transport: Transport,
  endpoint: R,
  args: CallArguments<R>,
  options: CallOptions = {},
): Promise<{ body: WireBody; headers: Readonly<Record<string, string>>; status: number }> {
  const response = await sendRequest(transport, endpoint, args, options);
  reportResponse(response, null, options);
  const { body, headers, status } = response;
  const operation = options.operation ?? '';
  return { body: withFailures(body, (error) => RestApiException.from(error, operation)), headers, status };
}
