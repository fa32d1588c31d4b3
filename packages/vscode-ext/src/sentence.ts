/** Function that translates an English sentence and fills its numbered placeholders. */
export type Sentence = (english: string, ...values: (string | number)[]) => string;

let ofCore = (text: string): string => text;
let inLanguage: Sentence = (english, ...values) =>
  english.replace(/\{(\d)\}/g, (placeholder, digit: string) => String(values[Number(digit)] ?? placeholder));

/** Sets the translations, which activation passes in. Without them, as in tests, sentences stay English. */
export function translateBy(translation: Sentence, composed: (text: string) => string = (text) => text): void {
  inLanguage = translation;
  ofCore = composed;
}

/** Translates a sentence into the editor's language, for modules that do not import `vscode`. */
export const t: Sentence = (english, ...values) => inLanguage(english, ...values);

/** Translates a text of the core that already contains its values, for modules that do not import `vscode`. */
export const composed = (text: string): string => ofCore(text);
