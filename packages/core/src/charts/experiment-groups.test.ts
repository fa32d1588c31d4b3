import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupsBy } from './experiment-groups.ts';

test('groups are in the order of their numbers, with NaN after them; the one without a value is last', () => {
  const values = ['10', 'nan', '', '9', 'inf', '-1', '9', 'Infinity'];
  const experiments = values.map((_, index) => ({ key: `k${index}`, label: `${index}` }));
  const details = new Map(
    values.map((valueCurrent, index) => [`k${index}`, { tags: [], parameters: [{ name: 'lr', valueCurrent }] }]),
  );
  const groups = groupsBy(experiments, details, 'parameter:lr', (english, name) => english.replace('%1', name ?? ''));
  assert.deepEqual(
    groups.map(({ label }) => label),
    [
      ...['lr = -1 (1)', 'lr = 9 (2)', 'lr = 10 (1)', 'lr = inf (1)', 'lr = Infinity (1)'],
      ...['lr = nan (1)', 'lr: none (1)'],
    ],
  );
  assert.deepEqual(groups[1]?.members, ['k3', 'k6']);
});
