import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockSize, blocksOf, cardHeight, cardRows, columnsIn, groupRows } from './card-layout.ts';

test('cards have as many columns as fit, of which whole rows fill a block', () => {
  assert.deepEqual(
    [0, 340, 689, 690, 1040, 1740, 2440, 100_000].map((width) => columnsIn(width)),
    [1, 1, 1, 2, 3, 5, 6, 60],
  );
  for (let width = 0; width < 10_000; width += 100) assert.equal(blockSize % columnsIn(width), 0);
});

const chart = (name: string) => ({ title: name, metrics: [name] });

test('rows have the names of their cards, and the height of the cards with their gaps', () => {
  assert.deepEqual(cardRows(['a', 'b', 'c'].map(chart), 2), { texts: ['a  b', 'c'], height: 2 * cardHeight + 10 });
});

test('a collapsed group has only its heading, and the group without a prefix has none', () => {
  const groups = ['', 'train', 'sys'].map((prefix) => ({
    prefix,
    charts: [chart(`${prefix}/loss`)],
    collapsed: false,
  }));
  const { texts, height } = groupRows(groups, ({ prefix }) => prefix !== 'sys', 3);
  assert.deepEqual(texts, ['/loss', 'train/loss', 'sys']);
  assert.equal(height, 2 * cardHeight + 2 * 36 + 2 * 8);
});

test('a list is split into blocks of consecutive items', () => {
  assert.deepEqual(blocksOf([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]);
  assert.deepEqual(blocksOf([], 2), []);
});
