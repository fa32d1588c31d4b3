import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { coreSentences } from './core-sentences.ts';
import { inRoot } from './folders.ts';

// Usage: node scripts/run.mjs translations. Writes the bundle for translators of the VS Code extension: the sentences
// of the extension, of the views in its panels and outputs, and those of the core that they show, whose keys end with
// `/core`. The texts of a language are next to it, in `bundle.l10n.<language>.json`, and those of the manifest in
// `package.nls.<language>.json`.

/** Returns the path of the bundle of a language; without a language, of that for translators. */
export const bundleFile = (language?: string): string =>
  inRoot('packages', 'vscode-ext', 'l10n', `bundle.l10n.${language === undefined ? '' : `${language}.`}json`);

/** Calls whose first arguments are sentences. */
const calls: readonly RegExp[] = [
  /\bt\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g,
  /\bcountedText\([^,]+,\s*'([^']*)'/g,
  /\bcountedText\([^,]+,\s*'[^']*',\s*'([^']*)'/g,
  /\bcounted\(\s*[^,]+,[^,]+,\s*'([^']*)'/g,
  /\bcounted\(\s*[^,]+,[^,]+,\s*'[^']*',\s*'([^']*)'/g,
  // Sentences in tables, which are translated where they are shown.
  /\/\* message \*\/ '((?:[^'\\]|\\.)*)'/g,
  /\b(?:title|caption|check|message|remedy): '([A-Z](?!\d[ .])(?:[^'\\]|\\.)*)'/g,
];

/** Returns the text of each source file of a folder, without tests and the page of the service. */
async function sourceTexts(folder: string): Promise<string[]> {
  const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.test\.|^testing\b|^page\b/.test(name);
  const names = (await readdir(folder, { recursive: true })).filter(isSource);
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
}

/** Joins the parts of a sentence that is written as a sum over several lines. */
const withJoinedLiterals = (text: string): string => text.replaceAll(/'\s*\+\s*'/g, '');

/** Returns all sentences that the extension and its views translate, sorted. */
export async function sourceSentences(): Promise<string[]> {
  const folders = ['vscode-ext/src', 'ui/src', 'core/src/charts', 'core/src/snapshots'];
  const texts = (await Promise.all(folders.map((folder) => sourceTexts(inRoot('packages', folder))))).flat();
  const called = texts
    .map(withJoinedLiterals)
    .flatMap((text) =>
      calls.flatMap((call) => [...text.matchAll(call)].map(([, single, double]) => single ?? double!)),
    );
  const sentences = called.map((text) => text.replaceAll(/\\(.)/g, '$1'));
  return [...new Set([...sentences, ...coreSentences.map((sentence) => `${sentence}/core`)])].sort();
}

async function writeBundle(): Promise<void> {
  const sentences = await sourceSentences();
  const bundle = Object.fromEntries(sentences.map((sentence) => [sentence, sentence]));
  await writeFile(bundleFile(), `${JSON.stringify(bundle, null, 2)}\n`);
}

if (import.meta.main) void writeBundle();
