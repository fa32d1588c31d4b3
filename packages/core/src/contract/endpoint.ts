import type * as v from 'valibot';

/** Names in braces in a path: `PathFields<'/item/{id}/metadata'>` is `'id'`. */
export type PathFields<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathFields<Rest>
  : never;

/** Kind of time limit of an endpoint: an ordinary call, a long list, a file that is sent, a file that is fetched. */
export type TimeoutKind = 'call' | 'list' | 'upload' | 'download';

/** Time limits in milliseconds, one for each kind of endpoint and one for silence. */
export interface Timeouts extends Readonly<Record<TimeoutKind, number>> {
  /** Longest silence while a file is sent or received. There is no limit on the total time of a file. */
  readonly idle: number;
}

/** The time limits of the wire (10 s, 600 s, 900 s, 600 s); `idle` is ours. */
export const defaultTimeouts: Timeouts = {
  call: 10_000,
  list: 600_000,
  upload: 900_000,
  download: 600_000,
  idle: 60_000,
};

/** The parts of a multipart body; every part is optional on the wire, a handler says what it needs. */
export type PartName = 'file' | 'metadata' | 'link' | 'requestParams' | 'thumbnail' | 'assetItemContent';

type Entries = v.ObjectEntries;
type Schema = v.GenericSchema;

/** What one endpoint is, written once: client call, server route, argument check and API table follow from it. */
export interface Endpoint<
  Path extends string = string,
  Query extends Entries = Entries,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema | 'bytes' = Schema | 'bytes',
  Parts extends PartName = PartName,
> {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Absolute path; `{name}` stands for one encoded segment. */
  readonly path: Path;
  /** Further paths that other clients of this wire use for the same thing. */
  readonly alsoAt: readonly string[];
  readonly query: Query;
  readonly body: Body;
  /** Named parts of a multipart body, when the body is one. */
  readonly parts: readonly Parts[];
  /** Schema of the JSON answer, or `bytes` for a file. */
  readonly answer: Answer;
  /** Whether it changes anything. Some writes are GETs on this wire: the method does not tell. */
  readonly effect: 'read' | 'write';
  /** Whether sending it twice leaves the same state: only these are retried. */
  readonly repeatable: boolean;
  readonly timeout: TimeoutKind;
  /** Whether the answer is a text of any length, such as the output of a run. */
  readonly long: boolean;
  /** For reads: whether answers are cached unless the caller says otherwise. */
  readonly cached: boolean;
  /** For writes: names (paths without prefix) of the reads whose answers it makes stale. */
  readonly changes: readonly string[];
  readonly doc: string;
}

/** Any row of the contract. */
export type AnyEndpoint = Endpoint<string, Entries, Schema | undefined, Schema | 'bytes', PartName>;

interface Options<Q extends Entries, B extends Schema | undefined, A extends Schema | 'bytes', P extends PartName> {
  readonly query?: Q;
  readonly body?: B;
  readonly parts?: readonly P[];
  readonly answer: A;
  readonly timeout?: TimeoutKind;
  readonly long?: boolean;
  readonly cached?: boolean;
  readonly repeatable?: boolean;
  readonly changes?: readonly string[];
  readonly alsoAt?: readonly string[];
  readonly doc: string;
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
  options: Options<Q, B, A, P>,
): Endpoint<Path, Q, B, A, P> {
  return {
    method,
    path,
    effect,
    query: options.query ?? ({} as Q),
    body: options.body as B,
    parts: options.parts ?? [],
    answer: options.answer,
    timeout: options.timeout ?? 'call',
    long: options.long ?? false,
    cached: options.cached ?? false,
    repeatable: options.repeatable ?? effect === 'read',
    changes: options.changes ?? [],
    alsoAt: options.alsoAt ?? [],
    doc: options.doc,
  };
}

type Maker = <
  const Path extends string,
  Q extends Entries = Record<never, never>,
  B extends Schema | undefined = undefined,
  A extends Schema | 'bytes' = 'bytes',
  P extends PartName = never,
>(
  path: Path,
  options: Options<Q, B, A, P>,
) => Endpoint<Path, Q, B, A, P>;

/** A GET that only reads. */
export const read: Maker = (path, options) => endpoint('GET', 'read', path, options);
/** A POST that only reads: its question does not fit a query string. */
export const ask: Maker = (path, options) => endpoint('POST', 'read', path, options);
/** A POST that changes something. */
export const write: Maker = (path, options) => endpoint('POST', 'write', path, options);
/** A PUT that changes something. */
export const put: Maker = (path, options) => endpoint('PUT', 'write', path, options);
/** A GET that changes something: this wire has a dozen of them. */
export const writeByGet: Maker = (path, options) => endpoint('GET', 'write', path, options);

/** A path of the REST interface. */
export const rest = <const P extends string>(path: P) => `/api/rest/v2/${path}` as const;
/** A path of the logging interface. */
export const clientlib = <const P extends string>(path: P) => `/clientlib/${path}` as const;
/** A REST path under the logging prefix. */
export const clientlibRest = <const P extends string>(path: P) => `/clientlib/rest/v2/${path}` as const;

/** The name of a row for `doCache` and `changes`: its path without prefix. */
export function endpointName(row: { readonly path: string }): string {
  return row.path.replace(/^\/(?:api\/rest\/v2|clientlib\/rest\/v2|clientlib)\//, '');
}

/** Whether a row sends or fetches a file: its time limit is one on silence. */
export function isTransfer(row: AnyEndpoint): boolean {
  return row.timeout === 'upload' || row.timeout === 'download';
}

/** Whether a row is a read whose answer is short and soon there: several such reads may travel in one exchange. */
export function isSmallRead(row: AnyEndpoint): boolean {
  return row.method === 'GET' && row.effect === 'read' && row.timeout === 'call' && row.answer !== 'bytes' && !row.long;
}
