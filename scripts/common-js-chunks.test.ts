import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@tracklens/core/test-support';
import { build } from 'esbuild';
import { commonJsChunks } from './common-js-chunks.ts';
import { bytesOf } from './size-budget.ts';

const sources = {
  'main.ts': `
    import { count, increment } from './counter.ts';
    import { word } from './word.ts';
    export const now = () => word + count;
    export const lazy = async () => {
      increment();
      return [await import('./first.ts'), await import('./second.ts')];
    };`,
  'counter.ts': 'export let count = 0; export const increment = () => { count++; };',
  'word.ts': "export const word = 'count: ';",
  'shared.ts': "import { count } from './counter.ts'; export const state = { made: count };",
  'first.ts': `
    import { count } from './counter.ts';
    import { word } from './word.ts';
    import { state } from './shared.ts';
    export { state };
    export default () => word + count;`,
  'second.ts': "export { increment } from './counter.ts'; export { state } from './shared.ts';",
};

test('chunks of CommonJS share their modules, and the entry point is one file', async (t) => {
  const folder = await temporaryFolder(t);
  for (const [name, text] of Object.entries(sources)) await writeFile(path.join(folder, name), text);
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ['main.ts'],
    outdir: 'out',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    metafile: true,
    outExtension: { '.js': '.cjs' },
  });
  const before = Object.keys(metafile.outputs).length;
  await commonJsChunks(metafile.outputs, folder, 'out/main.cjs');
  const files = await readdir(path.join(folder, 'out'));
  assert.deepEqual(Object.keys(metafile.outputs).sort(), files.map((name) => `out/${name}`).sort());
  assert.ok(files.length < before, 'what the entry point loads is part of its file');
  assert.ok(bytesOf(metafile.outputs, ['out/main.cjs']) > 0);

  const main = createRequire(import.meta.url)(path.join(folder, 'out', 'main.cjs'));
  assert.equal(main.now(), 'count: 0');
  const [first, second] = await main.lazy();
  assert.equal(first.default(), 'count: 1');
  second.increment();
  assert.equal(main.now(), 'count: 2');
  assert.equal(first.default(), 'count: 2');
  assert.equal(first.state, second.state);
  assert.deepEqual(first.state, { made: 1 });
});
