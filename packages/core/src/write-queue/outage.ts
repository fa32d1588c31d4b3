import type { RestApiException, RestErrorCode } from '../client/errors.ts';
import type { RetryOptions } from '../client/retry.ts';
import { timerMillis } from '../client/timer-millis.ts';
import { unref } from '../client/unref.ts';
import { unavailableStatuses } from '../contract/unavailable-statuses.ts';

const unavailableCodes: ReadonlySet<RestErrorCode> = new Set(['unreachable', 'timeout', 'rate-limited'] as const);
/** Codes of failures that may be the fault of the request. */
const doubtfulCodes: ReadonlySet<RestErrorCode> = new Set(['server', 'malformed'] as const);
/**
 * Number of attempts in a row after which a failure is taken for the fault of the request if it may be. A request on
 * disk then waits nevertheless, unless the service stores a later one.
 */
const maxDoubtfulAttempts = 5;
/**
 * Minimum number of later requests that are sent after a failure that may be the fault of the request. Few after one of
 * the service: if it ends meanwhile, they are stored out of order.
 */
const minProbes = { doubtful: 1, definite: 16 };

const firstPauseMillis = 1000;
const longestPauseMillis = 15_000;
/** Longest pause while somebody waits for the queue, as `end` does, and no connection succeeds. */
const longestAwaitedPauseMillis = 2000;
/** Time for which an unavailable service keeps a process running that does nothing else. */
const keepsRunningMillis = 30_000;

const backoff = (attempt: number) =>
  Math.min(firstPauseMillis * 2 ** (attempt - 1), longestPauseMillis) * (0.5 + Math.random() / 2);

/** Returns whether an error means that the service is unavailable. */
export function isUnavailable({ code, status }: RestApiException): boolean {
  return unavailableCodes.has(code) || unavailableStatuses.has(status);
}

/** Returns whether a request can be sent later: when the service is available, or accepts the key. */
export function canBeSentLater(error: RestApiException): boolean {
  return isUnavailable(error) || error.code === 'unauthorized';
}

/** Returns whether a failure of an available service may be the fault of the request. */
function isDoubtful({ code }: RestApiException): boolean {
  return doubtfulCodes.has(code);
}

/** Returns whether an error may pass with time, without a change of the key, the plan or the program. */
export function isTemporary(error: RestApiException): boolean {
  return isUnavailable(error) || isDoubtful(error);
}

/** How long a pause keeps the process running: as long as it lasts, for the first half minute of an outage, or not. */
export type KeepAlive = 'always' | 'first' | 'never';

/** Pauses between the attempts of a queue. */
export interface OutageOptions {
  /** Returns the pause in milliseconds after a failed attempt, counted from 1. Replaceable for tests. */
  readonly pauseMillis?: ((attempt: number) => number) | undefined;
  /** Waits, and rejects when the signal aborts. Default: timers that may not keep the process running. */
  readonly pause?: RetryOptions['pause'] | undefined;
}

/**
 * Whether the service is unavailable to a queue, since when, and the pauses between attempts. Times are of a clock that
 * changes of the system's clock do not affect.
 */
export class Outage {
  private readonly pauseMillis: (attempt: number) => number;
  private readonly wait: RetryOptions['pause'] | undefined;
  private failure: RestApiException | null = null;
  private since = 0;
  /** Number of failed attempts in a row. */
  private attempts = 0;
  /** Number of the last attempts in a row whose failure may be the fault of the request. */
  private doubtfulAttempts = 0;
  private endCurrentPause: () => void = () => {};
  private releaseCurrentPause: () => void = () => {};

  constructor({ pauseMillis = backoff, pause }: OutageOptions = {}) {
    this.pauseMillis = pauseMillis;
    this.wait = pause;
  }

  /** Error of the last attempt while the service is unavailable; null while it is available. */
  get error(): RestApiException | null {
    return this.failure;
  }

  /** Time since the service became unavailable. */
  get durationMillis(): number {
    return performance.now() - this.since;
  }

  /** Returns whether an error means that the service is unavailable, so that the request waits for it. */
  isUnavailable(error: RestApiException): boolean {
    return isUnavailable(error) || (isDoubtful(error) && this.doubtfulAttempts + 1 < maxDoubtfulAttempts);
  }

  /**
   * Returns how many later requests are sent after a failed attempt, to find out whether the request is at fault. After
   * every second attempt it is twice as many, after every fourth four times, and so on: they get past any number of
   * requests that cannot be stored, and a service that stores nothing gets few of them.
   */
  probes(error: RestApiException): number {
    if (this.isUnavailable(error)) return 0;
    const attempt = this.attempts + 1;
    return (isDoubtful(error) ? minProbes.doubtful : minProbes.definite) * (attempt & -attempt);
  }

  /** Records a failed attempt. Returns whether it is the first, or the first that time alone does not end. */
  begin(failure: RestApiException): boolean {
    const before = this.failure;
    const isNew = before === null || (isTemporary(before) && !isTemporary(failure));
    if (before === null) this.since = performance.now();
    this.failure = failure;
    this.attempts++;
    this.doubtfulAttempts = isDoubtful(failure) && !isUnavailable(failure) ? this.doubtfulAttempts + 1 : 0;
    return isNew;
  }

  /** Records that the service is available. */
  end(): void {
    this.failure = null;
    this.attempts = this.doubtfulAttempts = 0;
  }

  /** Waits before the next attempt of an unavailable service. */
  async pause(keepAlive: KeepAlive): Promise<void> {
    const { failure } = this;
    let millis = Math.max(this.pauseMillis(this.attempts), failure?.retryAfterMillis ?? 0);
    if (keepAlive === 'always' && failure?.code === 'unreachable') millis = Math.min(millis, longestAwaitedPauseMillis);
    if (this.wait !== undefined) {
      const ending = new AbortController();
      this.endCurrentPause = () => ending.abort();
      return await this.wait(millis, ending.signal).catch(() => {});
    }
    return await new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        clearTimeout(running);
        done();
      };
      const timer = setTimeout(end, timerMillis(millis));
      let running: ReturnType<typeof setTimeout> | undefined;
      const leftMillis = keepAlive === 'first' ? keepsRunningMillis - this.durationMillis : 0;
      if (keepAlive !== 'always' && leftMillis < millis) {
        unref(timer);
        if (leftMillis > 0) running = setTimeout(() => {}, timerMillis(leftMillis));
      }
      this.releaseCurrentPause = () => {
        clearTimeout(running);
        if (keepAlive !== 'always') unref(timer);
      };
      this.endCurrentPause = end;
    });
  }

  /** Lets the process end during the pause, unless somebody waits for the queue. */
  letProcessEnd(): void {
    this.releaseCurrentPause();
  }

  /** Ends the pause, so that the next attempt starts at once. */
  endPause(): void {
    this.endCurrentPause();
  }
}
