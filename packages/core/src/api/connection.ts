import { ResponseCache } from '../client/cache.ts';
import { type CallArguments, type CallOptions, call, callForBody, type ResponseOf } from '../client/call.ts';
import { rootOf } from '../client/configuration.ts';
import { deduplicating } from '../client/deduplication.ts';
import { RestApiException } from '../client/errors.ts';
import { batchingReads } from '../client/read-batching.ts';
import type { ResumedDownload } from '../client/resumed-download.ts';
import { type RetryOptions, retrying } from '../client/retry.ts';
import type { Transport, WireBody } from '../client/transport.ts';
import type { AnyEndpoint, Timeouts } from '../contract/index.ts';
import { givenOptions } from './operation-arguments.ts';

/** What every operation accepts beside its own arguments. */
export interface OperationOptions {
  /** Ends the operation at once; it then rejects with the code `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** Where an `API` gets its answers, and what it knows without asking. */
export interface ConnectionOptions {
  readonly transport: Transport;
  /** Root address of the service, for the links that operations give; empty where it is not known. */
  readonly url?: string;
  /** Default: true. */
  readonly cache?: boolean;
  /** REST version, a path segment. Default: `v2`. */
  readonly version?: string;
  readonly workspace?: string | null;
  readonly projectName?: string | null;
  readonly retry?: RetryOptions;
  /**
   * Time limits in milliseconds that replace the defaults. `call` (10 s) and `list` (600 s) limit a whole call. For files, `download`
   * (600 s) and `upload` (900 s) limit the wait for the answer, and `idle` (60 s) the longest silence while bytes travel.
   */
  readonly timeouts?: Partial<Timeouts>;
  /** Where warnings go, each once: deprecated operations name their successor. Default: `console.warn`. */
  readonly warn?: (message: string) => void;
}

/** Puts the chosen REST version into the paths, below everything that looks rows up by path. */
function versioned(transport: Transport, version: string): Transport {
  if (version === 'v2') return transport;
  return {
    send: (request, signal) =>
      transport.send({ ...request, path: request.path.replace('/api/rest/v2/', `/api/rest/${version}/`) }, signal),
  };
}

/** Warnings said already in this process. */
const said = new Set<string>();

/** One way to the service, shared by an `API` and the experiments and models it gives. */
export class Connection {
  readonly cache: ResponseCache;
  /** Root address without a final slash; empty where it is not known. */
  readonly url: string;
  readonly workspace: string | null;
  readonly projectName: string | null;
  private readonly retry: RetryOptions;
  /** Where calls go, through the retries and the cache. */
  readonly transport: Transport;
  /** Reports a warning. */
  readonly warn: (message: string) => void;
  private readonly timeouts: Partial<Timeouts>;

  /** @throws RestApiException `invalid` for an option of another type, and for a version that is none */
  constructor(given: ConnectionOptions) {
    const { version = 'v2', ...options } = givenOptions('API', given);
    if (!/^v\d[\w.]*$/.test(version)) {
      const reason = 'version must be one of the REST interface, such as v2';
      throw RestApiException.from({ code: 'invalid', operation: 'API', reason });
    }
    this.cache = new ResponseCache({ enabled: options.cache ?? true });
    this.url = options.url ? rootOf(options.url) : '';
    this.workspace = options.workspace ?? null;
    this.projectName = options.projectName ?? null;
    this.timeouts = options.timeouts ?? {};
    this.retry = options.retry ?? {};
    this.warn = options.warn ?? ((message) => console.warn(message));
    const inner = retrying(versioned(batchingReads(options.transport), version), options.retry);
    this.transport = this.cache.before(deduplicating(inner));
  }

  /** Calls a row with a JSON answer. */
  async call<R extends AnyEndpoint>(
    operation: string,
    row: R,
    args: CallArguments<R>,
    options: CallOptions = {},
  ): Promise<ResponseOf<R>> {
    const given = givenOptions(operation, options);
    return await call(this.transport, row, args, { ...this.timeoutOf(row), ...given, operation });
  }

  /** Calls a row whose answer is a file. */
  async callForBody<R extends AnyEndpoint>(
    operation: string,
    row: R,
    args: CallArguments<R>,
    options: CallOptions = {},
  ): Promise<{ body: WireBody; headers: Readonly<Record<string, string>>; status: number }> {
    const given = givenOptions(operation, options);
    return await callForBody(this.transport, row, args, { ...this.timeoutOf(row), ...given, operation });
  }

  private timeoutOf(row: AnyEndpoint): CallOptions {
    const { [row.timeout]: timeoutMillis, idle: idleMillis } = this.timeouts;
    return { ...(timeoutMillis == null ? {} : { timeoutMillis }), ...(idleMillis == null ? {} : { idleMillis }) };
  }

  /** Returns how a download of this connection is resumed. */
  resumption({ signal }: OperationOptions): Pick<ResumedDownload, 'retry' | 'signal'> {
    return { retry: this.retry, signal };
  }

  /** Warns once in the life of the process that an operation is deprecated. */
  deprecated(operation: string, successor: string): void {
    if (said.has(operation)) return;
    said.add(operation);
    this.warn(`${operation} is deprecated: use ${successor}.`);
  }
}
