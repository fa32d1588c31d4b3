import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { bundleFile, sourceSentences } from './translations.ts';
import { manifestFiles } from './vscode-manifest.ts';

type Sentences = Readonly<Record<string, string>>;

const readSentences = async (file: string): Promise<Sentences> => JSON.parse(await readFile(file, 'utf8'));

/** Returns what a translation must contain as the original does: placeholders, links to commands, code. */
const fixedParts = (text: string): string[] =>
  [...text.matchAll(/\{\d\}|%\d|\(command:[\w.]+\)|`[^`]*`|\n/g)].map(([part]) => part).sort();

/** Asserts that each sentence is translated, with the same fixed parts, and that no translation is unused. */
function assertComplete(originals: Sentences, translations: Sentences, language: string): void {
  const missing = Object.keys(originals).filter((key) => !translations[key]?.trim());
  assert.deepEqual(missing, [], `sentences without a translation into “${language}”`);
  const unused = Object.keys(translations).filter(
    (key) => originals[key.replace(/\/(?:few|many|two|zero)$/, '')] === undefined,
  );
  assert.deepEqual(unused, [], `translations into “${language}” that are unused`);
  for (const [key, text] of Object.entries(originals)) {
    assert.deepEqual(fixedParts(translations[key]!), fixedParts(text), `placeholders and links of “${key}”`);
  }
}

/** Languages that the extension is translated into. */
const languages = readdirSync(path.dirname(bundleFile())).flatMap(
  (name) => /^bundle\.l10n\.([\w-]+)\.json$/.exec(name)?.[1] ?? [],
);

test('the bundle for translators has exactly the sentences of the extension and of its views', async () => {
  const remedy = 'run node scripts/run.mjs translations';
  assert.deepEqual(Object.keys(await readSentences(bundleFile())), await sourceSentences(), remedy);
});

test('no sentence is concatenated: values are numbered placeholders', async () => {
  for (const sentence of await sourceSentences()) {
    for (const [mark, first] of [
      [/\{(\d)\}/g, 0],
      [/%(\d)/g, 1],
    ] as const) {
      const used = [...new Set([...sentence.matchAll(mark)].map(([, place]) => Number(place)))].sort();
      assert.deepEqual(
        used,
        used.map((_, index) => first + index),
        sentence,
      );
    }
  }
});

for (const language of languages) {
  test(`each sentence of the extension and of its manifest is translated into “${language}”`, async () => {
    assertComplete(await readSentences(bundleFile()), await readSentences(bundleFile(language)), language);
    const manifest = manifestFiles.sentences;
    assertComplete(
      await readSentences(manifest),
      await readSentences(manifest.replace(/json$/, `${language}.json`)),
      language,
    );
  });
}

for (const language of languages) {
  test(`each page of the walkthrough is translated into “${language}”, with the same code`, async () => {
    // The workbench looks for a translated page next to each page.
    const folder = path.join(path.dirname(manifestFiles.manifest), 'walkthrough');
    const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && !name.includes('.nls.'));
    assert.ok(pages.length > 0);
    for (const name of pages) {
      const [page, translated] = await Promise.all(
        [name, name.replace(/md$/, `nls.${language}.md`)].map((each) => readFile(path.join(folder, each), 'utf8')),
      );
      const code = (text: string) => [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(([part]) => part).sort();
      assert.deepEqual(code(translated!), code(page!), name);
      assert.equal(translated!.split('\n\n').length, page!.split('\n\n').length, `paragraphs of ${name}`);
    }
  });
}

test('every text of the manifest that is shown has a key, so that it is translated', async () => {
  const manifest = JSON.parse(await readFile(manifestFiles.manifest, 'utf8'));
  const shown =
    /^(?:title|shortTitle|name|displayName|description|contents|label|(?:markdown)?(?:enum)?descriptions?)$/i;
  const found: string[] = [];
  const visit = (value: unknown, name: string): void => {
    if (typeof value === 'string' && shown.test(name) && !/^(?:%[\w.-]+%|Tracklens)$/.test(value))
      found.push(`${name}: ${value}`);
    else if (Array.isArray(value)) for (const each of value) visit(each, name);
    else if (typeof value === 'object') for (const [key, each] of Object.entries(value ?? {})) visit(each, key);
  };
  const { contributes, displayName, description } = manifest;
  visit({ contributes, displayName, description }, '');
  assert.deepEqual(found, []);
});

test('there is at least one translation, and each is packed with the extension', async () => {
  assert.ok(languages.includes('de'));
  const packed = await readFile(path.join(path.dirname(manifestFiles.manifest), '.vscodeignore'), 'utf8');
  assert.match(packed, /^!package\.nls\*\.json$/m);
  assert.match(packed, /^!l10n\/bundle\.l10n\.\*\.json$/m);
});
