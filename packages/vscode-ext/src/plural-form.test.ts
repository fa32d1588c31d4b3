import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluralForm } from './plural-form.ts';

// cspell:ignore Datei Dateien plik pliki pliku plików fichier fichiers
const german = { '%1 file': '%1 Datei', '%1 files': '%1 Dateien' };
const polish = {
  '%1 file': '%1 plik',
  '%1 files': '%1 pliku',
  '%1 files/few': '%1 pliki',
  '%1 files/many': '%1 plików',
};
const cases: readonly [language: string, translations: Record<string, string>, count: number, text: string][] = [
  ['de', german, 0, '%1 Dateien'],
  ['de', german, 1, '%1 Datei'],
  ['de', german, 21, '%1 Dateien'],
  ['pl', polish, 1, '%1 plik'],
  ['pl', polish, 3, '%1 pliki'],
  ['pl', polish, 5, '%1 plików'],
  ['fr', { '%1 file': '%1 fichier', '%1 files': '%1 fichiers' }, 0, '%1 fichier'],
  // Without a translation the text is English, whatever the rules of the editor's language are.
  ['fr', {}, 0, '%1 files'],
  ['ja', {}, 1, '%1 file'],
];
for (const [language, translations, count, text] of cases)
  test(`${count} in ${language} with ${Object.keys(translations).length} translations is "${text}"`, () =>
    assert.equal(pluralForm(translations, language, count, ['%1 file', '%1 files']), text));
