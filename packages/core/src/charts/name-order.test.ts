import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareNames } from './name-order.ts';

const collator = new Intl.Collator('en', { numeric: true });

test('names are ordered as by a collator of English with numbers', () => {
  const character = fc.constantFrom(...'abz019_-./AZ é');
  const name = fc.array(character, { maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(name, name, (a, b) => {
      assert.equal(Math.sign(compareNames(a, b)), Math.sign(collator.compare(a, b)), JSON.stringify([a, b]));
    }),
    { numRuns: 5000 },
  );
});
