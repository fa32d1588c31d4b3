import { countText, numberText } from './number-text.ts';

/**
 * Translates a sentence of the views. `%1` and `%2` are placeholders for the values, as in Jupyter's translation
 * bundles, so that `trans.__` can be used directly.
 */
export interface Translate {
  (english: string, ...values: (string | number)[]): string;
  /**
   * Returns the form of a text that the host's language uses for a count, with the count as `%1` in plain digits.
   * Hosts that only speak English leave it out.
   */
  readonly plural?: ((one: string, other: string, count: number) => string) | undefined;
  /**
   * Translates a text of the core, such as an error of a query, that already contains its values. Hosts that only speak
   * English leave it out.
   */
  readonly composed?: ((text: string) => string) | undefined;
}

/** Translates a text of the core, or a sentence that is not known here. Unlike other sentences, it may contain `%1`. */
export const coreText = (t: Translate, text: string): string =>
  t.composed?.(text) ?? (text.includes('%') ? text : t(text));

/** Translation of a host that speaks several languages. */
export interface PluralTranslate extends Translate {
  readonly plural: (one: string, other: string, count: number) => string;
}

/** Returns the English sentences unchanged, with the values inserted. */
export const english: Translate = (sentence, ...values) =>
  sentence.replace(/%(\d)/g, (mark, digit: string) => String(values[Number(digit) - 1] ?? mark));

/** Wraps a translation so that numbers are formatted for the user's locale. */
export const withNumbers = (t: Translate): Translate =>
  Object.assign(
    (sentence: string, ...values: (string | number)[]) =>
      t(sentence, ...values.map((value) => (typeof value === 'number' ? numberText(value) : value))),
    { plural: t.plural, composed: t.composed },
  );

const englishRules = new Intl.PluralRules('en');

/** Returns the English form for a count. */
export const englishForm = (count: number, one: string, other: string): string =>
  englishRules.select(count) === 'one' ? one : other;

/**
 * Translates a text that contains a count as `%1`, in the form that the language has for this count. Both English
 * forms contain `%1`: the singular of some languages is also used for 21 or 101.
 */
export const counted = (t: Translate, count: number, one: string, other: string): string =>
  t.plural
    ? t.plural(one, other, count).replace(String(count), countText(count))
    : t(englishForm(count, one, other), countText(count));
