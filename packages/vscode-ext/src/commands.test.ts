import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { commands } from './commands.ts';

const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));

test('every command of the manifest exists, and every command but that of the "show more" row is in the manifest', () => {
  const declared = manifest.contributes.commands.map((row: { command: string }) => row.command);
  assert.deepEqual([...declared, 'tracklens.showMore'].sort(), Object.keys(commands).sort());
});

test('every command that the manifest names in menus, welcomes and walkthroughs exists', () => {
  const named = [...JSON.stringify(manifest).matchAll(/command:(tracklens\.[\w.]+)|"command":"(tracklens\.\w+)"/g)];
  for (const [, linked, listed] of named) {
    const id = linked ?? listed!;
    if (id.endsWith('.focus')) continue;
    assert.ok(id in commands, id);
  }
});

test('all commands have the one category, and none has a key binding', () => {
  for (const { category } of manifest.contributes.commands) assert.equal(category, 'Tracklens');
  assert.equal(manifest.contributes.keybindings, undefined);
});

test('no setting can hold a key', () => {
  const settings = Object.keys(manifest.contributes.configuration.properties);
  assert.deepEqual(settings, ['tracklens.service.url']);
});
