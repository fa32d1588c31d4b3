import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialTreeState, readTreeState, treeStateText } from './tree-state.ts';

const state = { expanded: ['["a"]'], selected: ['["a","b"]'], top: '["a","b"]' };

test('the state of a tree is stored and read; invalid parts are the initial ones', () => {
  for (const [text, expected] of [
    [treeStateText(state), state],
    [treeStateText(initialTreeState), initialTreeState],
    [undefined, initialTreeState],
    ['no JSON', initialTreeState],
    ['["a"]', initialTreeState],
    ['{"expanded":[1],"selected":["x"],"top":7}', { expanded: [], selected: ['x'], top: null }],
  ] as const) {
    assert.deepEqual(readTreeState(text), expected, String(text));
  }
});

test('the nodes that were expanded last are stored', () => {
  const expanded = Array.from({ length: 250 }, (_, index) => String(index));
  const stored = readTreeState(treeStateText({ ...state, expanded }));
  assert.deepEqual([stored.expanded.length, stored.expanded.at(-1)], [200, '249']);
});
