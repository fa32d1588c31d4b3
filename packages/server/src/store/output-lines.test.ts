import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OutputLine, orderOutput } from './output-lines.ts';

const line = (text: string, offset: number | null, time: number | null = null): OutputLine => ({
  text,
  offset,
  time,
  stderr: false,
});
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

test('a call that is sent again is shown once', () => {
  const call = [line('a', 0, 10), line('b', 1, 11)];
  assert.equal(texts([call, [line('c', 2, 12)], call]), 'abc');
});

test('the same text logged again is shown again', () => {
  assert.equal(texts([[line('a', 0, 10)], [line('a', 0, 20)]]), 'aa');
});

test('a client that counts nothing loses no line', () => {
  assert.equal(texts([[line('a', 0, 1), line('b', 0, 1)], [line('c', 0, 2)]]), 'abc');
});
