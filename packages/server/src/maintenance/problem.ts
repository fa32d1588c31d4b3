/** Something that is wrong with a data folder. */
export interface Problem {
  /** What is wrong, for a person. */
  readonly text: string;
  /** Mends it and returns what was done and lost; null where only a backup helps. */
  readonly repair: (() => Promise<string>) | null;
}

/** One part of a check: what was looked at, and what is wrong there. */
export interface CheckedPart {
  readonly name: string;
  /** How much was looked at: `12 metrics, 34,000 points`. */
  readonly summary: string;
  readonly problems: readonly Problem[];
}

/** Returns a number with its thousands apart. */
export const count = (value: number) => value.toLocaleString('en-US');

/** Returns a number with a noun, in the plural where it takes it. */
export const counted = (value: number, noun: string) => `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
