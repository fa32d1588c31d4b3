import { metricValue } from './metric-value.ts';

/** Numbers from `huge` on and below `tiny` are written in scientific notation, as in the live views. */
const huge = 1e9;
const tiny = 1e-4;

/**
 * Formats a logged value the same way in all views: integers below `huge` in full, other numbers with six significant
 * digits. Other texts are unchanged, also `true` and `false`.
 */
export function valueText(value: string | null | undefined): string {
  const number = /^\s*(true|false)\s*$/i.test(value ?? '') ? null : metricValue(value);
  if (number === null) return value ?? '';
  const size = Math.abs(number);
  if (Number.isFinite(number) && size !== 0 && (size >= huge || size < tiny)) {
    const [mantissa, exponent] = number.toExponential(4).split('e') as [string, string];
    return `${Number(mantissa)}e${Number(exponent)}`;
  }
  return String(Number.isInteger(number) ? number : Number(number.toPrecision(6)));
}
