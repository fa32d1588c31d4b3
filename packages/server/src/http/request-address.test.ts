import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressOf } from './request-address.ts';

for (const [url, path, search] of [
  ['http://127.0.0.1:80/', '/', ''],
  ['http://127.0.0.1:80/a/b?c=d&e=%20', '/a/b', 'c=d&e=%20'],
  ['http://127.0.0.1:80/a?', '/a', ''],
  ['http://127.0.0.1:80/a#b?c', '/a', ''],
  ['http://127.0.0.1:80/a?b?c#d', '/a', 'b?c'],
  ['http://[::1]:80//double//', '//double//', ''],
] as const) {
  test(`${url} is at ${path}`, () => {
    assert.deepEqual(addressOf(url), { origin: /^\w+:\/\/[^/]+/.exec(url)![0], path, search });
  });
}

test('a normalized URL has the expected parts', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (given) => {
      const url = new URL(given);
      const { origin, path, search } = addressOf(url.href);
      assert.deepEqual([origin, path, search], [url.origin, url.pathname, url.search.slice(1)]);
    }),
  );
});
