import { english } from '@tracklens/ui/trees';

/** Suffix of the keys of the core's sentences, in the form in which the editor adds a comment to a key. */
const suffix = '/core';
/** Maximum length of a text that is compared with the sentences. */
const maxLength = 2000;

/**
 * Returns a function that translates a text of the core, such as an error of a query. The core speaks English, and its
 * texts already contain their values: the template of the sentence finds them. A text of another form is returned
 * unchanged.
 */
export function composedText(texts: Readonly<Record<string, string>>): (text: string) => string {
  const templates = Object.entries(texts)
    .filter(([key]) => key.endsWith(suffix))
    .map(([key, translated]) => ({ ...patternOf(key.slice(0, -suffix.length)), translated }))
    .sort((a, b) => b.fixed - a.fixed);
  const translate = (text: string): string => {
    const exact = texts[text] ?? texts[text + suffix];
    if (exact !== undefined || text.length > maxLength) return exact ?? text;
    for (const { pattern, translated } of templates) {
      const [, ...values] = pattern.exec(text) ?? [];
      // A value of several words can be a sentence of the core; a word is the user's.
      if (values.length > 0)
        return english(translated, ...values.map((one) => (/\s/.test(one) ? translate(one) : one)));
    }
    return text.endsWith('.') ? `${translate(text.slice(0, -1))}.` : text;
  };
  return translate;
}

/** Returns the pattern of a template's texts, and the length of their fixed part. */
function patternOf(template: string): { readonly pattern: RegExp; readonly fixed: number } {
  const parts = template.split(/%\d/);
  const escaped = parts.map((part) => part.replaceAll(/[.?|()[\]{}*+^$\\]/g, '\\$&'));
  return { pattern: new RegExp(`^${escaped.join('(.+)')}$`, 's'), fixed: parts.join('').length };
}
