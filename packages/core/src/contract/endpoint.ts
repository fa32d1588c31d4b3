import type * as v from 'valibot';
import type { CacheTag } from './cache-tags.ts';

/** Names in braces in a path: `PathFields<'/item/{id}/metadata'>` is `'id'`. */
export type PathFields<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathFields<Rest>
  : never;

/** Timeouts in milliseconds: one for each kind of endpoint, and the idle timeout. */
export interface Timeouts {
  /** Timeout of an ordinary call. Default: 10,000. */
  readonly call: number;
  /** Timeout of a long list. Default: 600,000. */
  readonly list: number;
  /** Timeout until the response to an upload starts, after its last byte. Default: 900,000. */
  readonly upload: number;
  /** Timeout until the first byte of a download. Default: 600,000. */
  readonly download: number;
  /** Maximum pause while a file is sent or received, whose total time is not limited. Default: 60,000. */
  readonly idle: number;
}

/** Kind of timeout of an endpoint: an ordinary call, a long list, a file upload or a file download. */
export type TimeoutKind = Exclude<keyof Timeouts, 'idle'>;

/** Default timeouts. 10 s, 600 s, 900 s and 600 s are those of the original clients; `idle` is an addition. */
export const defaultTimeouts: Timeouts = {
  call: 10_000,
  list: 600_000,
  upload: 900_000,
  download: 600_000,
  idle: 60_000,
};

/**
 * Name of a part of a multipart body. The schema makes every part optional; the handler checks which ones it needs.
 */
export type PartName = 'file' | 'metadata' | 'link' | 'requestParams' | 'thumbnail' | 'assetItemContent';

type Entries = v.ObjectEntries;
type Schema = v.GenericSchema;

/**
 * Definition of one endpoint. The client call, the server route, the argument validation and the API table are
 * derived from it.
 */
export interface Endpoint<
  Path extends string = string,
  Query extends Entries = Entries,
  Body extends Schema | undefined = Schema | undefined,
  ResponseSchema extends Schema | 'bytes' = Schema | 'bytes',
  Parts extends PartName = PartName,
> {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Absolute path. `{name}` is one encoded segment. */
  readonly path: Path;
  /** Additional paths that other clients use for the same endpoint. */
  readonly alsoAt: readonly string[];
  readonly query: Query;
  readonly body: Body;
  /** Names of the parts of a multipart body. Empty for other bodies. */
  readonly parts: readonly Parts[];
  /** Schema of the JSON response, or `bytes` for a file. */
  readonly response: ResponseSchema;
  /** Whether the endpoint only reads or also writes. The method does not show it: some writes are GET requests. */
  readonly effect: 'read' | 'write';
  /**
   * Whether the endpoint is idempotent, so that a request can be repeated when it is unknown whether it was processed.
   */
  readonly repeatable: boolean;
  readonly timeout: TimeoutKind;
  /** Whether the response may be a very long text, such as the output of a run. */
  readonly long: boolean;
  /** For reads: whether responses are cached by default. */
  readonly cached: boolean;
  /** For GET reads: what the response contains. Empty for other endpoints, whose responses are never cached. */
  readonly reads: readonly CacheTag[];
  /** For writes: what changes. Cached responses that contain it become stale. */
  readonly invalidates: readonly CacheTag[];
}

/**
 * Header with the key of a request that is safe to repeat: requests with the same key are stored once. Other services
 * ignore it.
 */
export const idempotencyKeyHeader = 'idempotency-key';

/** Capability of a service that recognizes a request which creates a version, and is sent again, by its key. */
export const creationKeys = 'creation-keys';

/** Request of a client that numbers its requests in the order in which it sends them. */
export interface SequenceKey {
  /** Id of the sequence. */
  readonly sequence: string;
  readonly number: number;
}

/** Returns the idempotency key of a numbered request. */
export function sequenceKey({ sequence, number }: SequenceKey): string {
  return `${sequence}.${number}`;
}

/** Returns the sequence and number of an idempotency key; null for any other key. */
export function parseSequenceKey(key: string): SequenceKey | null {
  const match = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(\d{1,15})$/.exec(key);
  return match === null ? null : { sequence: match[1]!, number: Number(match[2]) };
}

/** Any endpoint of the contract. */
export type AnyEndpoint = Endpoint<string, Entries, Schema | undefined, Schema | 'bytes', PartName>;

interface Options<Q extends Entries, B extends Schema | undefined, A extends Schema | 'bytes', P extends PartName> {
  readonly query?: Q;
  readonly body?: B;
  readonly parts?: readonly P[];
  readonly response: A;
  readonly timeout?: TimeoutKind;
  readonly long?: boolean;
  readonly repeatable?: boolean;
  readonly alsoAt?: readonly string[];
}

/** Cache options of a GET read. It names at least one tag, because `doCache` can turn caching on for each of them. */
interface Cacheable {
  readonly reads: readonly [CacheTag, ...CacheTag[]];
  readonly cached?: boolean;
}

/** Cache options of a write. A list without tags states that no response contains what the endpoint writes. */
interface Invalidating {
  readonly invalidates: readonly CacheTag[];
}

function endpoint<
  const Path extends string,
  Q extends Entries = Record<never, never>,
  B extends Schema | undefined = undefined,
  A extends Schema | 'bytes' = 'bytes',
  P extends PartName = never,
>(
  method: 'GET' | 'POST' | 'PUT',
  effect: 'read' | 'write',
  path: Path,
  options: Options<Q, B, A, P> & Partial<Cacheable & Invalidating>,
): Endpoint<Path, Q, B, A, P> {
  return {
    method,
    path,
    effect,
    query: options.query ?? ({} as Q),
    body: options.body as B,
    parts: options.parts ?? [],
    response: options.response,
    timeout: options.timeout ?? 'call',
    long: options.long ?? false,
    cached: options.cached ?? false,
    repeatable: options.repeatable ?? effect === 'read',
    reads: options.reads ?? [],
    invalidates: options.invalidates ?? [],
    alsoAt: options.alsoAt ?? [],
  };
}

type Maker<More = unknown> = <
  const Path extends string,
  Q extends Entries = Record<never, never>,
  B extends Schema | undefined = undefined,
  A extends Schema | 'bytes' = 'bytes',
  P extends PartName = never,
>(
  path: Path,
  options: Options<Q, B, A, P> & More,
) => Endpoint<Path, Q, B, A, P>;

/** Defines a GET endpoint that only reads. */
export const read: Maker<Cacheable> = (path, options) => endpoint('GET', 'read', path, options);
/**
 * Defines a POST endpoint that only reads. Its arguments do not fit into a query string, and its responses are never
 * cached.
 */
export const readByPost: Maker = (path, options) => endpoint('POST', 'read', path, options);
/** Defines a POST endpoint that writes. */
export const write: Maker<Invalidating> = (path, options) => endpoint('POST', 'write', path, options);
/** Defines a PUT endpoint that writes. */
export const put: Maker<Invalidating> = (path, options) => endpoint('PUT', 'write', path, options);
/** Defines a GET endpoint that writes. The API has more than a dozen of them. */
export const writeByGet: Maker<Invalidating> = (path, options) => endpoint('GET', 'write', path, options);

/** Returns a path of the REST interface. */
export const rest = <const P extends string>(path: P) => `/api/rest/v2/${path}` as const;
/** Returns a path of the logging interface. */
export const clientlib = <const P extends string>(path: P) => `/clientlib/${path}` as const;
/** Returns a REST path under the prefix of the logging interface. */
export const clientlibRest = <const P extends string>(path: P) => `/clientlib/rest/v2/${path}` as const;

/** Returns the name of an endpoint in `doCache`: its path without prefix. */
export function endpointName(endpoint: { readonly path: string }): string {
  return endpoint.path.replace(/^\/(?:api\/rest\/v2|clientlib\/rest\/v2|clientlib)\//, '');
}

/** Returns whether an endpoint transfers a file. Its requests then have an idle timeout. */
export function isTransfer(endpoint: AnyEndpoint): boolean {
  return endpoint.timeout === 'upload' || endpoint.timeout === 'download';
}

/**
 * Returns whether an endpoint is a read with a short and fast response. Several such reads may be batched into one
 * request.
 */
export function isSmallRead(endpoint: AnyEndpoint): boolean {
  return (
    endpoint.method === 'GET' &&
    endpoint.effect === 'read' &&
    endpoint.timeout === 'call' &&
    endpoint.response !== 'bytes' &&
    !endpoint.long
  );
}
