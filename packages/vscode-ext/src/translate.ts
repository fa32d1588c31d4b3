import { english, type Translate } from '@tracklens/ui/trees';
import * as vscode from 'vscode';

/** The sentences of the editor's language, by the English ones; empty in English. */
export function sentences(): Readonly<Record<string, string>> {
  const texts = Object.entries(vscode.l10n.bundle ?? {}).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}

/** The sentences of the views in the editor's language: `%1` there is `{0}` in the editor's own sentences. */
export const translate: Translate = (sentence, ...values) => english(sentences()[sentence] ?? sentence, ...values);
