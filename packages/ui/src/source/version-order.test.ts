import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareVersions, newestFirst } from './version-order.ts';

test('versions are ordered by their numbers, pre-releases before their release', () => {
  const ordered = ['0.9.9', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '1.2.0', '1.10.0-beta', '1.10.0', '2.0.0'];
  assert.deepEqual(ordered.toReversed().sort(compareVersions), ordered);
});

test('records are sorted by version, newest first', () => {
  const versions = [{ version: '1.0.0-beta' }, { version: '1.10.0' }, { version: '1.0.0' }];
  assert.deepEqual(
    versions.sort(newestFirst).map(({ version }) => version),
    ['1.10.0', '1.0.0', '1.0.0-beta'],
  );
});
