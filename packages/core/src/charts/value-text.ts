import { metricValue } from './metric-value.ts';

/** Formats a logged value the same way in all views: numbers with six significant digits. */
export function valueText(value: string | null | undefined): string {
  const number = metricValue(value);
  if (number === null) return value ?? '';
  return Number.isFinite(number) ? String(Number(number.toPrecision(6))) : String(number);
}
