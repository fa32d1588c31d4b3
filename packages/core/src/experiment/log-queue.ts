import type { ResponseOf } from '../client/checked-response.ts';
import type { Connection, OperationOptions } from '../client/connection.ts';
import type { RestApiException } from '../client/errors.ts';
import { isLoopback } from '../client/loopback.ts';
import type { OperationContext, OperationSubject } from '../client/operation.ts';
import type { UnfinishedLogging } from '../client/process-hooks.ts';
import { randomId } from '../client/random-id.ts';
import type { CallArguments } from '../client/wire-request.ts';
import type { AnyEndpoint, WriteReply } from '../contract/index.ts';
import { refusalOf } from '../contract/refusal.ts';
import type { OverflowFile } from '../write-queue/queue-overflow.ts';
import { WriteQueue } from '../write-queue/write-queue.ts';
import { acceptedReply } from './in-chunks.ts';
import {
  callOf,
  kindOf,
  type LogItem,
  type Point,
  pointsAmong,
  rejectedPoints,
  requestItem,
  sizeOf,
  withFileName,
} from './log-items.ts';

/** Maximum memory of a queue whose rest is written to disk: some 160,000 points. */
const memoryBytes = 32_000_000;
/** Maximum memory of a queue without a disk: about a million points. */
const capacityBytes = 200_000_000;

/** Everything of an experiment that is logged and waits to be sent, in order. */
export type LogQueue = WriteQueue<LogItem>;

/** Experiment with a queue. */
interface OrderedSubject extends OperationSubject {
  readonly key: string;
  readonly log: LogQueue;
}

/** Returns the reply unless it is the error of a service that reports errors with a success status. */
export function checkedReply(operation: string, reply: unknown): unknown {
  const refusal = refusalOf(reply);
  return refusal === null ? reply : acceptedReply(operation, refusal);
}

/**
 * Returns the queue of an experiment.
 *
 * @param onLost called with points that were queued and could not be stored
 */
export function logQueue(
  connection: Connection,
  experimentKey: string,
  onLost: (error: RestApiException, points: readonly Point[]) => void,
): LogQueue {
  const { host } = connection;
  const isLocal = URL.canParse(connection.url) && isLoopback(new URL(connection.url).hostname);
  const queue: LogQueue = new WriteQueue<LogItem>({
    async send(items, operation, key, signal) {
      const { endpoint, args, areChecked } = callOf(items, experimentKey, key);
      return checkedReply(operation, await connection.call(operation, endpoint, args, { areChecked, signal }));
    },
    kindOf: (item) => kindOf(item, isLocal),
    sizeOf,
    pause: host.queuePause,
    capacity: host.createOverflow === undefined ? capacityBytes : memoryBytes,
    overflow: host.createOverflow?.(connection, experimentKey) as OverflowFile<LogItem> | undefined,
    partialFailureOf: rejectedPoints,
    onUnavailable: ({ reason }) =>
      connection.warn(`Data of experiment ${experimentKey} is queued until it can be sent: ${reason}.`),
    onLost: (error, items) => onLost(withFileName(error, items[0]), pointsAmong(items)),
    onPending(isPending) {
      if (isPending) connection.recoverOnce();
      if (isPending) host.hooks?.add(unfinished);
      else host.hooks?.remove(unfinished);
    },
  });
  const unfinished: UnfinishedLogging = {
    // The requests of the queue keep the process running. What is left after an outage is written at the exit.
    finish: async () => {},
    abandon() {
      queue.abandon();
      return [];
    },
  };
  return queue;
}

/**
 * Returns whether a call is sent at once, without the queue: aborting it would abort other calls too, and its response
 * is passed to a listener.
 */
export function isAlone({ signal, onRawResponse }: OperationOptions): boolean {
  return signal !== undefined || onRawResponse !== undefined;
}

/** Sends items at once, without the queue, for a call that can be cancelled. */
export async function sendItems(
  { connection, key }: OrderedSubject,
  items: readonly LogItem[],
  operation: string,
  caller: OperationOptions,
): Promise<WriteReply> {
  const { endpoint, args, areChecked } = callOf(items, key, randomId());
  return acceptedReply(
    operation,
    (await connection.call(operation, endpoint, args, { ...caller, areChecked })) as WriteReply,
  );
}

/** Calls an endpoint through the queue of the experiment, after what was logged before, unless the call is alone. */
export async function callInOrder<R extends AnyEndpoint>(
  { call, caller, operation, subject }: OperationContext<OrderedSubject>,
  endpoint: R,
  args: CallArguments<R>,
): Promise<ResponseOf<R>> {
  if (isAlone(caller)) return await call(endpoint, args);
  return (await subject.log.add([requestItem(endpoint, args)], operation)) as ResponseOf<R>;
}
