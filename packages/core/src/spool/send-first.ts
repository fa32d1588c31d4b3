import type { SendResult } from './send-result.ts';
import { setAsideIfLaterIsStored } from './set-aside.ts';
import type { Spool, SpooledRequest } from './spooled-request.ts';

/** Error of a request, and what it means for the request. */
export interface SendFailure<E> {
  readonly result: Exclude<SendResult, 'stored'>;
  readonly error: E;
}

/** How the requests of a spool are sent, with callbacks for their results. */
export interface SpoolSender<E> {
  /** Sends a request. Returns its failure, or null if it is stored. Never rejects. */
  send(request: SpooledRequest): Promise<SendFailure<E> | null>;
  /** Returns whether a failure was repeated so often that it may be the fault of the request. */
  isRepeated(failure: SendFailure<E>): boolean;
  /** Called with each request that the service rejects. It is removed. */
  onRejected(request: SpooledRequest, error: E): void;
  /** Called with each request that was set aside, and the folder where it is. */
  onSetAside(request: SpooledRequest, error: E, folder: string): void;
  /** Called when the disk fails to remove a request. Default: its error is thrown. */
  onRemovalError?(error: unknown): void;
}

/**
 * Sends the first request of a spool. It is removed when it is stored or rejected, and set aside when the service
 * repeatedly fails to store it, and stores a later one. Errors of the disk are thrown.
 *
 * @returns the failure with which the request waits; null if the next one is first, or none is left
 */
export async function sendFirst<E>(spool: Spool, sender: SpoolSender<E>): Promise<SendFailure<E> | null> {
  const send = async (request: SpooledRequest) => {
    const failure = await sender.send(request);
    if (failure?.result === 'rejected') sender.onRejected(request, failure.error);
    return failure;
  };
  const request = spool.first();
  if (request === null) return null;
  const failure = await send(request);
  if (failure === null || failure.result === 'rejected') {
    remove(spool, sender);
    return null;
  }
  if (failure.result !== 'failed' || !sender.isRepeated(failure)) return failure;
  const folder = await setAsideIfLaterIsStored(spool, async (later) => (await send(later))?.result ?? 'stored');
  if (folder === null) return failure;
  sender.onSetAside(request, failure.error, folder);
  return null;
}

function remove<E>(spool: Spool, { onRemovalError }: SpoolSender<E>): void {
  try {
    spool.removeFirst();
  } catch (error) {
    if (onRemovalError === undefined) throw error;
    onRemovalError(error);
  }
}
