import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { accuracyOf, classScores, confusionMatrix, normalized, topConfusions, totalsOf } from './confusion-matrix.ts';

const matrix = {
  labels: ['cat', 'dog', 'owl'],
  counts: [
    [8, 2, 0],
    [1, 9, 0],
    [0, 0, 0],
  ],
};

for (const [by, expected] of [
  [
    'none',
    [
      [8, 2, 0],
      [1, 9, 0],
      [0, 0, 0],
    ],
  ],
  [
    'row',
    [
      [0.8, 0.2, 0],
      [0.1, 0.9, 0],
      [0, 0, 0],
    ],
  ],
  [
    'column',
    [
      [8 / 9, 2 / 11, 0],
      [1 / 9, 9 / 11, 0],
      [0, 0, 0],
    ],
  ],
  [
    'all',
    [
      [0.4, 0.1, 0],
      [0.05, 0.45, 0],
      [0, 0, 0],
    ],
  ],
] as const) {
  test(`cells normalized by ${by}`, () => assert.deepEqual(normalized(matrix, by), expected));
}

test('normalized rows or columns add up to one unless they are empty', () => {
  const counts = fc
    .integer({ min: 1, max: 6 })
    .chain((size) =>
      fc.array(fc.array(fc.nat(1000), { minLength: size, maxLength: size }), { minLength: size, maxLength: size }),
    );
  fc.assert(
    fc.property(counts, (cells) => {
      const totals = totalsOf({ counts: cells });
      const near = (sum: number, total: number) => Math.abs(sum - (total > 0 ? 1 : 0)) < 1e-9;
      const rows = normalized({ counts: cells }, 'row').map((row) => row.reduce((a, b) => a + b, 0));
      const columns = normalized({ counts: cells }, 'column');
      return (
        rows.every((sum, index) => near(sum, totals.rows[index]!)) &&
        totals.columns.every((total, index) =>
          near(
            columns.reduce((sum, row) => sum + row[index]!, 0),
            total,
          ),
        )
      );
    }),
  );
});

test('precision and recall of a class follow from its column and row', () => {
  const [cat, , owl] = classScores(matrix);
  assert.deepEqual(cat, { label: 'cat', support: 10, precision: 8 / 9, recall: 0.8, f1: 16 / 19 });
  assert.deepEqual(owl, { label: 'owl', support: 0, precision: null, recall: null, f1: null });
  assert.equal(accuracyOf(matrix), 17 / 20);
  assert.equal(accuracyOf({ counts: [[0]] }), null);
});

test('the most frequent mistakes come first', () => {
  assert.deepEqual(topConfusions(matrix, 5), [
    { row: 0, column: 1, count: 2, share: 0.2 },
    { row: 1, column: 0, count: 1, share: 0.1 },
  ]);
  assert.equal(topConfusions(matrix, 1).length, 1);
});

test('a matrix of the SDK is read, with the samples of its cells', () => {
  const read = confusionMatrix({
    version: 1,
    title: 'digits',
    labels: ['0', '1'],
    matrix: [
      [3, 1],
      [0, 4],
    ],
    rowLabel: 'Actual',
    columnLabel: 'Predicted',
    sampleMatrix: [
      [null, [{ index: 7, sample: 'seven.png', assetId: 'a1' }]],
      [[12], [{ index: 3, sample: '', assetId: null }]],
    ],
    type: 'image',
  });
  assert.ok(read);
  assert.equal(read.title, 'digits');
  assert.deepEqual(read.samples(0, 0), []);
  assert.deepEqual(read.samples(0, 1), [{ text: 'seven.png', assetId: 'a1' }]);
  assert.deepEqual(read.samples(1, 0), [{ text: '12', assetId: null }]);
  assert.deepEqual(read.samples(1, 1), [{ text: '#3', assetId: null }]);
});

for (const [what, value] of [
  ['nothing', null],
  ['a text', 'matrix'],
  ['no rows', { matrix: [] }],
  ['rows of other lengths', { matrix: [[1, 2], [3]] }],
  ['rows that are no lists', { matrix: [1, 2] }],
] as const) {
  test(`${what} is no matrix`, () => assert.equal(confusionMatrix(value), null));
}

test('invalid numbers count as zero, and missing labels are numbers', () => {
  const read = confusionMatrix({
    labels: ['a'],
    matrix: [
      ['2', null],
      [{ toString: 1, valueOf: 1 }, Number.NaN],
    ],
  });
  assert.deepEqual(read?.counts, [
    [2, 0],
    [0, 0],
  ]);
  assert.deepEqual(read?.labels, ['a', '1']);
  assert.deepEqual(read?.samples(9, 9), []);
});
