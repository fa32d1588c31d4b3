import { RestApiException, underName } from '../client/errors.ts';
import { type ArgumentName, argumentChecks, isObject } from './argument-checks.ts';

/*
 * Runtime validation of arguments. Types do not protect callers in JavaScript, or callers that pass on parsed data. A
 * wrong argument could be mistaken for a valid one (`'false'` for true, the letters of a string for a list, a project
 * name for an options object), or fail later with an unclear error. So every operation validates its arguments first.
 * `argumentChecks` has the check of each name, and each class lists the argument names of its operations.
 */

function refuse(operation: string, reason: string): never {
  throw RestApiException.from({ code: 'invalid', operation, reason });
}

/**
 * Validates the fields of an options object. Returns it without null fields, because null means "not given", as
 * `None` does in the Python interface.
 *
 * @throws RestApiException `invalid`, with the field's name
 */
export function givenOptions<T>(operation: string, options: T): T {
  if (!isObject(options)) refuse(operation, `the options must be an object, not ${kindOf(options)}`);
  const fields = options as Readonly<Record<string, unknown>>;
  let hasNull = false;
  for (const name in fields) {
    const value = fields[name];
    hasNull ||= value === null;
    if (value === undefined || value === null || !Object.hasOwn(argumentChecks, name)) continue;
    const check = argumentChecks[name as ArgumentName];
    if (!check.isRight(value)) refuse(operation, `${name} must be ${check.what}`);
  }
  return hasNull ? (Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as T) : options;
}

/**
 * Validates positional arguments by name, and the options after them. Returns the arguments without null options.
 *
 * @throws RestApiException `invalid`, with the argument's name
 */
export function givenArguments(operation: string, names: readonly ArgumentName[], given: unknown[]): unknown[] {
  for (const [at, name] of names.entries()) {
    const check = argumentChecks[name];
    if (!check.isRight(given[at])) refuse(operation, `${name} must be ${check.what}`);
  }
  const options = given[names.length];
  if (options === undefined) return given;
  const found = givenOptions(operation, options);
  return found === options ? given : given.with(names.length, found);
}

/** Returns the type of a value for error messages, never the value: it may be an API key passed as options. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

type Method = (...given: unknown[]) => Promise<unknown>;

/** Names of an operation's arguments before its options, or `own` if the operation validates them itself. */
type Listed = readonly ArgumentName[] | 'own';

/**
 * Wraps methods of a class as public operations: each validates its arguments first, and errors, including those of
 * nested operations, carry its name. Operations whose only option is a signal need not be listed: the call validates
 * it.
 *
 * @param listed argument names by method
 * @param prefix prefix of method names in messages
 */
export function operations<T extends object>(
  prototype: T,
  listed: { readonly [Name in keyof T]?: Listed },
  prefix = '',
): void {
  const methods = prototype as Record<string, Method>;
  for (const [name, names] of Object.entries(listed) as [string, Listed][]) {
    const method = methods[name]!;
    const operation = prefix + name;
    const { [name]: checked } = {
      async [name](this: T, ...given: unknown[]): Promise<unknown> {
        const taken = names === 'own' ? given : givenArguments(operation, names, given);
        try {
          return await method.apply(this, taken);
        } catch (error) {
          throw underName(error, operation);
        }
      },
    };
    Object.defineProperty(prototype, name, { value: checked, configurable: true, writable: true });
  }
}
