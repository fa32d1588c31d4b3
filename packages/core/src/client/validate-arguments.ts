import { RestApiException } from './errors.ts';

/*
 * Callers in JavaScript, or with what they read from a file, are kept by no types: these look where a wrong argument would be taken
 * for another right one, or break where no one understands why.
 */

/**
 * A copy of a list that an operation was given.
 *
 * @throws RestApiException `invalid` for anything else: a text would otherwise be taken for the list of its letters
 */
export function listArgument<T>(operation: string, name: string, given: readonly T[]): T[] {
  if (Array.isArray(given)) return [...given];
  throw RestApiException.from({ code: 'invalid', operation, reason: `${name} must be a list` });
}

/**
 * A string that an operation was given.
 *
 * @throws RestApiException `invalid` for anything else
 */
export function textArgument(operation: string, name: string, given: string): string {
  if (typeof given === 'string') return given;
  throw RestApiException.from({ code: 'invalid', operation, reason: `${name} must be a string` });
}

/**
 * A mapping from names to values that an operation was given.
 *
 * @throws RestApiException `invalid` for anything else, lists included
 */
export function mappingArgument<T extends object>(operation: string, name: string, given: T): T {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
  throw RestApiException.from({ code: 'invalid', operation, reason: `${name} must map names to values` });
}

/**
 * A value that an operation was given, as JSON.
 *
 * @throws RestApiException `invalid` for what has none: nothing, a function, an object that holds itself
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
