import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TableData, TableFormat } from './table-format.ts';
import { tableText } from './table-text.ts';

const records = [
  { name: 'a,b', n: 1 },
  { name: 'say "x"', extra: null },
] as const;

for (const [what, data, format, headers, text] of [
  ['rows without a head', [[1, 'x']], 'csv', false, '1,x\r\n'],
  ['rows with made-up names', [[1, 2], [3]], 'csv', true, 'column1,column2\r\n1,2\r\n3\r\n'],
  ['rows with given names', [[1, 2]], 'tsv', ['a', 'b'], 'a\tb\r\n1\t2\r\n'],
  ['records', records, 'csv', false, 'name,n,extra\r\n"a,b",1,\r\n"say ""x""",,\r\n'],
  ['a tab in a cell of tsv', [['a\tb']], 'tsv', false, '"a\tb"\r\n'],
  ['an object in a cell', [[{ a: 1 }]], 'csv', false, '"{""a"":1}"\r\n'],
  ['records as JSON', [{ a: 1 }, { b: 2 }], 'json', false, '[{"a":1,"b":null},{"a":null,"b":2}]\n'],
  ['rows as JSON', [[1, 2]], 'json', false, '[[1,2]]\n'],
  [
    'records as Markdown',
    [{ a: 'x|y', b: 'two\nlines' }],
    'md',
    false,
    '| a | b |\n| --- | --- |\n| x\\|y | two lines |\n',
  ],
  [
    'records as HTML, escaped',
    [{ a: '<b>&' }],
    'html',
    false,
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>&lt;b&gt;&amp;</td></tr></tbody></table>\n',
  ],
  ['maps as records', [new Map([['a', 1]]), { b: 2 }], 'csv', false, 'a,b\r\n1,\r\n,2\r\n'],
  ['typed arrays as rows', [Float32Array.of(3, 4), [5]], 'json', false, '[[3,4],[5]]\n'],
  [
    'buffers in cells',
    [[{ bytes: Buffer.of(1, 2), date: new Date(0) }]],
    'json',
    false,
    '[[{"bytes":[1,2],"date":"1970-01-01T00:00:00.000Z"}]]\n',
  ],
  ['maps in cells', [[new Map([['a', new Set([1])]])]], 'csv', false, '"{""a"":[1]}"\r\n'],
  ['big integers', [[7n, [2n ** 64n]]], 'json', false, '[[7,["18446744073709551616"]]]\n'],
  ['big integers in cells', [[7n, [2n ** 64n]]], 'tsv', false, '7\t"[""18446744073709551616""]"\r\n'],
  ['nothing', [], 'csv', true, ''],
] as const satisfies readonly (readonly [string, TableData, TableFormat, boolean | readonly string[], string])[]) {
  test(`writes ${what}`, () => assert.equal(tableText(data, format, headers), text));
}

/** RFC 4180 parser, independent of the writer. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? plain! : quoted.replace(/""/g, '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

test('any cells are read back from CSV', () => {
  const rows = fc.array(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
  fc.assert(fc.property(rows, (data) => assert.deepEqual(readCsv(tableText(data, 'csv', false)), data)));
});
