import { copyWith, isRestApiException, RestApiException } from '../client/errors.ts';
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
  throw RestApiException.of({ code: 'invalid', operation, reason, status: code, sdkErrorCode, data });
}

/** Rules by which items are split into chunks. */
export interface Chunking<T> {
  /** Plural noun for the items in error messages, such as `points`. */
  readonly noun: string;
  readonly items: readonly T[];
  /** Maximum number of items in a chunk. */
  readonly limit: number;
  /**
   * Returns the approximate size of an item in memory. The sum in a chunk is at most `maxChunkBytes`, unless a single
   * item exceeds it. Default: 0, for small items.
   */
  readonly sizeOf?: (item: T) => number;
}

/** Maximum size of a chunk in memory. Its JSON in UTF-8 is below the body limit of the services. */
const maxChunkBytes = 8_000_000;

function* chunksOf<T>({ items, limit, sizeOf = () => 0 }: Chunking<T>): Generator<readonly T[]> {
  let from = 0;
  let size = 0;
  for (let index = 0; index < items.length; index++) {
    const added = sizeOf(items[index]!);
    if (index > from && (index - from >= limit || size + added > maxChunkBytes)) {
      yield items.slice(from, index);
      from = index;
      size = 0;
    }
    size += added;
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
      const { noun, items } = chunking;
      const reason = `${error.reason} (the first ${stored} of ${items.length} ${noun} were stored before)`;
      throw copyWith(error, { reason });
    }
    stored += slice.length;
  }
  return reply;
}
