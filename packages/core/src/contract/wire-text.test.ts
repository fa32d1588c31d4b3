import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeQuery, encodeQuery, fillPath, matchPath } from './wire-text.ts';

test('absent fields are omitted, booleans are capitalized, lists repeat their name', () => {
  const fields = { a: undefined, b: null, c: true, d: false, e: 0, f: '', g: ['x', 'y'], h: [] };
  const pairs = [
    ['c', 'True'],
    ['d', 'False'],
    ['e', '0'],
    ['f', ''],
    ['g', 'x'],
    ['g', 'y'],
  ];
  assert.deepEqual(encodeQuery(fields), pairs);
});

test('a lone surrogate is sent as the replacement character, anywhere in a URL', () => {
  const [[, text], [, item]] = encodeQuery({ a: 'x\ud800', b: ['\udc00y'] }) as [[string, string], [string, string]];
  assert.deepEqual([text, item], ['x\ufffd', '\ufffdy']);
  assert.equal(decodeURIComponent(encodeURIComponent(text)), text);
  assert.equal(fillPath('/a/{b}', { b: '\ud800' }), '/a/%EF%BF%BD');
});

test('parameters of a path are read back', () => {
  for (const b of ['a b', 'é🎉', '%2F', '?#&', '..x']) {
    assert.deepEqual(matchPath({ path: '/a/{b}/c' }, fillPath('/a/{b}/c', { b })), { b });
  }
  for (const b of ['.', '..', '']) assert.equal(matchPath({ path: '/a/{b}/c' }, fillPath('/a/{b}/c', { b })), null);
  assert.deepEqual(decodeQuery({}, new URLSearchParams('a=1')), {});
});
