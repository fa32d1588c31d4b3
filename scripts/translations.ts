import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inRoot } from './folders.ts';

// Usage: node scripts/run.mjs translations. Writes the bundle for translators of the VS Code extension: the sentences
// of the extension and of the views in its panels and outputs. The texts of a language are next to it, in
// `bundle.l10n.<language>.json`, and those of the manifest in `package.nls.<language>.json`.

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
  /\b(?:title|caption|check|message|remedy): '([A-Z](?!\d[ .])(?:[^'\\]|\\.)*)'/g,
];

/** Further sentences in tables, by the file that contains them. */
const inTables: Readonly<Record<string, readonly string[]>> = {
  'core/src/snapshots/system-facts.ts': [
    ...['Machine', 'Host name', 'User', 'Operating system', 'Type', 'Release', 'Architecture', 'Processor', 'Memory'],
    ...['Address', 'Network addresses', 'Process', 'Command', 'Executable', 'Python', 'Python build', 'Process id'],
    ...['Name', 'Power limit', 'UUID', 'Further details'],
  ],
  'core/src/snapshots/git-facts.ts': ['Commit', 'Branch', 'Origin', 'Root', 'User'],
  'ui/src/records/experiment-label.ts': ['running', 'finished', 'crashed'],
  'ui/src/tabs/code/patch.ts': ['changed', 'added', 'deleted', 'renamed'],
  'ui/src/gallery/GroupField.tsx': [
    ...['Mean', 'Median', 'Standard deviation', 'Standard error', '95 % confidence', 'Min to max', 'None'],
  ],
  'ui/src/gallery/option-fields.tsx': [
    ...['Linear', 'Log', 'Symlog', 'Standard: ten colors', 'Okabe-Ito: seven, for color-blind readers'],
  ],
  'ui/src/charts/ChartMenu.tsx': [
    ...['Save as PNG', 'Save as PNG, twice the size', 'Save as SVG', 'Save as HTML page'],
    ...['Save the drawn points as CSV', 'Save all points as CSV', 'Save all points as JSON'],
    ...['Copy as Python', 'Copy as TypeScript'],
  ],
  'ui/src/charts/ChartKeys.tsx': [
    ...['← →', 'next point', 'Page Up, Page Down', 'move by ten points', 'Home, End', 'first and last point', '↑ ↓'],
    ...['next experiment', 'Enter, or click', 'pin the values', '+ −, or Ctrl and wheel', 'zoom', 'drag'],
    ...['zoom into a box', 'Shift and drag', 'zoom the value axis only', 'Shift and arrows, or Alt and drag', 'move'],
    ...['Backspace, with Shift', 'previous zoom, next zoom', 'Escape, or double-click', 'show everything', '?'],
    ...['this list', 't', 'values as a table', 'l, Shift and l', 'logarithmic values, logarithmic x'],
  ],
  'ui/src/charts/caption.ts': [
    ...['%1 ± standard deviation', '%1 ± standard error', '%1 with 95 % confidence interval'],
    ...['%1, minimum to maximum', 'falling from %1 to %2', 'steady from %1 to %2', 'rising from %1 to %2'],
    ...['%1 falling', '%1 rising', '%1 steady'],
  ],
  'ui/src/charts/legend-choice.ts': [
    'Click or Enter: hide or show. With Alt: show only this one. Arrow keys move to the next one.',
  ],
};

/** Sentences that one file joins from two lines. */
const joined: readonly string[] = [
  'Left and right arrow keys move along the points, up and down keys between experiments. Plus and minus zoom, Escape shows everything. Question mark lists all keys.',
];

/** Returns the text of each source file of a folder, without tests and the page of the service. */
async function sourceTexts(folder: string): Promise<string[]> {
  const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.test\.|^testing\b|^page\b/.test(name);
  const names = (await readdir(folder, { recursive: true })).filter(isSource);
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
}

/** Returns all sentences that the extension and its views translate, sorted. */
export async function sourceSentences(): Promise<string[]> {
  const folders = ['vscode-ext', 'ui'].map((name) => inRoot('packages', name, 'src'));
  const texts = (await Promise.all(folders.map(sourceTexts))).flat();
  const called = texts.flatMap((text) =>
    calls.flatMap((call) => [...text.matchAll(call)].map(([, single, double]) => single ?? double!)),
  );
  const listed = Object.entries(inTables).map(async ([name, sentences]) => {
    const text = await readFile(inRoot('packages', name), 'utf8');
    const missing = sentences.find((sentence) => !text.includes(`'${sentence}'`));
    if (missing !== undefined)
      throw new Error(`${name} has no sentence “${missing}”: correct scripts/translations.ts.`);
    return sentences;
  });
  const sentences = [
    ...called.map((text) => text.replaceAll(/\\(.)/g, '$1')),
    ...(await Promise.all(listed)).flat(),
    ...joined,
  ];
  return [...new Set(sentences)].sort();
}

async function writeBundle(): Promise<void> {
  const sentences = await sourceSentences();
  const bundle = Object.fromEntries(sentences.map((sentence) => [sentence, sentence]));
  await writeFile(bundleFile(), `${JSON.stringify(bundle, null, 2)}\n`);
}

if (import.meta.main) void writeBundle();
