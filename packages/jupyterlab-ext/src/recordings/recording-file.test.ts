import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base64Size, isSavedView, savedView } from './recording-file.ts';

const target = { kind: 'project', workspace: 'demo', projectName: 'digits' };
const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64');
const base64Of = (value: unknown) => base64(JSON.stringify(value));
/** Base64 in lines, as a Jupyter server sends it. */
const inLines = (content: string) => content.replaceAll(/.{1,76}/g, '$&\n');

test('a file is a saved view by its first byte', () => {
  assert.equal(isSavedView(base64Of({ target })), true);
  assert.equal(isSavedView(base64(Uint8Array.of(0x8b, 0x0f))), false);
  assert.equal(isSavedView(''), false);
});

test('of a recording only the first byte is decoded', () => {
  assert.equal(isSavedView(`${base64(Uint8Array.of(0x8b, 0x0f, 0x01))}no Base64: äöü`), false);
});

test('the size of a file is that of its decoded bytes', () => {
  for (const size of [0, 1, 2, 3, 56, 57, 58, 200]) {
    const content = base64(new Uint8Array(size));
    assert.equal(base64Size(content), size);
    assert.equal(base64Size(inLines(content)), size);
  }
});

test('a file without a view, without a snapshot, or larger than any view is rejected', () => {
  assert.equal(savedView(base64Of({ target })), null);
  assert.equal(savedView(base64Of({ target: { kind: 'unknown' } })), null);
  assert.equal(savedView(base64(Uint8Array.of(0x7b, 0xff))), null);
  assert.equal(savedView(base64(new Uint8Array(1_000_001).fill(0x20))), null);
  assert.equal(savedView('no Base64: äöü'), null);
});
