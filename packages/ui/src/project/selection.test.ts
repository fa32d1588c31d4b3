import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartExperiments } from './selection.ts';

const row = (experimentKey: string, experimentName: string | null) => ({
  experimentKey,
  experimentName,
  workspaceName: 'w',
  projectName: 'p',
});

test('experiments of equal names are distinguished by their keys', () => {
  const rows = [row('aaaaaaaa1', 'mlp'), row('bbbbbbbb2', 'mlp'), row('cccccccc3', null)];
  const chosen = chartExperiments(rows, new Map([['cccccccc3', { color: '#123456', dash: [] }]]));
  assert.deepEqual(
    chosen.map(({ label }) => label),
    ['mlp (aaaaaa)', 'mlp (bbbbbb)', 'cccccccc3'],
  );
  assert.deepEqual(
    chosen.map(({ color }) => color),
    [undefined, undefined, '#123456'],
  );
});
