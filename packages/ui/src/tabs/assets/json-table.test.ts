import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonLinesTable, jsonTable as limitedTable } from './json-table.ts';

const jsonTable = (text: string, rows: number, columns = 9) => limitedTable(text, { rows, columns });

test('the JSON of a data frame is a table: records, or columns by name', () => {
  const table = {
    head: ['label', 'score'],
    rows: [
      ['cat', '0.5'],
      ['dog', ''],
    ],
  };
  assert.deepEqual(jsonTable('[{"label":"cat","score":0.5},{"label":"dog"}]', 9), table);
  assert.deepEqual(jsonTable('{"label":{"0":"cat","1":"dog"},"score":{"0":0.5,"1":null}}', 9), table);
  assert.deepEqual(jsonTable('[{"a":[1]},{"a":2}]', 1), { head: ['a'], rows: [['[1]']] });
  assert.deepEqual(jsonTable('{"a":{"0":1,"1":2}}', 1), { head: ['a'], rows: [['1']] });
});

test('a table has the numbers of the file, and columns in their order', () => {
  assert.deepEqual(jsonTable('[ {"10": 9007199254740993 , "2":1.50, "__proto__" : [ 1.0, {"a b": "\\"" } ]}, {}]', 9), {
    head: ['10', '2', '__proto__'],
    rows: [
      ['9007199254740993', '1.50', '[1.0,{"a b":"\\""}]'],
      ['', '', ''],
    ],
  });
  assert.deepEqual(jsonTable('{"a\\n":{"0":1e400,"1":true},"b":{"1":"\\u00e9,"}}', 9), {
    head: ['a\n', 'b'],
    rows: [
      ['1e400', ''],
      ['true', 'é,'],
    ],
  });
  assert.deepEqual(jsonTable('[]', 9), { head: [], rows: [] });
});

test('other JSON is not a table', () => {
  for (const text of ['', '7', '[1]', '[[1]]', '{"a":1}', '{"a":[1]}', '[null]'])
    assert.equal(jsonTable(text, 9), null, text);
});

test('columns with other rows, or rows in another order, are read up to the limit of rows', () => {
  assert.deepEqual(jsonTable('{"a":{"0":1,"1":2,"2":3},"b":{"2":4,"1":5,"3":6,"0":7},"c":{},"d":{"1":8}}', 2), {
    head: ['a', 'b', 'c', 'd'],
    rows: [
      ['1', '7', '', ''],
      ['2', '5', '', '8'],
    ],
  });
  assert.deepEqual(jsonTable('{"a":{"x":1},"b":{"y":2,"x":3,"z":4}}', 2), {
    head: ['a', 'b'],
    rows: [
      ['1', '3'],
      ['', '2'],
    ],
  });
});

test('texts with brackets, quotes and backslashes are cells', () => {
  const texts = ['}],{[', '"', '\\', '\\"', 'a\\', ':', ', "b":', '\n', 'é'];
  const rows = texts.map((text) => [text, JSON.stringify({ [text]: [text] })]);
  const records = rows.map(([text]) => ({ [texts[0]!]: text, b: { [text!]: [text] } }));
  const table = { head: [texts[0]!, 'b'], rows };
  assert.deepEqual(jsonTable(JSON.stringify(records), 99), table);
  assert.deepEqual(jsonTable(` ${JSON.stringify(records, null, '\t')}\n`, 99), table);
});

test('cells of the first columns are read, and the names of all', () => {
  assert.deepEqual(jsonTable('[{"a":1,"b":[2,"}"],"c":3},{"c":4,"a":5},{"\\u0061":6,"d":7,"b":null}]', 9, 1), {
    head: ['a', 'b', 'c', 'd'],
    rows: [['1'], ['5'], ['6']],
  });
  assert.deepEqual(jsonTable('{"a":{"0":1},"b":{"0":2},"c":{"0":3,"1":{"x":[4]}},"d":{"1":5,"2":6}}', 9, 2), {
    head: ['a', 'b', 'c', 'd'],
    rows: [
      ['1', '2'],
      ['', ''],
      ['', ''],
    ],
  });
});

/**
 * Returns how many times as long as parsing its text takes reading a table, each at its fastest. Both are measured in
 * turn, on a busy machine more often, until the ratio is below the limit.
 */
function slowness(text: string, rows: number, columns: number, limit: number): number {
  const duration = (read: () => unknown) => {
    const start = performance.now();
    read();
    return performance.now() - start;
  };
  let [table, parsing] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 7 || (table / parsing >= limit && round < 50); round++) {
    table = Math.min(
      table,
      duration(() => jsonTable(text, rows, columns)),
    );
    parsing = Math.min(
      parsing,
      duration(() => JSON.parse(text)),
    );
  }
  return table / parsing;
}

test('most of a long column is skipped: reading its first rows takes little longer than parsing it', () => {
  const column = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [index, index / 7]));
  const ratio = slowness(JSON.stringify({ a: column, b: column, c: column }), 100, 9, 8);
  assert.ok(ratio < 8, `${ratio} times as long`);
});

test('most of a thousand columns are skipped', () => {
  const column = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [index, index / 7]));
  const table = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`column ${index}`, column]));
  const ratio = slowness(JSON.stringify(table), 5000, 60, 4);
  assert.ok(ratio < 4, `${ratio} times as long`);
});

test('JSON Lines are a table with the numbers of the file and nested values as JSON', () => {
  const text = '{"step":1,"loss":NaN}\r\n\n {"step":2,"loss":1.50,"tags":[ "a", {"b": 9007199254740993} ]}\n{"step":3}';
  assert.deepEqual(jsonLinesTable(text, { rows: 2, columns: 9 }), {
    head: ['step', 'loss', 'tags'],
    rows: [
      ['1', 'NaN', ''],
      ['2', '1.50', '["a",{"b":9007199254740993}]'],
    ],
  });
  assert.deepEqual(jsonLinesTable('{"a":1,"b":2}', { rows: 9, columns: 1 }), { head: ['a', 'b'], rows: [['1']] });
});

test('lines of other JSON, and broken lines, are not a table', () => {
  for (const text of ['', '\n', '[1]\n[2]', '7', '{"a":1}\n{"a":', '{"a":1}\n[2]', '{"a":1},{"a":2}'])
    assert.equal(jsonLinesTable(text, { rows: 9, columns: 9 }), null, text);
});
