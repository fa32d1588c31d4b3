import { countText, numberText } from './number-text.ts';

/**
 * Gives a sentence of the views in the person's language. `%1`, `%2` stand for the values, as in Jupyter's translation
 * bundles, so that `trans.__` fits as it is.
 */
export type Translate = (english: string, ...values: (string | number)[]) => string;

/** The sentences as they are written here. */
export const english: Translate = (sentence, ...values) =>
  sentence.replace(/%(\d)/g, (mark, digit: string) => String(values[Number(digit) - 1] ?? mark));

/** The same sentences with their numbers as the reader's language writes them. */
export const withNumbers =
  (t: Translate): Translate =>
  (sentence, ...values) =>
    t(sentence, ...values.map((value) => (typeof value === 'number' ? numberText(value) : value)));

/** A count of something in both forms that English has. */
export const counted = (t: Translate, count: number, one: string, more: string): string =>
  count === 1 ? t(one) : t(more, countText(count));
