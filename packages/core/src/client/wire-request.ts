import * as v from 'valibot';
import {
  type AnyEndpoint,
  defaultTimeouts,
  encodeQuery,
  fillPath,
  isSegment,
  isTransfer,
  type PathFields,
} from '../contract/index.ts';
import { RestApiException } from './errors.ts';
import { plainEntry } from './plain-value.ts';
import { reasonOf } from './reason.ts';
import type { WireRequest } from './transport.ts';

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

/** Options of a request. */
export interface RequestOptions {
  /** Overrides the timeout of the endpoint. */
  readonly timeoutMillis?: number;
  /** Overrides the idle timeout of file transfers. */
  readonly idleMillis?: number;
  /** Whether the response is processed while it arrives. Only pauses in it are then limited, as in file transfers. */
  readonly isStreamed?: boolean;
  /** Whether the caller reads the response at its own pace. */
  readonly ownConnection?: boolean | undefined;
}

const encoder = new TextEncoder();
const jsonType = 'application/json;charset=utf-8';

/**
 * Builds the request of an endpoint from its arguments. Values that JSON cannot represent (`NaN`, infinities) are
 * sent as strings.
 */
export function wireRequest<R extends AnyEndpoint>(
  endpoint: R,
  args: CallArguments<R>,
  options: RequestOptions = {},
  operation = '',
): WireRequest {
  const query = encodeQuery((args.query ?? {}) as Parameters<typeof encodeQuery>[0]);
  const json = endpoint.body && { type: jsonType, body: encoder.encode(wireText(args.body ?? {}, operation)) };
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
export function checkArguments(
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
