import { RestApiException } from './errors.ts';

/*
 * Validation of arguments at run time, for callers in JavaScript and for data read from files. It covers arguments
 * that would be mistaken for valid ones, or that would fail later with an unclear error.
 */

/**
 * Returns a copy of a list argument.
 *
 * @throws RestApiException `invalid` for any other value; a string would otherwise be treated as a list of its
 * characters
 */
export function listArgument<T>(operation: string, name: string, given: readonly T[]): T[] {
  if (Array.isArray(given)) return [...given];
  throw RestApiException.from({ code: 'invalid', operation, reason: `${name} must be a list` });
}

/**
 * Returns a string argument.
 *
 * @throws RestApiException `invalid` for any other value
 */
export function textArgument(operation: string, name: string, given: string): string {
  if (typeof given === 'string') return given;
  throw RestApiException.from({ code: 'invalid', operation, reason: `${name} must be a string` });
}

/**
 * Returns an object argument that maps names to values.
 *
 * @throws RestApiException `invalid` for any other value, including lists
 */
export function mappingArgument<T extends object>(operation: string, name: string, given: T): T {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
  throw RestApiException.from({ code: 'invalid', operation, reason: `${name} must map names to values` });
}

/**
 * Serializes an argument to JSON.
 *
 * @throws RestApiException `invalid` for a value without a JSON form: undefined, a function, a circular object
 */
export function jsonArgument(operation: string, name: string, given: unknown): string {
  let cause: unknown;
  try {
    const text = JSON.stringify(given) as string | undefined;
    if (text !== undefined) return text;
  } catch (error) {
    cause = error;
  }
  throw RestApiException.from({ code: 'invalid', operation, reason: `${name} cannot be written as JSON`, cause });
}
