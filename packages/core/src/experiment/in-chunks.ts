import { failureWith, isRestApiException, RestApiException } from '../client/errors.ts';
import type { WriteReply } from '../contract/index.ts';

/**
 * Returns the reply if the service has stored the data.
 *
 * @throws RestApiException `invalid` for a reply with an error code, because some services report errors with a
 * success status
 */
export function acceptedReply(operation: string, reply: WriteReply): WriteReply {
  const { code, msg, data, sdk_error_code: sdkErrorCode } = reply;
  if (code < 400 && sdkErrorCode === 0) return reply;
  const reason = msg || `the service responded with ${code} in the body of a successful response`;
  throw RestApiException.from({ code: 'invalid', operation, reason, status: code, sdkErrorCode, data });
}

/** Rules by which items are split into chunks. */
export interface Chunking<T> {
  /** Plural noun for the items in error messages, such as `points`. */
  readonly what: string;
  readonly items: readonly T[];
  /** Maximum number of items in a chunk. */
  readonly most: number;
  /**
   * Approximate number of characters of an item. The sum in a chunk is at most `largestChunkBytes`, unless a single
   * item exceeds it. Default: 0, for small items.
   */
  readonly lengthOf?: (item: T) => number;
}

/**
 * Maximum number of characters in a chunk. As JSON in UTF-8 they take at most six times as many bytes, which is below
 * the body limit of the services.
 */
const largestChunkBytes = 8_000_000;

function* chunksOf<T>({ items, most, lengthOf = () => 0 }: Chunking<T>): Generator<readonly T[]> {
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
 * Sends items in chunks, one after the other, and returns the last reply. Stops at the first error, whose message
 * states how many items were stored before, so that callers need not send those again.
 */
export async function inChunks<T>(
  chunking: Chunking<T>,
  send: (slice: readonly T[]) => Promise<WriteReply>,
): Promise<WriteReply | null> {
  let reply: WriteReply | null = null;
  let stored = 0;
  for (const slice of chunksOf(chunking)) {
    try {
      reply = await send(slice);
    } catch (error) {
      if (stored === 0 || !isRestApiException(error)) throw error;
      const { what, items } = chunking;
      const reason = `${error.reason} (the first ${stored} of ${items.length} ${what} were stored before)`;
      throw failureWith(error, { reason });
    }
    stored += slice.length;
  }
  return reply;
}
