import type { SendResult } from './send-result.ts';
import type { Spool, SpooledRequest } from './spooled-request.ts';

/**
 * Sets the first request aside if the service stores a later one: then the failure is the fault of the first request.
 * Otherwise the service is at fault, and the first request is put back. Stored and rejected requests are removed.
 *
 * The first request gets a sequence of its own before a later one is sent, since the service takes a request for stored
 * that comes after later ones of its sequence.
 *
 * @param send sends a request. Never rejects.
 * @returns the folder in which the first request was set aside; null if it was put back
 */
export async function setAsideIfLaterIsStored(
  spool: Spool,
  send: (request: SpooledRequest) => Promise<SendResult>,
): Promise<string | null> {
  if (spool.count < 2) return null;
  const folder = spool.setFirstAside();
  for (let request = spool.first(); request !== null; request = spool.first()) {
    const result = await send(request);
    if (result !== 'stored' && result !== 'rejected') break;
    spool.removeFirst();
    if (result === 'stored') return folder;
  }
  spool.putBack();
  return null;
}
