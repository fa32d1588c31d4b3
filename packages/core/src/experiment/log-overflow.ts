import type { Connection } from '../client/connection.ts';
import { wireRequest } from '../client/wire-request.ts';
import { contract } from '../contract/index.ts';
import type { Spool, SpooledRequest } from '../spool/spooled-request.ts';
import { OverflowFile } from '../write-queue/queue-overflow.ts';
import { callOf, type LogItem, type Point } from './log-items.ts';
import { checkedReply } from './log-queue.ts';

const { metrics } = contract;

/** Duration of an outage after which everything is written to disk. */
const spoolAfterMillis = 2_000;
/** Interval of writes to disk during an outage. */
const spoolIntervalMillis = 1_000;

/**
 * Returns the storage on disk for what the queue of an experiment cannot send. Only hosts with a disk load this module.
 *
 * @param open opens the spool when it is first needed
 */
export function logOverflow(connection: Connection, experimentKey: string, open: () => Spool): OverflowFile<LogItem> {
  return new OverflowFile<LogItem>({
    open,
    requestOf: (items, operation, key) => spooledRequest(items, experimentKey, operation, key),
    itemsOf: pointsOf,
    async send(request, signal) {
      return checkedReply(request.operation, await connection.callPrepared(request.operation, request, { signal }));
    },
    onFailure: (error) =>
      connection.warn(`What is logged to experiment ${experimentKey} is queued in memory only: ${error}.`),
    onSetAside: ({ message }) => connection.warn(message),
    afterMillis: spoolAfterMillis,
    intervalMillis: spoolIntervalMillis,
  });
}

/** Returns the request of some items as it is written to disk. */
function spooledRequest(
  items: readonly LogItem[],
  experimentKey: string,
  operation: string,
  idempotencyKey: string,
): SpooledRequest {
  const { endpoint, args } = callOf(items, experimentKey, idempotencyKey);
  const { method, path, query, headers = {}, body } = wireRequest(endpoint, args);
  return { operation, method, path, query, headers, body: body instanceof Uint8Array ? body : new Uint8Array() };
}

/** Returns the points of a request on disk. */
function pointsOf({ path, body }: SpooledRequest): readonly Point[] {
  if (path !== metrics.log.path && path !== metrics.logBatch.path) return [];
  const {
    values,
    experimentKey: _,
    ...point
  } = JSON.parse(new TextDecoder().decode(body)) as Point & {
    readonly values?: readonly Point[];
    readonly experimentKey: string;
  };
  return values ?? [point];
}
