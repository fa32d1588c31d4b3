import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { treeDefinitions } from '@tracklens/ui/trees';
import { manifestFiles, withRegistries, withSentences } from './vscode-manifest.ts';

const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'));
const remedy = 'the manifest of VS Code differs from the registries: run node scripts/run.mjs vscode-manifest';

test('the manifest of VS Code has a view, welcomes and sentences for each tree, and each command on rows', async () => {
  const manifest = await readJson(manifestFiles.manifest);
  assert.deepEqual(manifest, withRegistries(manifest), remedy);
  const sentences = await readJson(manifestFiles.sentences);
  assert.deepEqual(Object.entries(sentences), Object.entries(withSentences(sentences)), remedy);
});

test('every view that the manifest names in conditions and links is the view of a tree', async () => {
  const ids = treeDefinitions.map(({ id }) => `tracklens.${id}`);
  const text = (await readFile(manifestFiles.manifest, 'utf8')) + (await readFile(manifestFiles.sentences, 'utf8'));
  const named = [...text.matchAll(/\bview == (tracklens\.\w+)|command:(tracklens\.\w+)\.focus/g)];
  assert.ok(named.length > 5);
  for (const [, compared, focused] of named) assert.ok(ids.includes(compared ?? focused!), compared ?? focused);
});
