import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { firstLines, patchText, readPatch } from './patch.ts';

const patch = `diff --git a/train.py b/train.py
index 1d2..3f4 100644
--- a/train.py
+++ b/train.py
@@ -10,3 +10,4 @@ def train(config):
     data = load()
-    lr = 0.1
+    lr = 0.01
+    wd = 1e-4
     run()
--- not a file
diff --git a/old.py b/new name.py
similarity index 90%
rename from old.py
rename to new name.py
diff --git "a/caf\\303\\251.txt" "b/caf\\303\\251.txt"
new file mode 100644
--- /dev/null
+++ "b/caf\\303\\251.txt"
@@ -0,0 +1 @@
+un
\\ No newline at end of file
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
--- a/gone.txt
+++ /dev/null
@@ -1,2 +0,0 @@
--- minus
-x
diff --git a/w.png b/w.png
Binary files a/w.png and b/w.png differ
`;

test('a patch is read file by file', () => {
  assert.deepEqual(
    readPatch(patch).map(({ path, change, added, removed, binary, renamedFrom }) => [
      path,
      change,
      added,
      removed,
      binary,
      renamedFrom,
    ]),
    [
      ['train.py', 'changed', 2, 1, false, null],
      ['new name.py', 'renamed', 0, 0, false, 'old.py'],
      ['café.txt', 'added', 1, 0, false, null],
      ['gone.txt', 'deleted', 0, 2, false, null],
      ['w.png', 'changed', 0, 0, true, null],
    ],
  );
});

test('lines have their numbers on both sides, and hunks their function', () => {
  const [hunk] = readPatch(patch)[0]!.hunks;
  assert.equal(hunk!.heading, 'def train(config):');
  assert.deepEqual(hunk!.lines.slice(0, 4), [
    { kind: 'same', text: '    data = load()', before: 10, after: 10 },
    { kind: 'removed', text: '    lr = 0.1', before: 11, after: null },
    { kind: 'added', text: '    lr = 0.01', before: null, after: 11 },
    { kind: 'added', text: '    wd = 1e-4', before: null, after: 12 },
  ]);
});

test('a removed line that begins with two dashes is not a file header', () => {
  const gone = readPatch(patch)[3]!;
  assert.deepEqual(
    gone.hunks[0]!.lines.map(({ text }) => text),
    ['-- minus', 'x'],
  );
});

test('a plain diff without git headers is read', () => {
  const plain = '--- one.txt\n+++ one.txt\n@@ -1 +1 @@\n-a\n+b\n--- two.txt\n+++ two.txt\n@@ -1 +1 @@\n-c\n+d\n';
  assert.deepEqual(
    readPatch(plain).map(({ path, added }) => [path, added]),
    [
      ['one.txt', 1],
      ['two.txt', 1],
    ],
  );
});

test('a file whose hunks contradict their headers is shown as it is, and the others are read', () => {
  const broken = 'diff --git a/b.py b/b.py\n--- a/b.py\n+++ b/b.py\n@@ -1,9 +1,9 @@\n-x\n+y\n';
  const [first, second] = readPatch(broken + patch);
  assert.deepEqual([first!.path, first!.added, first!.hunks[0]!.lines.at(-1)!.text], ['b.py', 0, '+y']);
  assert.deepEqual([second!.path, second!.added], ['train.py', 2]);
});

test('reading any text never throws', () => {
  const lines = fc.constantFrom(...patch.split('\n'), '@@ -1,9 +1,9 @@', '@@ -0 +0 @@', '', 'x');
  fc.assert(fc.property(fc.array(lines), (some) => Array.isArray(readPatch(some.join('\n')))));
  fc.assert(fc.property(fc.string(), (text) => Array.isArray(readPatch(text))));
});

test('a patch is read from its archive; other bytes have no patch', () => {
  assert.equal(patchText(zipSync({ 'git_diff.patch': strToU8(patch) })), patch);
  assert.equal(patchText(strToU8('no archive')), null);
  assert.equal(patchText(new Uint8Array()), null);
});

test('of an archive with more files only the first one is unpacked', () => {
  const archive = zipSync({ 'git_diff.patch': strToU8(patch), x: new Uint8Array(1000) });
  const second = Buffer.from(archive).indexOf('PK\u0003\u0004', 1);
  // Its content follows its header of 30 bytes and its name.
  archive.fill(0xff, second + 31, second + 35);
  assert.equal(patchText(archive), patch);
});

test('an archive whose patch is too large is not unpacked', () => {
  const bomb = zipSync({ 'git_diff.patch': new Uint8Array(25_000_000) }, { level: 9 });
  assert.ok(bomb.length < 100_000);
  assert.equal(patchText(bomb), null);
});

test('the first lines of a file are those of its first hunks', () => {
  const hunk = (heading: string, count: number) => ({
    heading,
    lines: Array.from({ length: count }, (_, line) => ({ kind: 'same' as const, text: '', before: line, after: line })),
  });
  const counts = (limit: number) =>
    firstLines([hunk('a', 3), hunk('b', 2), hunk('c', 1)], limit).map(
      ({ heading, lines }) => `${heading}${lines.length}`,
    );
  assert.deepEqual([2, 3, 4, 9].map(counts), [['a2'], ['a3'], ['a3', 'b1'], ['a3', 'b2', 'c1']]);
});
