/** Logged point of a metric. */
export interface LoggedPoint {
  /** Starts with the context, if there is one. */
  readonly name: string;
  readonly context: string | null;
  readonly value: number;
  readonly step: number | null;
  readonly epoch: number | null;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
}
