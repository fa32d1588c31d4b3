import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Uri } from 'vscode';
import './testing/use-editor-api.ts';

const { readTextUri } = await import('./text-files.ts');
const read = (path: string, query = 'http://127.0.0.1:5000') => readTextUri({ path, query } as Uri, '.md');

test('the URI of a text names its owner and the text', () => {
  assert.deepEqual(read('/team/notes.md'), { owner: 'team', name: 'notes' });
  assert.deepEqual(read('/a%2Fb/50%25.md'), { owner: 'a/b', name: '50%' });
});

test('an owner that no one reads is in the query', () => {
  const query = `http://127.0.0.1:5000 ${encodeURIComponent('["edit-notes",{"name":"a b"}]')}`;
  assert.deepEqual(read('/calm lake.md', query), { owner: '["edit-notes",{"name":"a b"}]', name: 'calm lake' });
  assert.equal(read('/team/notes.md', query), null);
});

for (const path of ['/team', '/team/.md', '/team/notes.txt', '/team/a/notes.md', '/team/100%.md', '/%E0%A4/notes.md']) {
  test(`${path} is not the URI of a text`, () => assert.equal(read(path), null));
}
