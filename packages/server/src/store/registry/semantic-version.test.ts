import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareVersions, parseVersion } from './semantic-version.ts';

test('versions are ordered by their numbers, pre-releases before their release', () => {
  const ordered = ['not a version', '0.9.9', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '1.0.1', '1.2.0', '1.10.0', '2.0.0'];
  assert.deepEqual([...ordered].reverse().sort(compareVersions), ordered);
});

test('a version has exactly three numbers', () => {
  for (const text of ['1', '1.2', 'v1.2.3', '1.2.3.4', '1.2.x', ' 1.2.3', '1.2.3 ', '01.2.3', '1.2.3-01', ''])
    assert.equal(parseVersion(text), null, text);
  const { major, minor, patch, prerelease } = parseVersion('10.20.30-rc.1') ?? {};
  assert.deepEqual({ major, minor, patch, prerelease }, { major: 10, minor: 20, patch: 30, prerelease: ['rc', 1] });
});

test('a version with build metadata is distinct, and sorted after the one without', () => {
  assert.ok(parseVersion('1.0.0+build.5'));
  const ordered = ['1.0.0', '1.0.0+build.5', '1.0.0+build.10', '1.0.1'];
  assert.deepEqual([...ordered].reverse().sort(compareVersions), ordered);
});
