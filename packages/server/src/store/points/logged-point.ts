import type { Points } from './metric-chunk.ts';

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

/** Returns points of a metric as they were logged. */
export function loggedPoints(
  name: string,
  context: string | null,
  { values, steps, epochs, timestamps }: Points,
): LoggedPoint[] {
  const orNull = (entry: number) => (Number.isNaN(entry) ? null : entry);
  return Array.from(values, (value, index) => ({
    name,
    context,
    value,
    step: orNull(steps[index]!),
    epoch: orNull(epochs[index]!),
    timestamp: timestamps[index]!,
  }));
}
