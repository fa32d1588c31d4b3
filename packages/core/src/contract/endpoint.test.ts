import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { read, write } from './endpoint.ts';

test('an endpoint without cache tags does not compile', () => {
  const options = { response: v.unknown(), doc: 'An endpoint.' };
  const endpoints = [
    // @ts-expect-error: a read declares what its response contains.
    read('/a', options),
    // @ts-expect-error: at least one tag.
    read('/a', { ...options, reads: [], cached: true }),
    // @ts-expect-error: the tags are a closed set.
    read('/a', { ...options, reads: ['experiment/tags'] }),
    // @ts-expect-error: a write declares what it changes.
    write('/a', options),
    // @ts-expect-error: the tags are a closed set.
    write('/a', { ...options, invalidates: ['metric'] }),
    read('/a', { ...options, reads: ['metrics'] }),
    write('/a', { ...options, invalidates: [] }),
  ];
  assert.equal(endpoints.length, 7);
});
