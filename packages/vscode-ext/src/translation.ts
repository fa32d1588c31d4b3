import { english, type PluralTranslate } from '@tracklens/ui/trees';
import { pluralForm } from './plural-form.ts';

/** Creates the translation of the views' sentences from the texts of a language, in the editor or in a page. */
export function translation(texts: Readonly<Record<string, string>>, language: string): PluralTranslate {
  return Object.assign(
    (sentence: string, ...values: (string | number)[]) => english(texts[sentence] ?? sentence, ...values),
    {
      plural: (one: string, other: string, count: number) =>
        english(pluralForm(texts, language, count, [one, other]), count),
    },
  );
}
