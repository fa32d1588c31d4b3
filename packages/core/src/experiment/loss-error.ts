import { RestApiException } from '../client/errors.ts';
import type { RequestsOnDisk } from '../write-queue/queue-overflow.ts';
import type { Point } from './log-items.ts';

/** Data that was logged and could not be stored. */
export interface LogLoss {
  /** Error of the operation that logged it. */
  readonly error: RestApiException;
  /** The lost points, if they were queued because the service was unavailable. */
  readonly points?: readonly Point[];
}

/** Maximum number of losses, and of metrics of a loss, that the message names. */
const named = 3;

function textOf({ error, points = [] }: LogLoss): string {
  if (points.length === 0) return `${error.operation}: ${error.reason}`;
  const names = [...new Set(points.map(({ metricName }) => metricName))];
  const more = names.length > named ? ` and ${names.length - named} more` : '';
  const metrics = `${names.slice(0, named).join(', ')}${more}`;
  const count = points.length === 1 ? 'one point' : `${points.length} points`;
  return `${error.operation} (${count} of ${metrics}): ${error.reason}`;
}

/**
 * Returns the error of `end`.
 *
 * @param count number of losses, also of those that are not in the list
 * @param unsent error because of which requests are on disk, if they were tried
 */
export function lossError(
  lost: readonly LogLoss[],
  count: number,
  onDisk: readonly RequestsOnDisk[],
  unsent: RestApiException | null = null,
): RestApiException {
  const cause = lost[0]?.error ?? unsent;
  const why = unsent === null ? '' : ` (${unsent.reason})`;
  const reasons = [
    ...(lost.length === 0 ? [] : [lossText(lost, count)]),
    ...onDisk.map((requests) => `${restText(requests)}${why}`),
  ];
  // What was set aside is sent by the command only.
  const isSetAside = onDisk.some(({ folder }) => folder.endsWith('.failed'));
  return RestApiException.of({
    code: cause?.code ?? 'unreachable',
    operation: 'end',
    reason: reasons.join('; '),
    remedy:
      onDisk.length === 0
        ? '`data.lost` has the errors and the points'
        : `What is on disk is sent by ${isSetAside ? '' : 'the next process that logs to this service, or by '}the command "tracklens sync"`,
    status: cause?.status ?? null,
    data: { lost, onDisk },
    ...(cause === null ? {} : { cause }),
  });
}

function lossText(lost: readonly LogLoss[], count: number): string {
  const texts = lost.slice(0, named).map(textOf);
  const more = count > named ? `; and ${count - named} more` : '';
  const calls = count === 1 ? 'one call was not stored' : `${count} calls were not stored`;
  return `${calls}: ${texts.join('; ')}${more}`;
}

function restText({ folder, requests }: RequestsOnDisk): string {
  return `${requests === 1 ? 'one request is' : `${requests} requests are`} on disk and not stored yet, in ${folder}`;
}
