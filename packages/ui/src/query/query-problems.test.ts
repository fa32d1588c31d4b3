import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkedQuery, markedPieces } from './query-problems.ts';

test('an empty query is not wrong yet', () => assert.deepEqual(checkedQuery('  ').problems, []));

test('a query that can be run has no problem', () => {
  assert.deepEqual(checkedQuery('(Metric("loss") < 0.5) & Tag("baseline")').problems, []);
});

test('the word that is wrong is the one that is marked', () => {
  const text = 'Tag("a") | Tag("b")';
  const { problems } = checkedQuery(text);
  assert.equal(problems.length, 1);
  assert.deepEqual(
    markedPieces(text, problems).map(({ text: piece, marked }) => (marked ? `[${piece}]` : piece)),
    ['Tag("a") ', '[|]', ' Tag("b")'],
  );
});

test('a query that ends too early is marked behind its end', () => {
  const text = 'Tag("a") &';
  const { problems } = checkedQuery(text);
  assert.ok(problems.length > 0);
  assert.ok(markedPieces(text, problems).some(({ marked }) => marked));
});

test('the pieces always give the text again', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const pieces = markedPieces(text, checkedQuery(text).problems);
      return pieces
        .map((piece) => piece.text)
        .join('')
        .startsWith(text);
    }),
  );
});
