import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AssetRecord } from '../../source/content-source.ts';
import { containsWords } from '../../text/contains-words.ts';
import { assetFolder } from './asset-rows.ts';
import { assetSeries, entryAt, lastOfSteps, stepsOf } from './asset-series.ts';
import { jsonOf } from './json-value.ts';
import { imageTypeOf, mediaTypeOf, textOf } from './media-type.ts';
import { previewKind, readableText, tableRows } from './preview-kind.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

for (const [start, type] of [
  ['\x89PNG\r\n\x1a\n....', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF....WEBPVP8 ', 'image/webp'],
  ['RIFF....WAVEfmt ', 'audio/wav'],
  ['....WAVE', null],
  ['ID3\x04', 'audio/mpeg'],
  ['OggS', 'audio/ogg'],
  ['fLaC', 'audio/flac'],
  ['....ftypisom', 'video/mp4'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['<?xml version="1.0"?>\n<!-- made -->\n<!DOCTYPE svg>\n<svg>', 'image/svg+xml'],
  ['<html><svg></svg></html>', null],
  ['<svgfoo>', null],
  // Takes a time that grows with the length only.
  [`${'<!---->'.repeat(290)}x`, null],
  ['', null],
] as const) {
  test(`${JSON.stringify(start.slice(0, 30))} is ${type ?? 'no media'}`, () => {
    assert.equal(mediaTypeOf(bytes(start)), type);
  });
}

test('only image types are images', () => {
  assert.equal(imageTypeOf(bytes('%PDF-1.7')), null);
  assert.equal(imageTypeOf(bytes('<script>alert(1)</script>')), null);
  assert.equal(previewKind(bytes('<script>alert(1)</script>'), 'a.png'), 'text');
});

test('bytes that are not UTF-8 are not text', () => {
  assert.equal(textOf(bytes('a\0b')), null);
  assert.equal(textOf(bytes('\xff\xfe')), null);
  assert.equal(textOf(new TextEncoder().encode('é')), 'é');
});

for (const [name, content, kind] of [
  ['a.csv', 'a,b', 'table'],
  ['Code.ipynb', '{}', 'notebook'],
  ['log.jsonl', '{"a":1}', 'table'],
  ['log.NDJSON', '{"a":1}', 'table'],
  ['README.md', '# hi', 'markdown'],
  ['x.html', '<b>', 'html'],
  ['x.py', 'import a', 'text'],
  ['weights.bin', '\0\x01', 'none'],
  ['x.zip', 'PK\x03\x04', 'none'],
] as const) {
  test(`${name} is previewed as ${kind}`, () => assert.equal(previewKind(bytes(content), name), kind));
}

test('a table is read with quotes, line ends within them, and both kinds of line end', () => {
  assert.deepEqual(tableRows('a,"b ""x"", c"\r\n"1\n2",3\n', ',', 10), [
    ['a', 'b "x", c'],
    ['1\n2', '3'],
  ]);
  assert.deepEqual(tableRows('a\tb\n\n', '\t', 10), [['a', 'b'], ['']]);
  assert.equal(tableRows('1\n2\n3', ',', 2).length, 2);
});

test('a written table is read back unchanged', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é') });
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
      const text = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join('\n');
      assert.deepEqual(tableRows(text, ',', 1000), rows);
    }),
  );
});

test('formatted JSON has the numbers, names and texts of the file', () => {
  const text = '{"id":9007199254740993,"lr":1.0,"x":1e400,"a":-0,"a":"\\u00e9 \\"{,"}';
  const lines = ['"id": 9007199254740993,', '"lr": 1.0,', '"x": 1e400,', '"a": -0,', '"a": "\\u00e9 \\"{,"'];
  assert.equal(readableText(text, 'a.json'), `{\n${lines.map((line) => `  ${line}`).join('\n')}\n}`);
});

test('JSON is formatted like that of JavaScript', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
      const text = JSON.stringify([value], null, space);
      assert.equal(readableText(text, 'a.json'), JSON.stringify(JSON.parse(text), null, 2));
    }),
  );
});

test('JSON that is invalid, or nested too deeply is unchanged, and long texts are not', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const long = `${'['.repeat(1000)}${'1,'.repeat(100_000)}1${']'.repeat(1000)}`;
  for (const text of ['{broken', '{"a":NaN}', deep, long]) {
    assert.ok(readableText(text, 'a.json') === text, text.slice(0, 20));
  }
  const letters = `"${'\\n'.repeat(900_000)}"`;
  assert.ok(readableText(`[${letters}]`, 'a.json') === `[\n  ${letters}\n]`);
});

test('the bare words of Python are read', () => {
  assert.deepEqual(jsonOf(bytes('{"a": NaN, "b": [-Infinity], "c": "NaN"}')), { a: null, b: [null], c: 'NaN' });
  assert.equal(jsonOf(bytes('{')), null);
  const image = 'x'.repeat(18_000_000);
  assert.deepEqual(jsonOf(bytes(`{"a": NaN, "image": "${image}"}`)), { a: null, image });
});

const asset = (fileName: string, step: number | null, createdAt = 0): AssetRecord =>
  ({ fileName, step, createdAt, runContext: null, assetId: `${fileName}-${step}-${createdAt}` }) as AssetRecord;

test('files with one name are a series by step; a step shows the last file up to it', () => {
  const all = [asset('b', 20), asset('a', 10), asset('b', 5), asset('b', 10)];
  const [a, b] = assetSeries(all);
  assert.deepEqual(stepsOf(all), [5, 10, 20]);
  assert.equal(entryAt(b!, 15)?.step, 10);
  assert.equal(entryAt(a!, 5), null);
  assert.equal(entryAt(b!, null)?.step, 20);
});

test('names without steps show the newest file', () => {
  const [series] = assetSeries([asset('a', null, 2), asset('a', null, 9), asset('a', null, 4)]);
  assert.equal(entryAt(series!, 7)?.createdAt, 9);
});

test('of files logged at one step the last remains', () => {
  const [series] = assetSeries([
    asset('a', 1, 5),
    asset('a', 1, 2),
    asset('a', null, 1),
    asset('a', null, 2),
    asset('a', 2),
  ]);
  assert.deepEqual(
    lastOfSteps(series!).map(({ step, createdAt }) => [step, createdAt]),
    [
      [null, 1],
      [null, 2],
      [1, 5],
      [2, 0],
    ],
  );
});

test('folders come from the record or from the name, with separators of either kind', () => {
  for (const [dir, fileName, folder] of [
    ['', 'data/x/a.txt', 'data/x'],
    ['', 'data\\x\\a.txt', 'data/x'],
    ['logs/', 'a.txt', 'logs'],
    ['logs\\deep', 'logs\\deep\\a.txt', 'logs/deep'],
    ['', 'a.txt', ''],
  ] as const) {
    assert.equal(assetFolder({ dir, fileName }), folder);
  }
});

test('a search matches words in any order and case', () => {
  assert.ok(containsWords('Train Loss', 'loss tr'));
});
