import type { AnyEndpoint, Contract, PathFields } from '@tracklens/core/contract';
import type * as v from 'valibot';
import type { Store } from './store/store.ts';

/** A file of a multipart body, already on disk beside the data; removed after the call unless the handler moves it. */
export interface FilePart {
  /** Absolute path, on the file system of the data folder. */
  readonly path: string;
  readonly size: number;
  /** Hex digest of the content. */
  readonly sha256: string;
  /** The name the client gave, a whole path for some clients. */
  readonly fileName: string | null;
  readonly contentType: string | null;
}

/** Parts that hold a file; the others hold short text. */
export type FilePartName = 'file' | 'thumbnail' | 'assetItemContent';

type Parts<R extends AnyEndpoint> = {
  readonly [Name in R['parts'][number]]?: Name extends FilePartName ? FilePart : string;
};

type Body<R extends AnyEndpoint> = R['body'] extends v.GenericSchema ? v.InferOutput<R['body']> : undefined;

/** A request after decoding and checking by its row. */
export interface HandlerRequest<R extends AnyEndpoint> {
  readonly query: v.InferOutput<v.ObjectSchema<R['query'], undefined>>;
  readonly path: Readonly<Record<PathFields<R['path']>, string>>;
  readonly body: Body<R>;
  readonly parts: Parts<R>;
  readonly headers: Headers;
  /** The bytes of a PUT or POST that has neither a body schema nor parts. */
  readonly stream: ReadableStream<Uint8Array> | null;
}

/** What a handler works with. */
export interface HandlerContext {
  readonly store: Store;
  readonly session: Session;
  /** Root of the addresses this service answers at, without a final slash, as the client called it. */
  readonly origin: string;
  /** Milliseconds since 1970; a replay sets its own. */
  now(): number;
  /** The answer to a small read, by its path and query, for the same caller; a refusal is an answer too. */
  read(address: string): Promise<SmallResponse>;
}

/** An answer in memory. */
export interface SmallResponse {
  readonly status: number;
  readonly json: string;
}

/** Who asks. */
export interface Session {
  readonly userName: string;
  readonly defaultWorkspaceName: string;
}

/** The JSON answer before defaults, or a whole response (bytes, ready JSON, other headers). */
export type HandlerReply<R extends AnyEndpoint> =
  | (R['answer'] extends v.GenericSchema ? v.InferInput<R['answer']> : never)
  | Response;

/** Carries out one row of the contract. */
export type Handler<R extends AnyEndpoint> = (
  request: HandlerRequest<R>,
  context: HandlerContext,
) => Promise<HandlerReply<R>> | HandlerReply<R>;

/** All rows of an area: one that is missing does not compile. */
export type Handlers<Area extends keyof Contract> = {
  readonly [Name in keyof Contract[Area]]: Contract[Area][Name] extends AnyEndpoint
    ? Handler<Contract[Area][Name]>
    : never;
};

/** The usual answer to a write. */
export function written(msg = 'Saved'): { msg: string; code: number; data: null; sdk_error_code: number } {
  return { msg, code: 200, data: null, sdk_error_code: 0 };
}
