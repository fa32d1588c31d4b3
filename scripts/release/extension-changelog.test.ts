import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { inRoot } from '../folders.ts';
import { extensionChangelog } from './extension-changelog.ts';

test('the changelog of the extension has the versions, and only the sections of the extension', () => {
  const text =
    '# Changelog\n\n## 2.0\n\nNew.\n\n### Client\n\n- a\n\n### VS Code\n\n- b\n\n## 1.0\n\n### Views\n\n- c\n';
  const expected = '# Changelog\n\n## 2.0\n\nNew.\n\n### VS Code\n\n- b\n\n## 1.0\n\n### Views\n\n- c\n';
  assert.equal(extensionChangelog(text), expected);
});

test('the changelog of the project has each section of the extension', async () => {
  const headings = extensionChangelog(await readFile(inRoot('CHANGELOG.md'), 'utf8')).match(/^### .*$/gm);
  assert.deepEqual([...new Set(headings)].sort(), ['### Trees in both hosts', '### VS Code', '### Views']);
});
