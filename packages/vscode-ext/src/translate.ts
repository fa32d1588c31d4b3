import { english, type Translate } from '@tracklens/ui/trees';
import * as vscode from 'vscode';

/** Returns the translations into the editor's language, keyed by the English sentence; empty in English. */
export function sentences(): Readonly<Record<string, string>> {
  const texts = Object.entries(vscode.l10n.bundle ?? {}).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}

/**
 * Translates a sentence of the views, with placeholders such as `%1`, into the editor's language. The editor's own
 * sentences use `{0}`.
 */
export const translate: Translate = (sentence, ...values) => english(sentences()[sentence] ?? sentence, ...values);
