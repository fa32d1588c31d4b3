import { type SendFailure, setAsideIfLaterIsStored } from './set-aside.ts';
import type { Spool, SpooledRequest } from './spooled-request.ts';

/** How the requests of a spool are sent, with callbacks for their results. */
export interface SpoolSender<E> {
  /** Sends a request. Returns its failure, or null if it is stored. Never rejects. */
  send(request: SpooledRequest): Promise<SendFailure<E> | null>;
  /**
   * Returns how many requests behind one that failed are sent, to find out whether it is at fault. 0: it was not sent
   * often enough to be.
   */
  probes(failure: SendFailure<E>): number;
  /** Called with each request that the service rejects. It is removed. */
  onRejected(request: SpooledRequest, error: E): void;
  /** Called with each request that was set aside, and the folder where it is. */
  onSetAside(request: SpooledRequest, error: E, folder: string): void;
  /** Called when the disk fails to remove a request. Default: its error is thrown. */
  onRemovalError?(error: unknown): void;
}

/**
 * Sends the first request of a spool. It is removed when it is stored or rejected. It is set aside when it is too
 * large, or when the service does not permit it or repeatedly fails to store it, and stores a later one. Errors of the
 * disk are thrown.
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
  const { result, error } = failure;
  if (result === 'too-large') {
    spool.holdFirst();
    sender.onSetAside(request, error, spool.setHeldAside());
    return null;
  }
  const limit = result === 'unavailable' || result === 'blocked' || spool.count < 2 ? 0 : sender.probes(failure);
  if (limit === 0) return failure;
  const later = { limit, send, remove: () => remove(spool, sender) };
  const aside = await setAsideIfLaterIsStored(spool, { request, failure }, later);
  for (const each of aside.requests) sender.onSetAside(each.request, each.failure.error, aside.folder);
  return aside.requests.length === 0 ? failure : null;
}

function remove<E>(spool: Spool, { onRemovalError }: SpoolSender<E>): void {
  try {
    spool.removeFirst();
  } catch (error) {
    if (onRemovalError === undefined) throw error;
    onRemovalError(error);
  }
}
