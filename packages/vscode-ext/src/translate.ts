import { countText, type PluralTranslate } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { pluralForm } from './plural-form.ts';
import { translation } from './translation.ts';

/** Returns the translations into the editor's language, keyed by the English sentence; empty in English. */
export function sentences(): Readonly<Record<string, string>> {
  const texts = Object.entries(vscode.l10n.bundle ?? {}).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}

/** Returns the language of translated texts: that of the editor, or English if there is no translation into it. */
export const textLanguage = (): string => (vscode.l10n.bundle === undefined ? 'en' : vscode.env.language);

let made: ReturnType<typeof translation> | undefined;
/** The translation is made at its first use: the language of an editor changes only with its restart. */
const current = () => {
  made ??= translation(sentences(), vscode.env.language);
  return made;
};

/**
 * Translates a sentence of the views, with placeholders such as `%1`, into the editor's language. The editor's own
 * sentences use `{0}`.
 */
export const translate = Object.assign(
  (sentence: string, ...values: (string | number)[]) => current()(sentence, ...values),
  {
    plural: (one: string, other: string, count: number) => current().plural(one, other, count),
    composed: (text: string) => current().composed(text),
  },
) satisfies PluralTranslate;

/** Translates a sentence of the editor that contains a count as `{0}`. */
export const countedText = (count: number, one: string, other: string): string =>
  pluralForm(sentences(), vscode.env.language, count, [one, other]).replaceAll('{0}', countText(count));
