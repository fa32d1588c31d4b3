import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestName } from './nearest-name.ts';
import { tabs } from './tabs.ts';

for (const [given, meant] of [
  ['chats', 'charts'],
  ['Charts', 'charts'],
  ['metric', 'metrics'],
  ['parameter', 'parameters'],
  ['confusion-matrix', 'confusion-matrices'],
  ['installed packages', 'installed-packages'],
  ['system_metrics', 'system-metrics'],
  ['histogram', 'histograms'],
  ['panels', null],
  ['', null],
  ['x'.repeat(10_000), null],
] as const) {
  test(`“${given.slice(0, 20)}” ${meant === null ? 'is near no tab' : `may have meant “${meant}”`}`, () =>
    assert.equal(nearestName(given, tabs), meant));
}
