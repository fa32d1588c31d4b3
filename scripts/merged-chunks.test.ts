import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@tracklens/core/test-support';
import { build } from 'esbuild';
import { mergeChunks } from './merged-chunks.ts';
import { loadedFirst } from './size-budget.ts';

const sources = {
  'page.ts': `
    import { add } from './counter.ts';
    import { word } from './word.ts';
    export const now = () => word + add(0);
    export const lazy = () => Promise.all([import('./first.ts'), import('./second.ts')]);`,
  'panel.ts': `
    import { add } from './counter.ts';
    import { total } from './total.ts';
    import { word } from './word.ts';
    export const now = () => word + total() + add(0);`,
  'counter.ts': 'let count = 0; export const add = (more: number) => (count += more);',
  'total.ts': "import { add } from './counter.ts'; export const total = () => add(10);",
  'word.ts': "export let word = 'count: '; export const rename = (next: string) => { word = next; };",
  'first.ts': "import { word } from './word.ts'; export { rename } from './word.ts'; export default () => word;",
  'second.ts': "export { add } from './counter.ts'; export { total } from './total.ts';",
};

test('chunks that the same pages load are merged, and keep their values', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(path.join(folder, 'src'));
  for (const [name, text] of Object.entries(sources)) await writeFile(path.join(folder, 'src', name), text);
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ['src/page.ts', 'src/panel.ts'],
    outdir: 'out',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    metafile: true,
  });
  const { outputs } = metafile;
  const before = loadedFirst(outputs, 'out/page.js').size;
  await mergeChunks(outputs, folder, ['out/page.js', 'out/panel.js']);
  const files = await readdir(path.join(folder, 'out'));
  assert.deepEqual(Object.keys(outputs).sort(), files.map((name) => `out/${name}`).sort());
  assert.ok(loadedFirst(outputs, 'out/page.js').size < before);
  for (const [name, { bytes }] of Object.entries(outputs)) {
    assert.equal((await readFile(path.join(folder, name))).byteLength, bytes, name);
  }

  const page = await import(pathToFileURL(path.join(folder, 'out', 'page.js')).href);
  const panel = await import(pathToFileURL(path.join(folder, 'out', 'panel.js')).href);
  const [first, second] = await page.lazy();
  assert.equal(second.total(), 10);
  second.add(1);
  first.rename('sum: ');
  assert.equal(page.now(), 'sum: 11');
  assert.equal(first.default(), 'sum: ');
  assert.equal(panel.now(), 'sum: 2121');
});
