import * as v from 'valibot';
import { RestApiException } from './errors.ts';

/*
 * Checks of arguments at run time. Types do not protect callers in JavaScript, or callers that pass on parsed data. A
 * wrong argument could be mistaken for a valid one (`'false'` for true, the letters of a string for a list, a project
 * name for an options object), or fail later with an unclear error.
 */

/** Schema of an argument. Its message follows the name of the argument in the error. */
export type Check<T> = v.GenericSchema & {
  /** Type of the arguments that the schema accepts; never set. */
  readonly accepts?: (value: T) => void;
};

/** Returns whether a value is a non-null object other than an array. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Any string. */
export const text: Check<string> = v.string('must be a string');
/** A string with at least one character. */
export const nonEmptyText: Check<string> = v.pipe(v.string('must be a string'), v.nonEmpty('must not be empty'));
/** Any number but NaN. */
export const number: Check<number> = v.number('must be a number');
/** A whole number that JavaScript represents exactly, such as a step. */
export const wholeNumber: Check<number> = v.custom((value) => Number.isSafeInteger(value), 'must be a whole number');
/** A number of 0 or more, such as a time. */
export const nonNegative: Check<number> = v.pipe(v.number('must be a number'), v.minValue(0, 'must not be negative'));
/** A boolean. */
export const flag: Check<boolean> = v.boolean('must be true or false');
const textsMessage = 'must be a list of strings';
/** A list of strings. */
export const texts: Check<readonly string[]> = v.array(v.string(textsMessage), textsMessage);
/** A list of strings, for an argument whose name is that of one of them. */
export const eachText: Check<readonly string[]> = v.array(v.string('must be a string'));
/** Any list, whose elements the operation checks. A string would otherwise be treated as a list of its characters. */
export const list: Check<readonly unknown[]> = v.array(v.unknown(), 'must be a list');
/** A list or a typed array. */
export const numbers: Check<unknown> = v.custom(
  (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView)),
  'must be a list',
);
/** Returns the check of one of some texts. */
export function oneOf<Text extends string>(texts: readonly Text[]): Check<Text> {
  return v.picklist(texts, `must be one of ${texts.join(', ')}`);
}
/** An object other than a list. */
export const mapping: Check<object> = v.custom(isObject, 'must be an object of names and values');
/** An object other than a list, whose names are the caller's own. */
export const record: Check<object> = v.custom(isObject, 'must map names to values');
/** Any function. */
export const callback: Check<(...args: never[]) => unknown> = v.function('must be a function');
/** Checked by shape, because `instanceof` fails for a signal from another realm. */
export const signal: Check<AbortSignal> = v.custom(
  (value) => isObject(value) && 'aborted' in value,
  'must be an AbortSignal',
);
/** Anything: the operation checks the value itself, or the endpoint does. */
export const anything: Check<unknown> = v.unknown();

/** Name and check of a positional argument. */
export interface Argument<T> {
  readonly name: string;
  readonly check: Check<T>;
}

/** Returns the definition of a positional argument. */
export function argument<T>(name: string, check: Check<T>): Argument<T> {
  return { name, check };
}

/** Checks of options by name. */
export type OptionChecks = Readonly<Record<string, Check<never>>>;

/**
 * Checks one argument.
 *
 * @throws RestApiException `invalid`, with the argument's name
 */
export function checkArgument(operation: string, name: string, check: Check<never>, value: unknown): void {
  const { issues } = v.safeParse(check, value, { abortEarly: true });
  if (issues) throw RestApiException.of({ code: 'invalid', operation, reason: `${name} ${issues[0].message}` });
}

/**
 * Checks an options object. Returns it without null fields, because null means "not given", as `None` does in the
 * Python interface.
 *
 * @throws RestApiException `invalid`, with the option's name
 */
export function checkOptions<T>(operation: string, checks: OptionChecks, options: T): T {
  if (!isObject(options)) {
    // The type and never the value, which may be an API key passed as options.
    const kind = options == null ? String(options) : Array.isArray(options) ? 'a list' : `a ${typeof options}`;
    throw RestApiException.of({ code: 'invalid', operation, reason: `the options must be an object, not ${kind}` });
  }
  const fields = options as Readonly<Record<string, unknown>>;
  for (const name in checks) {
    if (fields[name] !== undefined && fields[name] !== null)
      checkArgument(operation, name, checks[name]!, fields[name]);
  }
  const hasNull = Object.values(fields).includes(null);
  return hasNull ? (Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as T) : options;
}
