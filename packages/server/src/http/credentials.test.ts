import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyCheck } from './credentials.ts';

test('a key is valid only if it is equal in length and in every character', () => {
  const key = 'Abcdefgh-0123456789';
  const fits = keyCheck(key);
  assert.ok(fits(key));
  for (let index = 0; index < key.length; index++) {
    const other = `${key.slice(0, index)}#${key.slice(index + 1)}`;
    assert.ok(!fits(other), other);
  }
  for (const other of [null, '', key.slice(1), key.slice(0, -1), `${key} `, ` ${key}`, key + key, key.toLowerCase()]) {
    assert.ok(!fits(other), String(other));
  }
  // The same number of characters, but not of bytes.
  assert.ok(!fits(`é${key.slice(1)}`));
});
