import assert from 'node:assert/strict';
import { test } from 'node:test';
import { themeKind } from './body-theme.ts';

for (const [classes, kind] of [
  ['vscode-light', 'light'],
  ['vscode-dark', 'dark'],
  ['vscode-high-contrast', 'high-contrast-dark'],
  ['vscode-high-contrast vscode-high-contrast-light', 'high-contrast-light'],
  ['', 'dark'],
] as const) {
  test(`the body classes "${classes}" mean ${kind}`, () => {
    const names = new Set(classes.split(' '));
    assert.equal(themeKind({ contains: (name) => names.has(name) }), kind);
  });
}
