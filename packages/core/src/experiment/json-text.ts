import type { OperationContext, OperationSubject } from '../client/operation.ts';
import { plainEntry } from '../client/plain-value.ts';

/**
 * Serializes an argument to JSON.
 *
 * @throws RestApiException `invalid` for a value without a JSON form: undefined, a function, a circular object
 */
export function jsonText(
  { failure }: Pick<OperationContext<OperationSubject>, 'failure'>,
  name: string,
  value: unknown,
): string {
  let cause: unknown;
  try {
    const text = JSON.stringify(value, plainEntry) as string | undefined;
    if (text !== undefined) return text;
  } catch (error) {
    cause = error;
  }
  throw failure('invalid', `${name} cannot be written as JSON`, { cause });
}
