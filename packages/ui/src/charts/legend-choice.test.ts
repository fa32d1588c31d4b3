import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextHidden } from './legend-choice.ts';

test('a legend toggles one experiment, shows one alone, and shows all again', () => {
  const all = ['a', 'b', 'c'];
  assert.deepEqual(nextHidden(all, [], 'b', false), ['b']);
  assert.deepEqual(nextHidden(all, ['b'], 'b', false), []);
  assert.deepEqual(nextHidden(all, ['b'], 'a', true), ['b', 'c']);
  assert.deepEqual(nextHidden(all, ['b', 'c'], 'a', true), []);
  assert.deepEqual(nextHidden(all, ['elsewhere'], 'a', true), ['elsewhere', 'b', 'c']);
});
