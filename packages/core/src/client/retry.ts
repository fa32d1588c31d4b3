import { endpointOf, idempotencyKeyHeader } from '../contract/index.ts';
import { abortable } from './abortable.ts';
import { cancelled, RestApiException } from './errors.ts';
import { isConnectError } from './network-error.ts';
import { type RequestHooks, type RetriedRequest, requestIdOf, sentRequest } from './request-hooks.ts';
import { retryAfterMillis } from './retry-after.ts';
import { timerMillis } from './timer-millis.ts';
import type { Transport, WireRequest, WireResponse } from './transport.ts';
import { StreamedBody } from './wire-body.ts';

/** Options of retries. The defaults suit a client on a network. */
export interface RetryOptions {
  /** Maximum number of attempts, including the first. Default: 4, or 6 for a download. */
  readonly attempts?: number | undefined;
  /** Maximum pause before the second attempt. Doubles with each further attempt. Default: 500. */
  readonly firstPauseMillis?: number | undefined;
  /**
   * Maximum pause between attempts. If the service requests a longer one, its response is returned without a retry.
   * Default: 30,000.
   */
  readonly longestPauseMillis?: number | undefined;
  /** Returns a number from 0 to 1. Replaceable for tests. */
  readonly random?: (() => number) | undefined;
  /** Waits, and rejects when the signal aborts. Replaceable for tests. */
  readonly pause?: ((millis: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/** Statuses of failures that may be transient. */
const transientStatuses = new Set([429, 500, 502, 503, 504]);
/** Statuses for requests that the service did not start to process. Any request can be repeated after them. */
const rejectedBeforeStart = new Set([429, 503]);

/** Resolves after a delay. Rejects immediately when the signal aborts. */
export async function pause(millis: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<void>((done) => {
    timer = setTimeout(done, timerMillis(millis));
  });
  await abortable(end, signal).finally(() => clearTimeout(timer));
}

/** Returns whether the body can be sent again. A plain async iterable is consumed by the first attempt. */
function isRepeatableBody({ body }: WireRequest): boolean {
  if (body instanceof StreamedBody) return !body.failed;
  return body === undefined || body instanceof Uint8Array;
}

/** Result of an attempt: a response with any status, or the error because of which there is none. */
type Attempt = { readonly response: WireResponse } | { readonly failure: RestApiException };

async function attemptOf(transport: Transport, request: WireRequest, signal?: AbortSignal): Promise<Attempt> {
  try {
    return { response: await transport.send(request, signal) };
  } catch (error) {
    return { failure: RestApiException.from(error) };
  }
}

/** Returns whether another attempt may succeed, and does no harm to a request that is not repeatable. */
function isTransient(attempt: Attempt, isRepeatable: boolean): boolean {
  if ('failure' in attempt) {
    return attempt.failure.code === 'unreachable' && (isRepeatable || isConnectError(attempt.failure));
  }
  const { status } = attempt.response;
  return transientStatuses.has(status) && (isRepeatable || rejectedBeforeStart.has(status));
}

function responseOf(attempt: Attempt): WireResponse {
  if ('failure' in attempt) throw attempt.failure;
  return attempt.response;
}

/** Returns an attempt as `onRetry` gets it. */
function described(attempt: Attempt): Pick<RetriedRequest, 'status' | 'headers' | 'requestId' | 'error'> {
  if ('failure' in attempt) return { status: null, headers: {}, requestId: null, error: attempt.failure };
  const { status, headers } = attempt.response;
  return { status, headers, requestId: requestIdOf(headers), error: null };
}

/**
 * Retries transient failures of requests that are safe to repeat, or that were not sent, with exponential backoff and
 * full jitter. Safe are idempotent endpoints and requests with an idempotency key. It never retries before the delay in
 * `Retry-After`. A delay longer than the maximum pause is left to the caller, whose error states it. An abort ends a
 * pause immediately.
 *
 * @param onRetry called before each pause; it must not throw
 */
export function retrying(
  transport: Transport,
  options: RetryOptions = {},
  onRetry: RequestHooks['onRetry'] = () => {},
): Transport {
  const { attempts = 4, firstPauseMillis = 500, longestPauseMillis = 30_000, random = Math.random } = options;
  const wait = options.pause ?? pause;
  return {
    async send(request, signal) {
      const isRepeatable =
        request.headers?.[idempotencyKeyHeader] !== undefined ||
        (endpointOf(request.method, request.path)?.repeatable ?? false);
      for (let count = 1; ; count++) {
        const attempt = await attemptOf(transport, request, signal);
        if (count >= attempts || !isTransient(attempt, isRepeatable) || !isRepeatableBody(request)) {
          return responseOf(attempt);
        }
        const about = described(attempt);
        const requestedMillis = retryAfterMillis(about.headers['retry-after']);
        if ((requestedMillis ?? 0) > longestPauseMillis) return responseOf(attempt);
        const grown = Math.min(random() * firstPauseMillis * 2 ** (count - 1), longestPauseMillis);
        // The random time spreads calls that the service rejected at the same moment.
        const pauseMillis = (requestedMillis ?? 0) + grown;
        onRetry({ request: sentRequest(request), ...about, attempt: count + 1, pauseMillis });
        if ('response' in attempt) await attempt.response.body.bytes().catch(() => undefined);
        await wait(pauseMillis, signal).catch((error: unknown) => {
          throw cancelled(error);
        });
      }
    },
  };
}
