import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event, Uri } from 'vscode';
import './testing/use-editor-api.ts';

const { EventEmitter } = await import('./testing/editor-api.ts');
const { readTextUri, TextFiles, textUri } = await import('./text-files.ts');
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

test('a text that was changed elsewhere is newer, so that a save reports the conflict and open documents show it', async () => {
  const texts = new Map([['notes', 'first']]);
  const changes = new EventEmitter<unknown>();
  const store = {
    ending: '.md',
    read: async (_: string, name: string) => texts.get(name)!,
    write: async (_: string, name: string, text: string) => void texts.set(name, text),
  };
  const files = new TextFiles(() => store, changes.event as Event<unknown>);
  const changed: string[] = [];
  files.onDidChangeFile((all) => changed.push(...all.map(({ uri }) => String(uri))));
  const uri = textUri('tracklens-notes', store, 'team', 'notes', 'current');
  changes.fire([]);
  assert.deepEqual(changed, []);
  const opened = await files.stat(uri);
  assert.deepEqual(await files.stat(uri), opened);
  texts.set('notes', 'of a colleague');
  changes.fire([]);
  assert.deepEqual(changed, [String(uri)]);
  const later = await files.stat(uri);
  assert.ok(later.mtime > opened.mtime);
  // The editor reports no conflict for a file of the same size.
  for (const text of ['by colleagues!', 'shorter', 'first']) {
    const before = await files.stat(uri);
    texts.set('notes', text);
    const after = await files.stat(uri);
    assert.ok(after.mtime > before.mtime && ![opened, later, before].some(({ size }) => size === after.size), text);
  }
  await files.writeFile(uri, new TextEncoder().encode('own'));
  assert.equal(texts.get('notes'), 'own');
  assert.ok((await files.stat(uri)).mtime > later.mtime);
  assert.deepEqual(changed, [String(uri), String(uri)]);
});

test('a text in another encoding than UTF-8 is rejected, as its letters would be lost', async () => {
  const written: string[] = [];
  const store = {
    ending: '.md',
    read: async () => '',
    write: async (_: string, __: string, text: string) => void written.push(text),
  };
  const files = new TextFiles(() => store, new EventEmitter<never>().event);
  const uri = textUri('tracklens-notes', store, 'team', 'notes', 'current');
  await assert.rejects(files.writeFile(uri, Buffer.from('naïve', 'latin1')), /Change File Encoding/);
  await files.writeFile(uri, Buffer.from('naïve'));
  assert.deepEqual(written, ['naïve']);
});
