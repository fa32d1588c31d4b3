import { RestApiException } from './errors.ts';
import { reasonOf } from './reason.ts';
import type { Transport, WireRequest, WireResponse } from './transport.ts';

/** Request as hooks see it. It never contains the API key. */
export interface SentRequest {
  /** HTTP method. */
  readonly method: WireRequest['method'];
  /** Path without query. */
  readonly path: string;
  /** Query fields in order. */
  readonly query: WireRequest['query'];
  /** Headers with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** End of a request: the start of its response, or the reason why there is none. */
export interface ReceivedResponse {
  /** Request that was sent. */
  readonly request: SentRequest;
  /** HTTP status. Null without a response. */
  readonly status: number | null;
  /** Headers with lower-case names. Empty without a response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Id that the service gave to the request, for its log. Null if it gave none. */
  readonly requestId: string | null;
  /** Time from the start of the request to the start of the response. */
  readonly durationMillis: number;
  /** Error of a request without a response, or null. */
  readonly error: RestApiException | null;
}

/** Request that will be sent again. */
export interface RetriedRequest extends Omit<ReceivedResponse, 'durationMillis'> {
  /** Number of the next attempt; the first retry is attempt 2. */
  readonly attempt: number;
  /** Pause before it. */
  readonly pauseMillis: number;
}

/** Functions that are called with each HTTP request of an `API`, including each retry. Cached reads send none. */
export interface RequestHooks {
  /** Called before a request. It may return headers to add. If it throws, nothing is sent and the call fails. */
  readonly onRequest?: (
    request: SentRequest,
  ) => Readonly<Record<string, string>> | void | Promise<Readonly<Record<string, string>> | undefined> | Promise<void>;
  /** Called when a response starts, or when there will be none. An error in it is reported as a warning. */
  readonly onResponse?: ((response: ReceivedResponse) => void) | undefined;
  /** Called before the pause of a retry. An error in it is reported as a warning. */
  readonly onRetry?: ((retry: RetriedRequest) => void) | undefined;
}

/** Response headers with the id of a request, in the order of preference. */
const requestIdHeaders = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'x-amzn-trace-id'];

/** Returns the id that the service gave to a request, or null. */
export function requestIdOf(headers: Readonly<Record<string, string>>): string | null {
  const name = requestIdHeaders.find((each) => headers[each]);
  return name === undefined ? null : headers[name]!;
}

/** Returns a request as hooks see it. */
export function sentRequest({ method, path, query, headers = {} }: WireRequest): SentRequest {
  return { method, path, query, headers };
}

/** Returns a hook whose errors are reported as warnings, because it only observes. */
export function observer<Event>(
  name: string,
  hook: ((event: Event) => void) | undefined,
  warn: (message: string) => void,
): (event: Event) => void {
  if (hook === undefined) return () => {};
  const report = (error: unknown) => warn(`${name} failed: ${reasonOf(error)}`);
  return (event) => {
    try {
      // A hook may be asynchronous.
      Promise.resolve(hook(event)).catch(report);
    } catch (error) {
      report(error);
    }
  };
}

/** Returns a transport that calls the hooks of each request. Without hooks it is the transport itself. */
export function withHooks(
  transport: Transport,
  { onRequest, onResponse }: RequestHooks,
  warn: (message: string) => void,
): Transport {
  if (onRequest === undefined && onResponse === undefined) return transport;
  const received = observer('onResponse', onResponse, warn);
  return {
    async send(original, signal) {
      const added = (await onRequest?.(sentRequest(original))) ?? {};
      const request = { ...original, headers: { ...original.headers, ...lowerCase(added) } };
      const startMillis = performance.now();
      const end = (response: WireResponse | null, error: RestApiException | null) => {
        const { status = null, headers = {} } = response ?? {};
        const durationMillis = performance.now() - startMillis;
        const requestId = requestIdOf(headers);
        received({ request: sentRequest(request), status, headers, requestId, durationMillis, error });
      };
      try {
        const response = await transport.send(request, signal);
        end(response, null);
        return response;
      } catch (error) {
        const failure = RestApiException.from(error);
        end(null, failure);
        throw failure;
      }
    },
  };
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Returns hooks that call the first hooks, then the second ones. */
export function joinedHooks(first: RequestHooks, second: RequestHooks): RequestHooks {
  const { onRequest: firstRequest, onResponse: firstResponse, onRetry: firstRetry } = first;
  const { onRequest: secondRequest, onResponse: secondResponse, onRetry: secondRetry } = second;
  return {
    onRequest: async (request) => ({ ...(await firstRequest?.(request)), ...(await secondRequest?.(request)) }),
    onResponse: (response) => {
      firstResponse?.(response);
      secondResponse?.(response);
    },
    onRetry: (retry) => {
      firstRetry?.(retry);
      secondRetry?.(retry);
    },
  };
}
