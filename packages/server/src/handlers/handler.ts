import type { AnyEndpoint, Contract, PathFields } from '@tracklens/core/contract';
import type * as v from 'valibot';
import type { FilePartName } from '../http/multipart.ts';
import type { Store } from '../store/database/store.ts';
import type { FilePart } from '../store/files/incoming-files.ts';

type Parts<R extends AnyEndpoint> = {
  readonly [Name in R['parts'][number]]?: Name extends FilePartName ? FilePart : string;
};

type Body<R extends AnyEndpoint> = R['body'] extends v.GenericSchema ? v.InferOutput<R['body']> : undefined;

/** Request that was decoded and validated by its endpoint's schemas. */
export interface HandlerRequest<R extends AnyEndpoint> {
  readonly query: v.InferOutput<v.ObjectSchema<R['query'], undefined>>;
  readonly path: Readonly<Record<PathFields<R['path']>, string>>;
  readonly body: Body<R>;
  readonly parts: Parts<R>;
  readonly headers: Headers;
  /** Bytes of a PUT or POST that has neither a body schema nor parts. */
  readonly stream: ReadableStream<Uint8Array> | null;
}

/** Dependencies of a handler. */
export interface HandlerContext {
  readonly store: Store;
  readonly session: Session;
  /** Origin of this service's URLs as the client called it, without a trailing slash. */
  readonly origin: string;
  /** Clock: milliseconds since 1970. A replay sets its own. */
  now(): number;
  /** Carries out a small read, given its path and query, for the same client. An error is returned as a response. */
  read(address: string): Promise<SmallResponse>;
}

/** Response in memory. */
export interface SmallResponse {
  readonly status: number;
  readonly json: string;
}

/** User of a request. */
export interface Session {
  /** Name of the user. */
  readonly userName: string;
  /** Workspace that is used when none is given. */
  readonly defaultWorkspaceName: string;
  /** Name of the only workspace in which the session creates projects. Default: all. */
  readonly onlyWorkspace?: string;
}

/** The JSON response before defaults are applied, or a whole Response (bytes, ready JSON, other headers). */
export type HandlerReply<R extends AnyEndpoint> =
  | (R['response'] extends v.GenericSchema ? v.InferInput<R['response']> : never)
  | Response;

/** Carries out one endpoint of the contract. */
export type Handler<R extends AnyEndpoint> = (
  request: HandlerRequest<R>,
  context: HandlerContext,
) => Promise<HandlerReply<R>> | HandlerReply<R>;

/** Handlers of all endpoints of an area; a missing one is a compile error. */
export type Handlers<Area extends keyof Contract> = {
  readonly [Name in keyof Contract[Area]]: Contract[Area][Name] extends AnyEndpoint
    ? Handler<Contract[Area][Name]>
    : never;
};

/** Returns the standard response to a write. */
export function writeReply(msg = 'Saved'): { msg: string; code: number; data: null; sdk_error_code: number } {
  return { msg, code: 200, data: null, sdk_error_code: 0 };
}
