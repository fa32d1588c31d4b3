import { RestApiException, underName } from '../client/errors.ts';
import { type ArgumentName, argumentChecks, isObject } from './argument-checks.ts';

/*
 * Callers in JavaScript, or with what they read from a file, are kept by no types. A wrong argument would be taken for another right
 * one (`'false'` for true, the letters of a text for a list, a project's name in place of options for no options at all), or break
 * where no one understands why. So every operation looks at what it was given before it begins. One name means one thing in the whole
 * interface: the table says what, and each class lists the names of its operations' arguments.
 */

function refuse(operation: string, reason: string): never {
  throw RestApiException.from({ code: 'invalid', operation, reason });
}

/**
 * Looks at the fields of an options object, and gives it without those that are null: they are not given, as None is in the interface.
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
 * Looks at arguments: those that are named, then the options. Gives them as the operation takes them.
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

/** What something is, without its value: in place of options it may be an API key. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

type Method = (...given: unknown[]) => Promise<unknown>;

/** The names of an operation's arguments before its options; `own` where it looks at them itself. */
type Listed = readonly ArgumentName[] | 'own';

/**
 * Makes methods of a class operations of the interface: each looks at its arguments before it begins, and what fails in it, or in
 * an operation that it stands on, fails under its name. Those whose options are a signal alone need not be listed: the call looks at it.
 *
 * @param listed the arguments, by method
 * @param prefix what comes before a method's name in messages
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
