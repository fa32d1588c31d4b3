import { RestApiException } from '../client/errors.ts';

/**
 * A copy of a list that an operation was given.
 *
 * @throws RestApiException `invalid` for anything else: a text would otherwise be taken for the list of its letters
 */
export function listArgument<T>(operation: string, name: string, given: readonly T[]): T[] {
  if (Array.isArray(given)) return [...given];
  throw RestApiException.from({ code: 'invalid', operation, reason: `${name} must be a list` });
}
