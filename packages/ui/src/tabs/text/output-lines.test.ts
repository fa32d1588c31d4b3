import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cutAt, cutTexts, foundIn, outputLines, partOf } from './output-lines.ts';

const linesOf = (text: string) => outputLines([{ text, stderr: null }]);
const texts = (output: string) => linesOf(output).map(({ text }) => text);

for (const [what, output, expected] of [
  ['lines, without an empty one at the end', 'a\nb\n', ['a', 'b']],
  ['line ends of Windows', 'a\r\nb\r\n', ['a', 'b']],
  ['the last state of a progress bar', ' 10%\r 50%\r100%\ndone\n', ['100%', 'done']],
  ['a shorter text over a longer one', 'abcdef\rxy\n', ['xycdef']],
  ['no colors', '\u001b[31mred\u001b[0m \u001b]8;;http://x\u0007link\u001b]8;;\u0007', ['red link']],
  ['no control characters', 'a\u0007b\u0000c', ['abc']],
  ['nothing', '', []],
] as const) {
  test(`output shows ${what}`, () => assert.deepEqual(texts(output), expected));
}

test('a progress bar that overwrites a long line many times is read at once', () => {
  assert.equal(texts(`${'x'.repeat(1_000_000)}${'\rab'.repeat(100_000)}`)[0]!.slice(0, 3), 'abx');
});

test('a traceback is marked from its start to its message', () => {
  const output =
    'epoch 1\nTraceback (most recent call last):\n  File "a.py", line 1\n    x()\nValueError: no\nepoch 2\nUserWarning: old';
  assert.deepEqual(
    linesOf(output).map(({ error }) => error),
    [false, true, true, true, true, false, true],
  );
});

test('lines of standard error are distinguished, also if a line consists of several pieces', () => {
  const lines = outputLines([
    { text: 'epoch 1', stderr: false },
    { text: '\n', stderr: false },
    { text: 'warn: ', stderr: true },
    { text: 'x\n', stderr: true },
    { text: 'loss ', stderr: false },
    { text: '50%\r100%\n', stderr: true },
    { text: 'done\n', stderr: false },
  ]);
  assert.deepEqual(
    lines.map(({ text, stderr }) => [text, stderr]),
    [
      ['epoch 1', false],
      ['warn: x', true],
      ['100% 50%', true],
      ['done', false],
    ],
  );
});

test('a search finds all occurrences without case', () => {
  const lines = linesOf('Loss loss\nacc\nLOSS');
  assert.deepEqual(foundIn(lines, 'loss'), [0, 0, 2]);
  assert.deepEqual(foundIn(lines, ''), []);
});

test('splitting a line loses no character and finds all matches', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 1, maxLength: 2 }), (text, search) => {
      const pieces = cutAt(text, search, Number.POSITIVE_INFINITY);
      return pieces.map((piece) => piece.text).join('') === text;
    }),
  );
  assert.deepEqual(
    cutAt('A loss: Loss', 'loss', 2)
      .filter(({ found }) => found)
      .map(({ text }) => text),
    ['loss', 'Loss'],
  );
});

test('only the first matches of a text and of a list of texts are cut out', () => {
  const marked = (pieces: ReturnType<typeof cutAt>) =>
    pieces.map(({ text, found }) => (found ? `[${text}]` : text)).join('');
  assert.equal(marked(cutAt('e e e', 'e', 2)), '[e] [e] e');
  const cutOf = (limit: number) => {
    const { cut, more } = cutTexts(['e e', 'E', 'none'], 'e', limit);
    return [cut.map(marked), more];
  };
  assert.deepEqual(cutOf(1), [['[e] e', 'E', 'none'], true]);
  assert.deepEqual(cutOf(4), [['[e] [e]', '[E]', 'non[e]'], false]);
  assert.deepEqual(cutTexts(['e'], '', 0), { cut: [[{ text: 'e', found: false }]], more: false });
});

test('the shown part of a long line is its start or contains the current match', () => {
  const text = `${'x'.repeat(20_000)}loss ${'x'.repeat(20_000)}LOSS`;
  assert.deepEqual(partOf('loss', 'loss', 0), { start: 0, part: 'loss' });
  assert.deepEqual(partOf(text, 'loss', undefined), { start: 0, part: 'x'.repeat(10_000) });
  assert.equal(partOf(text, 'loss', 0).part.length, 10_000);
  assert.match(partOf(text, 'loss', 0).part, /^x{200}loss x+$/);
  assert.deepEqual(partOf(text, 'loss', 1), { start: 39_805, part: `${'x'.repeat(200)}LOSS` });
});
