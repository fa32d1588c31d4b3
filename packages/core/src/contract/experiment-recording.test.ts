import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordingLines, recordingSummary } from './experiment-recording.ts';

const head = { format: 'tracklens-recording', version: 1, workspace: 'w', projectName: 'p', recordedAtMillis: 5 };
const creation = (experimentKey: unknown) => ({
  timeMillis: 5,
  method: 'POST',
  path: '/clientlib/logger/add/run',
  text: JSON.stringify({ experimentKey }),
});
const textOf = (...lines: object[]) => lines.map((line) => JSON.stringify(line)).join('\n');

test('a summary counts each experiment once', () => {
  const other = { timeMillis: 6, method: 'GET', path: '/api/rest/v2/projects' };
  const text = textOf(head, creation('a'), other, creation('b'), creation('a'), creation(7));
  assert.deepEqual(recordingSummary(text), { ...head, experimentCount: 2 });
  assert.deepEqual(recordingSummary(`${text}\n{"path":"/clientlib/logger/add/run`), { ...head, experimentCount: 2 });
});

for (const [what, text] of [
  ['an empty text', ''],
  ['a text that is no JSON', 'PK'],
  ['another format', textOf({ ...head, format: 'other' })],
  ['a newer version', textOf({ ...head, version: 2 })],
  ['a header without a workspace', textOf({ ...head, workspace: '' })],
  ['a date out of range', textOf({ ...head, recordedAtMillis: 1e17 })],
] as const) {
  test(`${what} is no recording`, () => assert.equal(recordingSummary(text), null));
}

test('empty lines are skipped', () => {
  assert.deepEqual([...recordingLines('\na\n\nb\n')], ['a', 'b']);
});
