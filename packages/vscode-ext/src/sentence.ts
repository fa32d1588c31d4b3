/** Function that translates an English sentence and fills its numbered placeholders. */
export type Sentence = (english: string, ...values: (string | number)[]) => string;

let inLanguage: Sentence = (english, ...values) =>
  english.replace(/\{(\d)\}/g, (placeholder, digit: string) => String(values[Number(digit)] ?? placeholder));

/** Sets the translation, which activation passes in. Without it, as in tests, sentences stay English. */
export function translateBy(translation: Sentence): void {
  inLanguage = translation;
}

/** Translates a sentence into the editor's language, for modules that do not import `vscode`. */
export const t: Sentence = (english, ...values) => inLanguage(english, ...values);
