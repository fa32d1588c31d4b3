import { endpointOf } from '../contract/index.ts';
import { retryAfterMillis } from './call.ts';
import { cancelled, RestApiException } from './errors.ts';
import { StreamedBody, type Transport, type WireRequest, type WireResponse } from './transport.ts';

/** How retries behave; the defaults are those of a client on a network. */
export interface RetryOptions {
  /** In all, the first one included. */
  readonly attempts?: number;
  readonly firstPauseMillis?: number;
  /** The longest pause between attempts. A service that asks to wait longer is not asked again: its answer is returned. */
  readonly longestPauseMillis?: number;
  /** 0 to 1; a test gives its own. */
  readonly random?: () => number;
  readonly pause?: (millis: number, signal?: AbortSignal) => Promise<void>;
}

const passing = new Set([429, 500, 502, 503, 504]);
/** The service did not begin: safe to repeat whatever the request does. */
const refusedBeforeStart = new Set([429, 503]);

/** Waits; rejects at once when the signal aborts. */
export function pause(millis: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    if (signal?.aborted) return fail(signal.reason);
    const leave = () => {
      clearTimeout(timer);
      fail(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      done();
    }, millis);
    signal?.addEventListener('abort', leave, { once: true });
  });
}

/** Whether the body can be sent a second time: one that only its maker can iterate is gone after the first. */
function isKept({ body }: WireRequest): boolean {
  if (body instanceof StreamedBody) return !body.failed;
  return body === undefined || body instanceof Uint8Array;
}

/**
 * Repeats what failed in passing and is safe to repeat: pauses grow, with full jitter. No attempt comes before the time that
 * `Retry-After` names: a wait within the longest pause is waited for, a longer one is left to the caller, whose error says how
 * long it is. An abort ends a pause at once.
 */
export function retrying(transport: Transport, options: RetryOptions = {}): Transport {
  const { attempts = 4, firstPauseMillis = 500, longestPauseMillis = 30_000, random = Math.random } = options;
  const wait = options.pause ?? pause;
  return {
    async send(request, signal) {
      // Whether a second sending leaves the same state.
      const repeatable = endpointOf(request.method, request.path)?.repeatable ?? false;
      for (let attempt = 1; ; attempt++) {
        let response: WireResponse | null = null;
        let failure: RestApiException | null = null;
        try {
          response = await transport.send(request, signal);
        } catch (error) {
          failure = RestApiException.from(error);
        }
        const again =
          response === null
            ? repeatable && failure!.code === 'unreachable'
            : passing.has(response.status) && (repeatable || refusedBeforeStart.has(response.status));
        if (!again || !isKept(request) || attempt >= attempts) {
          if (response === null) throw failure!;
          return response;
        }
        const asked = response === null ? null : retryAfterMillis(response.headers['retry-after']);
        if (response !== null && asked !== null && asked > longestPauseMillis) return response;
        const grown = Math.min(random() * firstPauseMillis * 2 ** (attempt - 1), longestPauseMillis);
        await response?.body.bytes().catch(() => undefined);
        try {
          await wait(asked ?? grown, signal);
        } catch (error) {
          throw cancelled(error);
        }
      }
    },
  };
}
