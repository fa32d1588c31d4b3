import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lineDiff, withContext } from './line-diff.ts';

const drawn = (before: string, after: string) =>
  lineDiff(before, after)
    .map(({ kind, text }) => `${kind === 'same' ? ' ' : kind === 'added' ? '+' : '-'}${text}`)
    .join('\n');

const cases: readonly [name: string, before: string, after: string, drawn: string][] = [
  ['equal texts', 'a\nb\n', 'a\nb', ' a\n b'],
  ['an added line', 'a\nc', 'a\nb\nc', ' a\n+b\n c'],
  ['a removed line', 'a\nb\nc', 'a\nc', ' a\n-b\n c'],
  ['a changed line', 'lr = 0.1\nrun()', 'lr = 0.2\nrun()', '-lr = 0.1\n+lr = 0.2\n run()'],
  ['from nothing', '', 'a', '+a'],
  ['to nothing', 'a', '', '-a'],
  ['other line ends', 'a\r\nb', 'a\nb', ' a\n b'],
  ['the example of the paper', 'a\nb\nc\na\nb\nb\na', 'c\nb\na\nb\na\nc', '-a\n-b\n c\n+b\n a\n b\n-b\n a\n+c'],
];
for (const [name, before, after, wanted] of cases) test(name, () => assert.equal(drawn(before, after), wanted));

const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 25 });

/** Returns the length of the longest common subsequence, computed by dynamic programming. */
function common(a: readonly string[], b: readonly string[]): number {
  const row = new Array<number>(b.length + 1).fill(0);
  for (const x of a) {
    let corner = 0;
    for (const [at, y] of b.entries()) {
      const above = row[at + 1]!;
      row[at + 1] = x === y ? corner + 1 : Math.max(above, row[at]!);
      corner = above;
    }
  }
  return row[b.length]!;
}

test('a difference contains both texts and is minimal', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const lines = lineDiff(a.join('\n'), b.join('\n'));
      const side = (other: 'added' | 'removed') => lines.filter(({ kind }) => kind !== other);
      assert.deepEqual(
        side('added').map((line) => line.text),
        a,
      );
      assert.deepEqual(
        side('removed').map((line) => line.text),
        b,
      );
      assert.deepEqual(
        side('added').map((line) => line.before),
        a.map((_, at) => at + 1),
      );
      assert.deepEqual(
        side('removed').map((line) => line.after),
        b.map((_, at) => at + 1),
      );
      assert.equal(lines.filter(({ kind }) => kind === 'same').length, common(a, b));
    }),
  );
});

test('texts with too little in common are replaced as a whole', () => {
  const a = Array.from({ length: 50 }, (_, at) => `a${at}`).join('\n');
  const b = Array.from({ length: 50 }, (_, at) => `b${at}`).join('\n');
  const lines = lineDiff(a, b, 10);
  assert.equal(lines.length, 100);
  assert.equal(lines[0]!.kind, 'removed');
  assert.equal(lines[99]!.kind, 'added');
});

test('only lines near a change remain', () => {
  const many = Array.from({ length: 20 }, (_, at) => `line ${at}`);
  const changed = many.with(10, 'other');
  const shown = withContext(lineDiff(many.join('\n'), changed.join('\n')), 1);
  assert.deepEqual(
    shown.map((line) => line?.text ?? null),
    [null, 'line 9', 'line 10', 'other', 'line 11', null],
  );
});
