import type { AnyEndpoint } from '../contract/index.ts';
import type { NamedCallOptions } from './call.ts';
import { checkedResponse, parserOf } from './checked-response.ts';
import { cancelled, RestApiException } from './errors.ts';
import { jsonElements } from './json-elements.ts';
import type { Batches } from './list-promise.ts';

/**
 * Yields the list in one field of a response, in batches, while the response arrives. Loaded when a program iterates
 * over a list.
 *
 * @throws RestApiException `malformed` for elements that do not match the contract
 */
export async function* listBatches(
  body: AsyncIterable<Uint8Array>,
  endpoint: AnyEndpoint,
  field: string,
  { operation, signal }: Pick<NamedCallOptions, 'operation' | 'signal'>,
): Batches<unknown> {
  try {
    for await (const batch of jsonElements(body, field, parserOf(endpoint))) {
      // Bodies that are in memory ignore the signal.
      if (signal?.aborted) throw cancelled(signal.reason);
      yield (checkedResponse(endpoint, { [field]: batch }, operation) as Record<string, unknown[]>)[field]!;
    }
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw RestApiException.of({ code: 'malformed', operation, reason: 'the response is not JSON', cause });
  }
}
