import { failureWith, isRestApiException, RestApiException } from '../client/errors.ts';
import type { WriteReply } from '../contract/index.ts';

/**
 * The reply of a service that has kept what it was sent.
 *
 * @throws RestApiException `invalid` for one that says otherwise in its body: some do so with the status of a success
 */
export function keptReply(operation: string, reply: WriteReply): WriteReply {
  const { code, msg, data, sdk_error_code: sdkErrorCode } = reply;
  if (code < 400 && sdkErrorCode === 0) return reply;
  const reason = msg || `the service answered ${code} in the body of a success`;
  throw RestApiException.from({ code: 'invalid', operation, reason, status: code, sdkErrorCode, data });
}

/** How items are cut into slices. */
export interface Chunking<T> {
  /** What they are, in messages: `points`. */
  readonly what: string;
  readonly items: readonly T[];
  /** Items of a slice at most. */
  readonly most: number;
  /** About how many characters an item has; a slice has `largestChunkBytes` at most, unless one item has more. Default: too few to count. */
  readonly lengthOf?: (item: T) => number;
}

/** Written as JSON in UTF-8 these are at most six times as many bytes: below what services take as one body. */
export const largestChunkBytes = 8_000_000;

function* slicesOf<T>({ items, most, lengthOf = () => 0 }: Chunking<T>): Generator<readonly T[]> {
  let from = 0;
  let length = 0;
  for (let index = 0; index < items.length; index++) {
    const added = lengthOf(items[index]!);
    if (index > from && (index - from >= most || length + added > largestChunkBytes)) {
      yield items.slice(from, index);
      from = index;
      length = 0;
    }
    length += added;
  }
  if (items.length > from) yield items.slice(from);
}

/**
 * Sends items in slices, one after the other; gives the last reply. A slice that fails ends it, and the message says how much went
 * before: nobody has to send that again.
 */
export async function inChunks<T>(
  slicing: Chunking<T>,
  send: (slice: readonly T[]) => Promise<WriteReply>,
): Promise<WriteReply | null> {
  let reply: WriteReply | null = null;
  let kept = 0;
  for (const slice of slicesOf(slicing)) {
    try {
      reply = await send(slice);
    } catch (error) {
      if (kept === 0 || !isRestApiException(error)) throw error;
      const { what, items } = slicing;
      const reason = `${error.reason} (the first ${kept} of ${items.length} ${what} were kept before)`;
      throw failureWith(error, { reason });
    }
    kept += slice.length;
  }
  return reply;
}
