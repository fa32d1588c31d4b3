import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CodeChunk, plainChunks } from './code-chunks.ts';
import { codeChunks } from './highlight.ts';
import { highlightedLines } from './highlighted-lines.ts';

const textOf = (lines: ReturnType<typeof highlightedLines>) =>
  lines.map((line) => line.map(({ text }) => text).join('')).join('\n');
const shownText = (chunks: readonly CodeChunk[]) =>
  chunks.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join('');
const numbersOf = (chunks: readonly CodeChunk[]) => chunks.map(({ first, lineCount }) => [first, lineCount]);

test('a span over a line break continues in the next line', () => {
  assert.deepEqual(highlightedLines('<span class="hljs-string">a\nb</span>c'), [
    [{ text: 'a', className: 'hljs-string' }],
    [
      { text: 'b', className: 'hljs-string' },
      { text: 'c', className: '' },
    ],
  ]);
});

test('unknown markup is text', () => {
  const hostile = '<img src=x onerror=alert(1)><script>1</script>&nbsp;<span onclick="x">';
  assert.equal(textOf(highlightedLines(hostile)), hostile);
});

for (const file of ['a.py', 'a.json', 'a.sh', 'a.yaml', 'a.md', 'a.html', 'a.cu', 'a.txt']) {
  test(`highlighting ${file} neither loses nor adds a character`, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const even = text.replaceAll('\r\n', '\n');
        return shownText(codeChunks(even, file)) === `${even}\n`;
      }),
    );
    const tricky = '<script>"&amp;\' def f(x): # </span>\n  return {x!r: "\\n"}\n```\n<!-- ';
    assert.equal(shownText(codeChunks(tricky, file)), `${tricky}\n`);
  });
}

test('Python is highlighted', () => {
  const [chunk] = codeChunks('def train(): pass', 'train.py');
  assert.equal(chunk?.pieces[0]?.className, 'hljs-keyword');
});

test('each line has its number, highlighted or not, with both kinds of line end', () => {
  for (const text of ['', 'a', 'a\n', '\n\n', 'a\r\nb', 'x\n'.repeat(200), 'x\n'.repeat(401)]) {
    const plain = plainChunks(text);
    assert.deepEqual(numbersOf(codeChunks(text, 'a.py')), numbersOf(plain));
    assert.equal(shownText(codeChunks(text, 'a.py')), shownText(plain));
    assert.equal(
      plain.reduce((sum, { lineCount }) => sum + lineCount, 0),
      text.split('\n').length,
    );
  }
});

test('a text of 200,000 lines has few pieces, also as JSON', () => {
  for (const [text, file] of [
    ['7\n'.repeat(200_000), 'labels.txt'],
    [`[${'1,\n'.repeat(120_000)}1]`, 'labels.json'],
  ] as const) {
    const chunks = codeChunks(text, file);
    assert.ok(chunks.flatMap(({ pieces }) => pieces).length <= 1001, file);
    assert.equal(shownText(chunks), `${text}\n`);
  }
});
