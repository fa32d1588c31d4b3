import { countText } from './count-text.ts';
import type { TickTexts } from './scales.ts';
import { spanLabel } from './span-label.ts';

const superscript = (exponent: number) =>
  [...String(exponent)].map((sign) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(sign)]).join('');

const prefixes = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

function numberLabel(value: number, significant = 6): string {
  const size = Math.abs(value);
  const text = (shown: number) => String(Number(shown.toPrecision(significant))).replace('-', '−');
  if (size !== 0 && (size >= 1e15 || size < 1e-4)) {
    const [mantissa, exponent] = value.toExponential(significant - 1).split('e') as [string, string];
    const power = `10${superscript(Number(exponent))}`;
    const factor = text(Number(mantissa));
    return /^−?1$/.test(factor) ? factor.replace('1', power) : `${factor}×${power}`;
  }
  const [unit, prefix] = prefixes.find(([least]) => size >= least) ?? [1, ''];
  return text(value / unit) + prefix;
}

/** First and last character of ISO 8601 that a label of each precision shows. */
const shownPart = { year: [0, 4], day: [5, 10], minute: [11, 16], second: [11, 19], millisecond: [14, 23] } as const;

function momentLabel(millis: number, precision: keyof typeof shownPart): string {
  const at = new Date(millis - new Date(millis).getTimezoneOffset() * 60_000);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(...shownPart[precision]);
}

/** Tick labels of static images, in a form that is independent of the language of the machine that draws them. */
export const staticTexts: TickTexts = {
  number: numberLabel,
  whole: (value) => countText(value).replace('-', '−'),
  span: (millis, distance = Number.POSITIVE_INFINITY) => spanLabel(millis, distance, String),
  moment: momentLabel,
};
