import type { API, APIExperiment } from '@tracklens/core';

/** What calls are made on. */
interface WrongCallFixture {
  readonly api: API;
  readonly experiment: APIExperiment;
  /** Of a key that nobody logged to. */
  readonly absent: APIExperiment;
  /** Holds `file.txt`. */
  readonly folder: string;
  /** An object that holds itself. */
  readonly circle: Record<string, unknown>;
}

/** What the types would reject. */
// Callers in JavaScript, or with data of a file, are not kept by types.
// biome-ignore lint/suspicious/noExplicitAny: what the types reject is what is tried here.
export const any = (value: unknown): any => value;

/** A call that is wrong, and how it is rejected. */
export interface WrongCall {
  /** Section 4.1 to 4.11 by its subject. */
  readonly group: string;
  readonly title: string;
  /** Whether the service must be asked to know it. */
  readonly asks?: true;
  readonly code: string;
  readonly says: RegExp;
  run(ground: WrongCallFixture): Promise<unknown>;
}
