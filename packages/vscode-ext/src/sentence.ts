/** Puts values into the numbered places of a sentence, in some language. */
export type Sentence = (english: string, ...values: (string | number)[]) => string;

let inLanguage: Sentence = (english, ...values) =>
  english.replace(/\{(\d)\}/g, (place, digit: string) => String(values[Number(digit)] ?? place));

/** Activation hands over the editor's translation; without, as in tests, sentences stay English. */
export function translateBy(translation: Sentence): void {
  inLanguage = translation;
}

/** A sentence in the editor's language, for rooms that know no editor. */
export const t: Sentence = (english, ...values) => inLanguage(english, ...values);
