import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonTable } from './json-table.ts';

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
