import { RestApiException } from '../client/errors.ts';
import { isQueued } from '../client/queued-call.ts';
import type { UnawaitedPromise } from '../client/unawaited-promise.ts';
import type { Point } from './log-items.ts';

/** Data that was logged and could not be stored. */
export interface LogLoss {
  /** Error of the operation that logged it. */
  readonly error: RestApiException;
  /** The lost points, if they were queued because the service was unavailable. */
  readonly points?: readonly Point[];
}

/** Requests that could not be sent and are on disk. */
export interface SpooledRest {
  readonly folder: string;
  readonly requests: number;
}

/** Maximum number of losses whose data is retained. */
const maxLosses = 1000;
/** Maximum number of losses, and of metrics of a loss, that the message names. */
const named = 3;

function textOf({ error, points = [] }: LogLoss): string {
  if (points.length === 0) return `${error.operation}: ${error.reason}`;
  const names = [...new Set(points.map(({ metricName }) => metricName))];
  const more = names.length > named ? ` and ${names.length - named} more` : '';
  const metrics = `${names.slice(0, named).join(', ')}${more}`;
  return `${error.operation} (${points.length} points of ${metrics}): ${error.reason}`;
}

/** Logging of an experiment that is in progress, and what could not be stored, until `end` reports it. */
export class LoggedWork {
  private readonly pending = new Set<Promise<unknown>>();
  private losses: { readonly loss: LogLoss; readonly promise?: UnawaitedPromise<unknown> }[] = [];
  /** Number of losses beyond `maxLosses`. */
  private omitted = 0;

  /** Follows a call. Its error is a loss unless somebody waits for the call. */
  follow(promise: UnawaitedPromise<unknown>): void {
    const outcome = promise.failure().then((failed) => {
      this.pending.delete(outcome);
      if (failed === null || promise.isAwaited) return;
      const error = RestApiException.from(failed.error);
      if (!isQueued(error)) this.add({ error }, promise);
    });
    this.pending.add(outcome);
  }

  /** Adds a loss. */
  add(loss: LogLoss, promise?: UnawaitedPromise<unknown>): void {
    if (this.losses.length === maxLosses) this.omitted++;
    else this.losses.push(promise === undefined ? { loss } : { loss, promise });
  }

  /** Resolves when no call is in progress. */
  async settled(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending);
  }

  /**
   * Removes all losses.
   *
   * @param onDisk what could not be sent and is on disk
   * @returns an exception with both, or null if there is neither
   */
  take(onDisk: readonly SpooledRest[] = []): RestApiException | null {
    // A caller may have begun to wait after the call failed.
    const lost = this.losses.filter(({ promise }) => promise?.isAwaited !== true).map(({ loss }) => loss);
    const count = lost.length + this.omitted;
    this.losses = [];
    this.omitted = 0;
    const [first] = lost;
    if (first === undefined && onDisk.length === 0) return null;
    const reasons = [...(first === undefined ? [] : [lossText(lost, count)]), ...onDisk.map(restText)];
    return RestApiException.from({
      code: first?.error.code ?? 'unreachable',
      operation: 'end',
      reason: reasons.join('; '),
      remedy:
        onDisk.length === 0
          ? '`data.lost` has the errors and the points'
          : 'What is on disk is sent by the next process that logs to this service, or by the command "tracklens sync"',
      status: first?.error.status ?? null,
      data: { lost, onDisk },
      ...(first === undefined ? {} : { cause: first.error }),
    });
  }
}

function lossText(lost: readonly LogLoss[], count: number): string {
  const texts = lost.slice(0, named).map(textOf);
  const more = count > named ? `; and ${count - named} more` : '';
  const calls = count === 1 ? 'one call was not stored' : `${count} calls were not stored`;
  return `${calls}: ${texts.join('; ')}${more}`;
}

function restText({ folder, requests }: SpooledRest): string {
  return `${requests === 1 ? 'one request is' : `${requests} requests are`} on disk and not stored yet, in ${folder}`;
}
