import * as v from 'valibot';
import { type AnyEndpoint, defaultTimeouts, endpointOf, type Timeouts } from '../contract/index.ts';
import { type Check, callback, checkOptions, flag, isObject, type OptionChecks, text } from './argument.ts';
import { ResponseCache } from './cache.ts';
import { type CallOptions, call, callForBody, callPrepared } from './call.ts';
import type { ResponseOf } from './checked-response.ts';
import { rootOf } from './configuration.ts';
import { deduplicating } from './deduplication.ts';
import { copyWith, isRestApiException, RestApiException, usualRemedy } from './errors.ts';
import type { Batches } from './list-promise.ts';
import type { ProcessHooks } from './process-hooks.ts';
import type { RawResponseListener } from './raw-response.ts';
import { batchingReads, type ReadBatchingOptions } from './read-batching.ts';
import { reasonOf } from './reason.ts';
import { observer, type RequestHooks, withHooks } from './request-hooks.ts';
import type { FileResponse, ResumedDownload } from './resumed-download.ts';
import { type RetryOptions, retrying } from './retry.ts';
import type { Transport, WireBody, WireRequest } from './transport.ts';
import type { CallArguments } from './wire-request.ts';

/** Options that every operation accepts. */
export interface OperationOptions {
  /** Aborts the operation, which then rejects with the code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with each response of the operation, as the service sent it, before it is interpreted. An operation may
   * need no request, or several.
   */
  readonly onRawResponse?: RawResponseListener | undefined;
}

/** Transport and defaults of an `API`. */
export interface ConnectionOptions extends RequestHooks {
  /** Sends the requests. */
  readonly transport: Transport;
  /** Location of the API key, for the error of a rejected key. Default: unknown. */
  readonly keyLocation?: string | undefined;
  /** Root URL of the service, for links to its pages. Empty when unknown. */
  readonly url?: string | undefined;
  /** Whether responses are cached. Default: true. */
  readonly cache?: boolean | undefined;
  /** REST version, a path segment. Default: `v2`. */
  readonly version?: string | undefined;
  /** Default workspace. Default: none. */
  readonly workspace?: string | null | undefined;
  /** Default project. Default: none. */
  readonly projectName?: string | null | undefined;
  /** Number of attempts and pauses between them. */
  readonly retry?: RetryOptions | undefined;
  /**
   * Timeouts in milliseconds that override the defaults. `call` (10 s) and `list` (600 s) limit a whole call. For
   * files, `download` (600 s) and `upload` (900 s) limit the wait for the response, and `idle` (60 s) limits the time
   * without progress during a transfer.
   */
  readonly timeouts?: { readonly [Name in keyof Timeouts]?: number | undefined } | undefined;
  /** Called with each warning, such as the successor of a deprecated operation. Default: `console.warn`. */
  readonly warn?: ((message: string) => void) | undefined;
}

/** What a host adds to a connection. Only this package and its tests name it. */
export interface HostServices {
  /** Reports the end of the process. Default: unknown. */
  readonly hooks?: ProcessHooks;
  /**
   * Creates the storage on disk for what the queue of an experiment cannot send, an `OverflowFile` of the write queue.
   * Only hosts with a disk have this function, and load its code.
   */
  readonly createOverflow?: (connection: Connection, experimentKey: string) => unknown;
  /** Sends what earlier processes have left on disk. */
  readonly recover?: (connection: Connection) => void;
  /** Waits between the attempts of a queue. Replaceable for tests. */
  readonly queuePause?: RetryOptions['pause'];
  /** When small reads share a request. */
  readonly readBatching?: ReadBatchingOptions;
}

/**
 * Replaces the REST version in request paths. The cache, deduplication and retries are above it, because they look up
 * endpoints by their `v2` path.
 */
function versioned(transport: Transport, version: string): Transport {
  if (version === 'v2') return transport;
  return {
    send: (request, signal) =>
      transport.send({ ...request, path: request.path.replace('/api/rest/v2/', `/api/rest/${version}/`) }, signal),
  };
}

/** Request that was prepared earlier, without its time limits. */
interface PreparedRequest extends Pick<WireRequest, 'method' | 'path' | 'query'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Names that operations use when they are given none. */
export interface DefaultNames {
  readonly workspace: string | null;
  readonly projectName: string | null;
}

const noNames: DefaultNames = { workspace: null, projectName: null };

/** Times in milliseconds, by name. Those that are null are not given. */
const times: Check<Partial<Timeouts>> = v.custom(
  (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([name, millis]) => name in defaultTimeouts && (millis == null || (typeof millis === 'number' && millis >= 0)),
    ),
  `must map ${Object.keys(defaultTimeouts).join(', ')} to numbers of 0 or more`,
);

/** Checks of the options of a connection. */
export const connectionChecks: OptionChecks = {
  url: text,
  cache: flag,
  version: text,
  workspace: text,
  projectName: text,
  timeouts: times,
  warn: callback,
  onRequest: callback,
  onResponse: callback,
  onRetry: callback,
};

/** Returns a function that reports warnings and never throws: an error of the given function is part of the warning. */
function safeWarn(warn: (message: string) => void): (message: string) => void {
  return (message) => {
    try {
      warn(message);
    } catch (error) {
      console.warn(`${message} (warn failed: ${reasonOf(error)})`);
    }
  };
}

/** Deprecated operations of which this process was warned. */
const warnedOf = new Set<string>();

/** Connection to the service, shared by an `API` and the experiments and models that it creates. */
export class Connection {
  /** Cached responses of this connection. */
  readonly cache: ResponseCache;
  /** Root URL without a trailing slash. Empty when unknown. */
  readonly url: string;
  /** Transport with caching, deduplication and retries. */
  readonly transport: Transport;
  /** Reports a warning. */
  readonly warn: (message: string) => void;
  /** @internal */
  readonly host: HostServices;
  private readonly retry: RetryOptions;
  private readonly timeouts: NonNullable<ConnectionOptions['timeouts']>;
  private isRecovered = false;
  /** Transport without caching and deduplication, which read whole responses. */
  private readonly streaming: Transport;
  /** Transport without caching, deduplication and retries. */
  private readonly direct: Transport;
  private readonly keyLocation: string | undefined;
  private readonly defaults: () => DefaultNames;

  /**
   * @param host what the host adds
   * @param configured returns the names of the configuration. Called at most once, when the options have none
   * @throws RestApiException `invalid` for an option of the wrong type or an invalid version
   */
  constructor(given: ConnectionOptions, host: HostServices = {}, configured: () => DefaultNames = () => noNames) {
    const { version = 'v2', ...options } = checkOptions('API', connectionChecks, given);
    if (!/^v\d[\w.]*$/.test(version)) {
      const reason = 'version must be one of the REST interface, such as v2';
      throw RestApiException.of({ code: 'invalid', operation: 'API', reason });
    }
    this.cache = new ResponseCache({ enabled: options.cache ?? true });
    this.url = options.url ? rootOf(options.url) : '';
    let names: DefaultNames | null = null;
    const { workspace = null, projectName = null } = options;
    this.defaults = () => {
      names ??= workspace === null || projectName === null ? configured() : noNames;
      return { workspace: workspace ?? names.workspace, projectName: projectName ?? names.projectName };
    };
    this.timeouts = options.timeouts ?? {};
    this.keyLocation = options.keyLocation;
    this.retry = options.retry ?? {};
    this.warn = safeWarn(options.warn ?? ((message) => console.warn(message)));
    this.host = host;
    const { warn } = this;
    const observed = withHooks(options.transport, options, warn);
    this.direct = versioned(observed, version);
    const onRetry = observer('onRetry', options.onRetry, warn);
    this.streaming = retrying(this.direct, options.retry, onRetry);
    const inner = retrying(versioned(batchingReads(observed, host.readBatching), version), options.retry, onRetry);
    this.transport = this.cache.before(deduplicating(inner));
  }

  /** Default workspace; null when there is none. */
  get workspace(): string | null {
    return this.defaults().workspace;
  }

  /** Default project; null when there is none. */
  get projectName(): string | null {
    return this.defaults().projectName;
  }

  /** Calls an endpoint with a JSON response. */
  async call<R extends AnyEndpoint>(
    operation: string,
    endpoint: R,
    args: CallArguments<R>,
    options: CallOptions = {},
  ): Promise<ResponseOf<R>> {
    return await this.explained(
      call(this.transport, endpoint, args, { ...this.timeoutOf(endpoint), ...options, operation }),
    );
  }

  /**
   * Calls an endpoint once: without cache and retries. For requests that are repeated regularly, such as heartbeats.
   */
  async callOnce<R extends AnyEndpoint>(
    operation: string,
    endpoint: R,
    args: CallArguments<R>,
    options: CallOptions = {},
  ): Promise<ResponseOf<R>> {
    return await call(this.direct, endpoint, args, { ...this.timeoutOf(endpoint), ...options, operation });
  }

  /**
   * Sends a request that was prepared earlier. Returns the JSON of the response. The time limit of its endpoint is that
   * of the wait for the response; while the body is sent, only silence is limited.
   */
  async callPrepared(operation: string, request: PreparedRequest, options: CallOptions = {}): Promise<unknown> {
    const { method, path, query, headers, body } = request;
    const kind = endpointOf(method, path)?.timeout ?? 'upload';
    const timeoutMillis = this.timeouts[kind] ?? defaultTimeouts[kind];
    const idleMillis = this.timeouts.idle ?? defaultTimeouts.idle;
    return await callPrepared(
      this.transport,
      { method, path, query, headers, body, timeoutMillis, idleMillis },
      { ...options, operation },
    );
  }

  /** Begins to send what earlier processes have left on disk. Only the first call has an effect. Never throws. */
  recoverOnce(): void {
    if (this.isRecovered) return;
    this.isRecovered = true;
    try {
      this.host.recover?.(this);
    } catch (error) {
      this.warn(`Unsent data of earlier processes cannot be read: ${reasonOf(error)}.`);
    }
  }

  /** Calls an endpoint whose response is a file. */
  async callForBody<R extends AnyEndpoint>(
    operation: string,
    endpoint: R,
    args: CallArguments<R>,
    options: CallOptions = {},
  ): Promise<{ body: WireBody; headers: Readonly<Record<string, string>>; status: number }> {
    return await this.explained(
      callForBody(this.transport, endpoint, args, { ...this.timeoutOf(endpoint), ...options, operation }),
    );
  }

  /**
   * Calls an endpoint and returns its response, whose body is read while it arrives. Nothing is cached. A connection
   * that is lost meanwhile is an error.
   */
  async stream<R extends AnyEndpoint>(
    operation: string,
    endpoint: R,
    args: CallArguments<R>,
    options: CallOptions,
  ): Promise<FileResponse> {
    const callOptions = { ...this.timeoutOf(endpoint), ...options, operation, isStreamed: true };
    return await this.explained(callForBody(this.streaming, endpoint, args, callOptions));
  }

  /** Calls an endpoint and yields the list in one field of its response, in batches, while it arrives; see `stream`. */
  async *batches<R extends AnyEndpoint>(
    operation: string,
    endpoint: R,
    args: CallArguments<R>,
    { field, ...options }: CallOptions & { readonly field: string },
  ): Batches<unknown> {
    const { listBatches } = await import('./list-batches.ts');
    const { body } = await this.stream(operation, endpoint, args, { ...options, ownConnection: true });
    yield* listBatches(body, endpoint, field, { ...options, operation });
  }

  /** Returns the result of a call. The error of a rejected API key states where the key was found. */
  private async explained<T>(result: Promise<T>): Promise<T> {
    try {
      return await result;
    } catch (error) {
      const isUnexplained =
        isRestApiException(error) && error.code === 'unauthorized' && error.remedy === usualRemedy('unauthorized');
      if (!isUnexplained || this.keyLocation === undefined) throw error;
      throw copyWith(error, { remedy: `The API key is from ${this.keyLocation}: replace it there` });
    }
  }

  private timeoutOf(endpoint: AnyEndpoint): CallOptions {
    const { [endpoint.timeout]: timeoutMillis, idle: idleMillis } = this.timeouts;
    return { ...(timeoutMillis == null ? {} : { timeoutMillis }), ...(idleMillis == null ? {} : { idleMillis }) };
  }

  /** Returns the retry options and the signal with which a download is resumed. */
  resumption({ signal }: OperationOptions): Pick<ResumedDownload, 'retry' | 'signal'> {
    return { retry: this.retry, signal };
  }

  /** Warns that an operation is deprecated, once per process. */
  deprecated(operation: string, successor: string): void {
    if (warnedOf.has(operation)) return;
    warnedOf.add(operation);
    this.warn(`${operation} is deprecated: use ${successor}.`);
  }
}
