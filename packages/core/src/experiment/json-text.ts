import type { OperationContext, OperationSubject } from '../client/operation.ts';

/** Returns the value that represents maps, sets and typed arrays in JSON; all other values unchanged. */
export function plainValue(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  // JSON has typed arrays as objects of their indexes.
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return Array.from(value as Float64Array);
  return value;
}

/**
 * Serializes an argument to JSON.
 *
 * @throws RestApiException `invalid` for a value without a JSON form: undefined, a function, a circular object
 */
export function jsonText(
  { failure }: Pick<OperationContext<OperationSubject>, 'failure'>,
  name: string,
  given: unknown,
): string {
  let cause: unknown;
  try {
    const text = JSON.stringify(given, (_, value) => plainValue(value)) as string | undefined;
    if (text !== undefined) return text;
  } catch (error) {
    cause = error;
  }
  throw failure('invalid', `${name} cannot be written as JSON`, { cause });
}
