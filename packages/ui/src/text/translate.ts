import { countText, numberText } from './number-text.ts';

/**
 * Translates a sentence of the views. `%1` and `%2` are placeholders for the values, as in Jupyter's translation
 * bundles, so that `trans.__` can be used directly.
 */
export type Translate = (english: string, ...values: (string | number)[]) => string;

/** Returns the English sentences unchanged, with the values inserted. */
export const english: Translate = (sentence, ...values) =>
  sentence.replace(/%(\d)/g, (mark, digit: string) => String(values[Number(digit) - 1] ?? mark));

/** Wraps a translation so that numbers are formatted for the user's locale. */
export const withNumbers =
  (t: Translate): Translate =>
  (sentence, ...values) =>
    t(sentence, ...values.map((value) => (typeof value === 'number' ? numberText(value) : value)));

/** Translates a count in its English singular or plural form. */
export const counted = (t: Translate, count: number, one: string, more: string): string =>
  count === 1 ? t(one) : t(more, countText(count));
