import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OutputLine, orderOutput } from './output-lines.ts';

const line = (text: string, offset: number | null): OutputLine => ({ text, offset, stderr: false });
const texts = (calls: OutputLine[][]) =>
  orderOutput(calls)
    .map((entry) => entry.text)
    .join('');

test('output and errors that came in calls of their own are put in the order they were written', () => {
  assert.equal(
    texts([
      [line('a', 0), line('c', 2)],
      [line('b', 1), line('d', 3)],
    ]),
    'abcd',
  );
});

test('calls that each count from zero follow one another', () => {
  assert.equal(texts([[line('a', 0), line('b', 1)], [line('c', 0)], [line('d', 0)]]), 'abcd');
});

test('lines without offsets stay where they arrived', () => {
  assert.equal(texts([[line('a', 5)], [line('x', null)], [line('b', 1)]]), 'axb');
});
