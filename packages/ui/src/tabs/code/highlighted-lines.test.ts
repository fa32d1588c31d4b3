import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { codeLines } from './highlight.ts';
import { highlightedLines, plainLines } from './highlighted-lines.ts';

const textOf = (lines: ReturnType<typeof highlightedLines>) =>
  lines.map((line) => line.map(({ text }) => text).join('')).join('\n');

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
        return textOf(codeLines(even, file)) === textOf(plainLines(even));
      }),
    );
    const tricky = '<script>"&amp;\' def f(x): # </span>\n  return {x!r: "\\n"}\n```\n<!-- ';
    assert.equal(textOf(codeLines(tricky, file)), tricky);
  });
}

test('Python is highlighted', () => {
  const [line] = codeLines('def train(): pass', 'train.py');
  assert.equal(line?.[0]?.className, 'hljs-keyword');
});
