import { english, type Translate } from '../text/translate.ts';

const prefixes: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];

const superscript: Readonly<Record<string, string>> = { '-': '⁻', '0': '⁰', '1': '¹', '2': '²', '3': '³', '4': '⁴' };
const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function exponentText(exponent: number): string {
  return [...String(exponent)].map((sign) => superscript[sign] ?? digits[Number(sign)]).join('');
}

/** At most `significant` digits, without the zeros that say nothing and without 0.30000000000000004. */
function trimmed(value: number, significant: number): string {
  return String(Number(value.toPrecision(significant)));
}

/** A number in few characters: `0.25`, `1.5k`, `2.5×10⁻⁷`. */
export function numberText(value: number, significant = 6): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (size >= 1e15 || size < 1e-4) {
    const [mantissa, exponent] = size.toExponential(Math.max(0, significant - 1)).split('e') as [string, string];
    const factor = trimmed(Number(mantissa), significant);
    const power = `10${exponentText(Number(exponent))}`;
    return sign + (factor === '1' ? power : `${factor}×${power}`);
  }
  const prefix = prefixes.find(([unit]) => size >= unit);
  return sign + (prefix ? trimmed(size / prefix[0], significant) + prefix[1] : trimmed(size, significant));
}

/** A measured value as a person copies it: up to seven digits, no prefix. */
export function valueText(value: number): string {
  if (!Number.isFinite(value)) return numberText(value);
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e9 || size < 1e-4)) return numberText(value, 5);
  return trimmed(value, 7).replace('-', '−');
}

// Making a formatter takes longer than a hundred uses of it.
const counts = new Intl.NumberFormat();

/** A count with its thousands apart as the person's language has them. */
export function countText(count: number): string {
  return counts.format(count);
}

const units: readonly (readonly [number, string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1000, 's'],
];

/** A length of time by its two greatest units: `2h 30m`, `45s`, `0.25s`. */
export function durationText(millis: number): string {
  if (millis < 0) return `−${durationText(-millis)}`;
  if (millis < 1000) return `${trimmed(millis / 1000, 3)}s`;
  const first = units.findIndex(([unit]) => millis >= unit);
  const [unit, name] = units[first]!;
  if (name === 's') return `${trimmed(millis / 1000, 4)}s`;
  const rest = units[first + 1]!;
  const whole = Math.floor(millis / unit);
  const remaining = Math.round((millis - whole * unit) / rest[0]);
  return remaining === 0 ? `${whole}${name}` : `${whole}${name} ${remaining}${rest[1]}`;
}

const two = (value: number) => String(value).padStart(2, '0');

/** A moment in the reader's own zone. */
export function momentText(millis: number): string {
  const at = new Date(millis);
  if (Number.isNaN(at.getTime())) return `${numberText(millis)} ms`;
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${clockText(millis)}`;
}

/** The time of day in the reader's own zone, to the second. */
export function clockText(millis: number): string {
  const at = new Date(millis);
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** A moment in UTC: its time of day, with the date where the reader's own date is another. */
export function utcMomentText(millis: number, t: Translate = english): string {
  const utc = isoText(millis);
  if (utc === '') return t('no date');
  const at = new Date(millis);
  return `${at.getUTCDate() === at.getDate() ? '' : `${utc.slice(0, 10)} `}${utc.slice(11, 19)} UTC`;
}

/** A moment for programs, as ISO 8601; empty for a number that is none. */
export function isoText(millis: number | null): string {
  const at = new Date(millis ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
