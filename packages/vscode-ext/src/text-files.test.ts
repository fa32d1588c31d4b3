import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Uri } from 'vscode';
import './testing/use-editor-api.ts';

const { readTextUri } = await import('./text-files.ts');
const read = (path: string) => readTextUri({ path } as Uri, '.md');

test('the URI of a text names its owner and the text', () => {
  assert.deepEqual(read('/team/notes.md'), { owner: 'team', name: 'notes' });
  assert.deepEqual(read('/a%2Fb/50%25.md'), { owner: 'a/b', name: '50%' });
});

for (const path of ['/team', '/team/.md', '/team/notes.txt', '/team/a/notes.md', '/team/100%.md', '/%E0%A4/notes.md']) {
  test(`${path} is not the URI of a text`, () => assert.equal(read(path), null));
}
