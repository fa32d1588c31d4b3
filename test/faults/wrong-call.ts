import type { API, APIExperiment } from '@tracklens/core';

/** Objects that the calls use. */
interface WrongCallFixture {
  readonly api: API;
  readonly experiment: APIExperiment;
  /** Experiment with a key that does not exist. */
  readonly absent: APIExperiment;
  /** Folder that contains `file.txt`. */
  readonly folder: string;
  /** Object that contains itself. */
  readonly circle: Record<string, unknown>;
}

/** Value that the types would reject. */
// Types do not protect callers in JavaScript, or values that were read from a file.
// biome-ignore lint/suspicious/noExplicitAny: these tests pass values that the types reject.
export const any = (value: unknown): any => value;

type Run = (fixture: WrongCallFixture) => Promise<unknown>;

/** Wrong call with its expected error. */
interface WrongCall {
  readonly title: string;
  /** Code of the error, and its message without the remedy. The key of the experiment is written KEY. */
  readonly error: string;
  /** Whether only the service can detect the mistake. */
  readonly needsService: boolean;
  readonly run: Run;
}

/** Wrong calls by group of the interface. */
export type WrongCalls = Readonly<Record<string, readonly WrongCall[]>>;

function expecting(code: string, needsService: boolean) {
  return (title: string, message: string, run: Run): WrongCall => ({
    title,
    error: `${code}: ${message}`,
    needsService,
    run,
  });
}

/** Call that the client rejects. */
export const invalid = expecting('invalid', false);
/** Call that only the service can reject. */
export const invalidForService = expecting('invalid', true);
/** Call that names something that does not exist. */
export const notFound = expecting('not-found', true);
/** Query that cannot be parsed. */
export const badSyntax = expecting('syntax', false);
