import { RestApiException } from '../client/errors.ts';
import type { UnawaitedPromise, WorkFollower } from '../client/unawaited-promise.ts';
import type { RequestsOnDisk } from '../write-queue/queue-overflow.ts';
import { isQueued } from '../write-queue/queued-call.ts';
import type { LogLoss } from './loss-error.ts';

/** Maximum number of losses whose data is retained. */
const maxLosses = 1000;

/** Logging of an experiment that is in progress, and what could not be stored, until `end` reports it. */
export class LoggedWork implements WorkFollower {
  /** Number of calls in progress. */
  private pending = 0;
  /** Resolves `settled` when no call is in progress. */
  private readonly waiting: (() => void)[] = [];
  private losses: { readonly loss: LogLoss; readonly promise?: UnawaitedPromise<unknown> }[] = [];
  /** Number of losses beyond `maxLosses`. */
  private omitted = 0;

  /** Follows a call. Its error is a loss unless somebody waits for the call. */
  follow(): WorkFollower {
    this.pending++;
    return this;
  }

  onSuccess(): void {
    if (--this.pending === 0) for (const done of this.waiting.splice(0)) done();
  }

  onFailure(error: unknown, promise: UnawaitedPromise<unknown>): void {
    const failure = RestApiException.from(error);
    if (!promise.isAwaited && !isQueued(failure)) this.add({ error: failure }, promise);
    this.onSuccess();
  }

  /** Adds a loss. */
  add(loss: LogLoss, promise?: UnawaitedPromise<unknown>): void {
    if (this.losses.length === maxLosses) this.omitted++;
    else this.losses.push(promise === undefined ? { loss } : { loss, promise });
  }

  /** Resolves when no call is in progress. */
  async settled(): Promise<void> {
    while (this.pending > 0) await new Promise<void>((done) => this.waiting.push(done));
  }

  /**
   * Removes all losses.
   *
   * @param onDisk what could not be sent and is on disk
   * @param cause error because of which it could not be sent
   * @returns an exception with both, or null if there is neither
   */
  async take(
    onDisk: readonly RequestsOnDisk[] = [],
    cause: RestApiException | null = null,
  ): Promise<RestApiException | null> {
    // A caller may have begun to wait after the call failed.
    const lost = this.losses.filter(({ promise }) => promise?.isAwaited !== true).map(({ loss }) => loss);
    const count = lost.length + this.omitted;
    this.losses = [];
    this.omitted = 0;
    if (lost.length === 0 && onDisk.length === 0) return null;
    const { lossError } = await import('./loss-error.ts');
    return lossError(lost, count, onDisk, cause);
  }
}
