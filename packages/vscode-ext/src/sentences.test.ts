import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';

const folder = new URL('./', import.meta.url);
const bundle: Record<string, string> = JSON.parse(
  await readFile(new URL('../l10n/bundle.l10n.json', import.meta.url), 'utf8'),
);

/** Returns the sentences that the source passes to the translation functions. */
async function sentencesOfSource(): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /^(?!.*\.test\.ts$).*\.ts$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const calls = texts.flatMap((text) => [
    ...text.matchAll(/\bt\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g),
    ...text.matchAll(/\bcountedText\([^,]+,\s*'([^']*)'/g),
    ...text.matchAll(/\bcountedText\([^,]+,\s*'[^']*',\s*'([^']*)'/g),
  ]);
  return [...new Set(calls.map(([, single, double]) => (single ?? double!).replaceAll(/\\(.)/g, '$1')))].sort();
}

test('the bundle for translators has exactly the sentences of the source', async () => {
  const sentences = await sentencesOfSource();
  assert.ok(sentences.length > 50);
  assert.deepEqual(Object.keys(bundle).sort(), sentences);
});

test('no sentence is concatenated: values are numbered placeholders', async () => {
  for (const sentence of await sentencesOfSource()) {
    const indices = [...sentence.matchAll(/\{(\d)\}/g)].map(([, place]) => Number(place));
    assert.deepEqual(
      [...new Set(indices)].sort(),
      indices.length === 0 ? [] : [...Array(Math.max(...indices) + 1).keys()],
    );
  }
});

test('all visible texts are translated', async () => {
  const shown =
    /show(?:Information|Warning|Error)Message\(\s*(?:['"]|`[^$])|(?:prompt|placeHolder|openLabel): (?:['"]|`[^$])/;
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    assert.equal(shown.exec(await readFile(new URL(name, folder), 'utf8'))?.[0], undefined, name);
  }
});
