import type { SendResult } from './send-result.ts';
import type { Spool, SpooledRequest } from './spooled-request.ts';

/** Error of a request, and what it means for the request. */
export interface SendFailure<E> {
  readonly result: Exclude<SendResult, 'stored'>;
  readonly error: E;
}

/** Request that the service did not store. */
export interface FailedRequest<E> {
  readonly request: SpooledRequest;
  readonly failure: SendFailure<E>;
}

/** How requests behind one that fails are sent. */
export interface LaterRequests<E> {
  /** Maximum number of requests that fail before the service counts as the cause. */
  readonly limit: number;
  /** Sends a request. Returns its failure, or null if it is stored. Never rejects. */
  send(request: SpooledRequest): Promise<SendFailure<E> | null>;
  /** Removes the first request, which is stored or rejected. */
  remove(): void;
}

/** Requests that were set aside, and their folder. */
interface SetAside<E> {
  readonly folder: string;
  readonly requests: readonly FailedRequest<E>[];
}

const none: SetAside<never> = { folder: '', requests: [] };

/** Results that all requests would have now. */
const endings: ReadonlySet<SendResult> = new Set(['unavailable', 'blocked'] as const);

/**
 * Finds out whether the first request is at fault for its failure: sends those behind it until the service stores one.
 * Then those before it are sent again, and set aside if they fail again. If none is stored, the service is at fault,
 * and all are put back.
 *
 * Each request is held under a sequence of its own before a later one is sent, since the service takes a request for
 * stored that comes after later ones of its sequence.
 */
export async function setAsideIfLaterIsStored<E>(
  spool: Spool,
  first: FailedRequest<E>,
  { limit, send, remove }: LaterRequests<E>,
): Promise<SetAside<E>> {
  let held = [first];
  const sendNext = async (): Promise<SendResult> => {
    const request = spool.first();
    if (request === null) return 'unavailable';
    const failure = await send(request);
    const result = failure?.result ?? 'stored';
    if (failure === null || result === 'rejected') {
      remove();
    } else if (!endings.has(result)) {
      spool.holdFirst();
      held.push({ request, failure });
    }
    return result;
  };
  spool.holdFirst();
  let result: SendResult;
  do result = await sendNext();
  while (result !== 'stored' && !endings.has(result) && held.length <= limit);
  const { length } = held;
  spool.putBackHeld();
  if (result !== 'stored') return none;
  held = [];
  for (let index = 0; index < length && !endings.has(result); index++) result = await sendNext();
  return { folder: spool.setHeldAside(), requests: held };
}
