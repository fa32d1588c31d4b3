import { failureWith, isRestApiException, RestApiException } from '../client/errors.ts';
import type { WriteReply } from '../contract/index.ts';

/**
 * The reply of a service that has kept what it was sent.
 *
 * @throws RestApiException `invalid` for one that says otherwise in its body: some do so with the status of a success
 */
export function keptReply(operation: string, reply: WriteReply): WriteReply {
  const { code, msg, sdk_error_code: sdkErrorCode } = reply;
  if (code < 400 && sdkErrorCode === 0) return reply;
  const reason = msg || `the service answered ${code} in the body of a success`;
  throw RestApiException.from({ code: 'invalid', operation, reason, status: code, sdkErrorCode });
}

/**
 * Sends items in slices, one after the other; gives the last reply. A slice that fails ends it, and the message says how much went
 * before: nobody has to send that again.
 */
export async function inSlices<T>(
  { what, items, most }: { readonly what: string; readonly items: readonly T[]; readonly most: number },
  send: (slice: readonly T[]) => Promise<WriteReply>,
): Promise<WriteReply | null> {
  let reply: WriteReply | null = null;
  for (let from = 0; from < items.length; from += most) {
    try {
      reply = await send(items.slice(from, from + most));
    } catch (error) {
      if (from === 0 || !isRestApiException(error)) throw error;
      const reason = `${error.reason} (the first ${from} of ${items.length} ${what} were kept before)`;
      throw failureWith(error, { reason });
    }
  }
  return reply;
}
