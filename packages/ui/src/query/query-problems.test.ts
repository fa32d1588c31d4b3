import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { markedPieces, queryProblems } from './query-problems.ts';

test('an empty query is not an error', () => assert.deepEqual(queryProblems('  '), []));

test('a query that can be run has no problem', () => {
  assert.deepEqual(queryProblems('(Metric("loss") < 0.5) & Tag("baseline")'), []);
});

test('the wrong word is marked', () => {
  const text = 'Tag("a") || Tag("b")';
  const problems = queryProblems(text);
  assert.equal(problems.length, 1);
  assert.deepEqual(
    markedPieces(text, problems).map(({ text: piece, marked }) => (marked ? `[${piece}]` : piece)),
    ['Tag("a") ', '[||]', ' Tag("b")'],
  );
});

test('a name that the project does not have is marked, and the near one offered', () => {
  const text = '(Metric("los") < 1)';
  const [problem] = queryProblems(text, [{ name: 'loss', source: 'metrics', type: 'double' }]);
  assert.match(problem?.error.remedy ?? '', /Metric\("loss"\)/);
  assert.match(text.slice(problem?.start, problem?.end), /los/);
});

test('names that the project does not have are distinguished from errors', () => {
  const columns = [{ name: 'loss', source: 'metrics', type: 'double' }] as const;
  const unknown = (text: string) => queryProblems(text, columns).map((problem) => problem.unknown);
  assert.deepEqual(unknown('(Metric("loss1") < 1) & (Metric("loss2") < 1)'), [true, true]);
  assert.deepEqual(unknown('Metric("loss") = 1'), [false]);
});

test('an incomplete query is marked after its end', () => {
  const text = 'Tag("a") &';
  const problems = queryProblems(text);
  assert.ok(problems.length > 0);
  assert.ok(markedPieces(text, problems).some(({ marked }) => marked));
});

test('the pieces always join to the text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const pieces = markedPieces(text, queryProblems(text));
      return pieces
        .map((piece) => piece.text)
        .join('')
        .startsWith(text);
    }),
  );
});

test('the first problems of a long text that is no query are marked', () => {
  const text = ')'.repeat(200_000);
  const problems = queryProblems(text);
  assert.equal(problems.length, 100);
  assert.equal(
    markedPieces(text, problems)
      .map((piece) => piece.text)
      .join(''),
    text,
  );
});
