import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as v from 'valibot';
import { decodeQuery, encodeQuery, fillPath, isSegment, matchPath } from './wire-text.ts';

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

const text = fc.string({ unit: 'binary' });

test('every text is read back from a path, or cannot be part of one', () => {
  const endpoint = { path: '/x/{a}/y/{b}' };
  fc.assert(
    fc.property(text, text, (a, b) => {
      const path = fillPath(endpoint.path, { a, b });
      const fields = { a: a.toWellFormed(), b: b.toWellFormed() };
      const isPath = isSegment(a) && isSegment(b);
      assert.deepEqual(matchPath(endpoint, path), isPath ? fields : null);
      // A URL parser leaves it as it is.
      if (isPath) assert.equal(new URL(path, 'http://service.example').pathname, path);
    }),
  );
});

test('fields are read back from a query with their types', () => {
  const entries = {
    text: v.optional(v.string()),
    count: v.nullish(v.number()),
    flag: v.boolean(),
    list: v.array(v.string()),
  };
  const wellFormed = text.map((one) => one.toWellFormed());
  const fields = fc.record(
    {
      text: wellFormed,
      count: fc.double({ noNaN: true }).map((number) => number + 0),
      flag: fc.boolean(),
      list: fc.array(wellFormed, { minLength: 1 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fields, (given) => {
      const sent = new URLSearchParams(encodeQuery(given)).toString();
      assert.deepEqual(decodeQuery(entries, new URLSearchParams(sent)), { ...given });
    }),
  );
});
