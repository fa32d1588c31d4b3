import { englishForm } from '@tracklens/ui/trees';

/**
 * Returns the text that a language uses for a count, with its placeholders. The translations contain `one` and
 * `other`; a language with more forms has them under the key of `other` followed by `/few`, `/many`, `/two` or
 * `/zero`, which is how the editor names a text with a comment.
 */
export function pluralForm(
  translations: Readonly<Record<string, string>>,
  language: string,
  count: number,
  [one, other]: readonly [one: string, other: string],
): string {
  if (translations[other] === undefined) return englishForm(count, one, other);
  const category = new Intl.PluralRules(language).select(count);
  const key = category === 'one' ? one : category === 'other' ? other : `${other}/${category}`;
  return translations[key] ?? translations[other];
}
