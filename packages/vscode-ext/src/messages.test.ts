import './testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

// Imported after the modules above, so that it resolves to the test double of the editor API.
const { withoutLinks } = await import('./messages.ts');

const folder = import.meta.dirname;
/** What the editor draws as a link in a message. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

test('a name in a message is no link', () => {
  for (const name of [
    '[run](command:workbench.action.quit)',
    'a [b](https://example.org "c") d',
    '[[a](file:///etc)',
  ]) {
    assert.match(name, link);
    assert.doesNotMatch(withoutLinks(name), link);
  }
  assert.equal(withoutLinks('lr[0] (best)'), 'lr[0] (best)');
});

test('all messages are shown by the functions that remove links', async () => {
  const isSource = (name: string) => name.endsWith('.ts') && !/\.test\.ts$|^messages\.ts$|^testing\b/.test(name);
  const names = (await readdir(folder, { recursive: true })).filter(isSource);
  assert.ok(names.length > 100);
  for (const name of names) {
    const text = await readFile(path.join(folder, name), 'utf8');
    assert.doesNotMatch(text, /window\.show(?:Information|Warning|Error)Message/, name);
  }
});
