import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSavedView, savedView } from './recording-file.ts';

const target = { kind: 'project', workspace: 'demo', projectName: 'digits' };
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

test('a file is a saved view by its first byte', () => {
  assert.equal(isSavedView(bytesOf({ target })), true);
  assert.equal(isSavedView(Uint8Array.of(0x8b, 0x0f)), false);
  assert.equal(isSavedView(new Uint8Array()), false);
});

test('a file without a view, without a snapshot, or larger than any view is rejected', () => {
  assert.equal(savedView(bytesOf({ target })), null);
  assert.equal(savedView(bytesOf({ target: { kind: 'unknown' } })), null);
  assert.equal(savedView(Uint8Array.of(0x7b, 0xff)), null);
  assert.equal(savedView(new Uint8Array(1_000_001).fill(0x20)), null);
});
