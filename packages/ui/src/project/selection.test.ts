import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartExperiments } from './selection.ts';

const row = (experimentKey: string, experimentName: string | null) => ({
  experimentKey,
  experimentName,
  workspaceName: 'w',
  projectName: 'p',
});

test('selected experiments are in the order of the table; equal names are distinguished by their keys', () => {
  const rows = [row('aaaaaaaa1', 'mlp'), row('bbbbbbbb2', 'mlp'), row('cccccccc3', null), row('dddd', 'other')];
  const chosen = chartExperiments(rows, new Set(['cccccccc3', 'aaaaaaaa1', 'bbbbbbbb2']), false);
  assert.deepEqual(
    chosen.map(({ label }) => label),
    ['mlp (aaaaaa)', 'mlp (bbbbbb)', 'cccccccc3'],
  );
  assert.equal(new Set(chosen.map(({ color }) => color)).size, 3);
});
