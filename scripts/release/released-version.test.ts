import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { inRoot } from '../folders.ts';
import { changelogDate, releasedVersion } from './released-version.ts';

test('all files of the project have the same version, and the changelog has an entry for it', async () => {
  const version = await releasedVersion();
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.ok(changelogDate(await readFile(inRoot('CHANGELOG.md'), 'utf8'), version));
});

for (const [file, from, to] of [
  ['packages/ui/package.json', '"version": "', '"version": "9.'],
  ['packages/server/package.json', '"@tracklens/core": "', '"@tracklens/core": "9.'],
  ['packages/jupyterlab-ext/pyproject.toml', '\nversion = "', '\nversion = "9.'],
  ['packages/server/src/cli/version.ts', "version = '", "version = '9."],
  ['packages/jupyterlab-ext/tracklens/__init__.py', '__version__ = "', '__version__ = "9.'],
] as const) {
  test(`another version in ${file} is reported with its file`, async () => {
    const read = async (name: string) => {
      const text = await readFile(inRoot(name), 'utf8');
      return name === file ? text.replace(from, to) : text;
    };
    await assert.rejects(
      releasedVersion(read),
      (error: Error) => error.message.includes(file) && / 9\./.test(error.message),
    );
  });
}

test('an entry of the changelog has a date or is unreleased', () => {
  const changelog = '# Changelog\n\n## 1.1.0 (unreleased)\n\n- New.\n\n## 1.0.0 (2026-01-31)\n\n- First.\n';
  assert.equal(changelogDate(changelog, '1.1.0'), 'unreleased');
  assert.equal(changelogDate(changelog, '1.0.0'), '2026-01-31');
  assert.throws(() => changelogDate(changelog, '1.2.0'), /no entry for 1\.2\.0\. Add "## 1\.2\.0/);
  assert.throws(() => changelogDate('## 1.0.0 (unreleased)\n\n## 0.9.0 (2025-01-01)\n\n- Old.\n', '1.0.0'), /no entry/);
});
