import { english, type PluralTranslate } from '@tracklens/ui/trees';
import { composedText } from './composed-text.ts';
import { pluralForm } from './plural-form.ts';

/** Translation of a language, also of texts of the core that already contain their values. */
type LanguageTranslate = PluralTranslate & { readonly composed: (text: string) => string };

/** Creates the translation of the views' sentences from the texts of a language, in the editor or in a page. */
export function translation(texts: Readonly<Record<string, string>>, language: string): LanguageTranslate {
  return Object.assign(
    (sentence: string, ...values: (string | number)[]) => english(texts[sentence] ?? sentence, ...values),
    {
      plural: (one: string, other: string, count: number) =>
        english(pluralForm(texts, language, count, [one, other]), count),
      composed: composedText(texts),
    },
  );
}
