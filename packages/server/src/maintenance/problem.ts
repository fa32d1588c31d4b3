/** Problem of a data folder. */
export interface Problem {
  /** Description for the user. */
  readonly text: string;
  /** Repairs the problem and returns a description of the repair and the loss; null when only a backup helps. */
  readonly repair: (() => Promise<string>) | null;
}

/** Result of one part of a check. */
export interface CheckedPart {
  readonly name: string;
  /** Amount of data checked: `12 metrics, 34,000 points`. */
  readonly summary: string;
  readonly problems: readonly Problem[];
}
