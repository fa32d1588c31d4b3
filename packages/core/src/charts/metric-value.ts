import { readNumber } from '../query/scalar.ts';

/**
 * Parses a value in transport format (including `"NaN"`, `"Infinity"`, `"1e-7"`, `"true"`). Returns null when it is
 * not a number.
 */
export function metricValue(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' ? readNumber(value) : null;
}
