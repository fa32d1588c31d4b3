import { metricValue } from '@tracklens/core/display';
import { inLocale } from './locale.ts';

/** Parses a logged value as a number; `null` if it is not one. `NaN` and infinities are numbers, `true` is not. */
export function numberOf(value: string | number | null | undefined): number | null {
  return typeof value === 'string' && /^\s*(true|false)\s*$/i.test(value) ? null : metricValue(value);
}

const whole = inLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const bySignificance = inLocale((locale) => {
  const made = new Map<number, Intl.NumberFormat>();
  return (digits: number) => {
    const known = made.get(digits) ?? new Intl.NumberFormat(locale, { maximumSignificantDigits: digits });
    made.set(digits, known);
    return known;
  };
});
const byFraction = inLocale((locale) => {
  const made = new Map<string, Intl.NumberFormat>();
  return (least: number, most: number) => {
    const digits = { minimumFractionDigits: least, maximumFractionDigits: most };
    const known = made.get(`${least} ${most}`) ?? new Intl.NumberFormat(locale, digits);
    made.set(`${least} ${most}`, known);
    return known;
  };
});

/** Numbers from `huge` on and below `tiny` are written in scientific notation. */
const huge = 1e9;
const tiny = 1e-4;

const signed = (text: string) => text.replace(/^-/, '−');
const unbounded = (value: number) => (Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '−∞');

/** Splits a number into mantissa and exponent: `1.5` and `-7`. */
function powered(value: number, significant: number): readonly [mantissa: string, exponent: number] {
  const [mantissa, exponent] = value.toExponential(significant - 1).split('e') as [string, string];
  return [signed(bySignificance()(significant).format(Number(mantissa))), Number(exponent)];
}

/**
 * Formats a number with at most `significant` digits, and integers below 1e9 in full: `0.3` for 0.30000000000000004,
 * `1.2e-7`, `NaN`.
 */
export function numberText(value: number, significant = 6): string {
  if (!Number.isFinite(value)) return unbounded(value);
  const size = Math.abs(value);
  if (size !== 0 && (size >= huge || size < tiny)) {
    const [mantissa, exponent] = powered(value, Math.min(5, significant));
    return `${mantissa}e${exponent}`;
  }
  const format = Number.isInteger(value) ? whole() : bySignificance()(significant);
  return signed(format.format(value === 0 ? 0 : value));
}

/** Formats a hover value of a chart, with one more digit than in tables. */
export const hoverValueText = (value: number): string => numberText(value, 7);

/** Formats a raw value for display: numbers are shortened, other texts are unchanged. */
export function valueText(value: string | number | null | undefined): string {
  const number = numberOf(value);
  return number === null ? String(value ?? '') : numberText(number);
}

/** Formats a count with thousands separators. */
export const countText = (count: number): string => signed(whole().format(count));

/** Formats a number with a fixed number of decimals, or with `least` to `most` of them. */
export const decimalText = (value: number, most: number, least = most): string =>
  signed(byFraction()(least, most).format(value));

const prefixes: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];

const superscript = (exponent: number) =>
  [...String(exponent)].map((sign) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(sign)]).join('');

/** Formats a tick label in few characters: `0.25`, `1.5k`, `2.5×10⁻⁷`. */
export function tickText(value: number, significant = 6): string {
  if (!Number.isFinite(value)) return unbounded(value);
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e15 || size < tiny)) {
    const [mantissa, exponent] = powered(value, significant);
    const power = `10${superscript(exponent)}`;
    return /^−?1$/.test(mantissa) ? mantissa.replace('1', power) : `${mantissa}×${power}`;
  }
  const [unit, prefix] = prefixes.find(([least]) => size >= least) ?? [1, ''];
  return signed(bySignificance()(significant).format(size === 0 ? 0 : value / unit)) + prefix;
}

/** Decimal separator of the locale. */
const decimalMark = inLocale(
  (locale) => new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.',
);

/** Formats a number for an editable field, with the locale's decimal separator and no other formatting. */
export const fieldText = (value: number): string => String(Number(value.toPrecision(6))).replace('.', decimalMark());

/** Parses a typed number in the notation of the locale or of a program; NaN if it is not a number. */
export function typedNumber(text: string): number {
  const typed = text.trim().replace('−', '-').replace(decimalMark(), '.');
  return typed === '' ? Number.NaN : Number(typed);
}

const percent = inLocale((locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }));

/** Formats a share as a percentage; a dash for null. */
export const percentText = (share: number | null): string => (share === null ? '–' : percent().format(share));
