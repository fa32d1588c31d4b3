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

/** Wrong call with its expected error. */
export interface WrongCall {
  /** Group of the interface. */
  readonly group: string;
  readonly title: string;
  /** Whether only the service can detect the mistake. */
  readonly needsService?: true;
  readonly code: string;
  readonly message: RegExp;
  run(fixture: WrongCallFixture): Promise<unknown>;
}
