import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxRecordingBytes, readRecording } from './recording-file.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const payload = {
  target: { kind: 'experiment', experimentKey: 'abc' },
  state: { version: 1, tab: 'charts' },
  snapshot: { takenAtMillis: 1, experiments: [], chart: {} },
  url: 'https://host.example/w/p/abc',
};
const problemOf = (bytes: Uint8Array) => {
  const read = readRecording(bytes);
  return read.ok ? null : read.problem;
};

test('a recording is the JSON of a saved view', () => {
  assert.deepEqual(readRecording(bytesOf(JSON.stringify(payload))), { ok: true, recording: payload });
});

test('what a recording does not define is dropped', () => {
  const read = readRecording(bytesOf(JSON.stringify({ ...payload, apiKey: 'k', url: 'javascript:alert(1)' })));
  const { url: _, ...others } = payload;
  assert.deepEqual(read, { ok: true, recording: others });
});

for (const [what, bytes] of [
  ['an empty file', new Uint8Array()],
  ['a file that ends early', bytesOf(JSON.stringify(payload).slice(0, -5))],
  ['a binary file', Uint8Array.of(0x9f, 0xe3, 0xc4, 0x14)],
  ['a text that is not UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
] as const) {
  test(`${what} is damaged`, () => {
    assert.equal(problemOf(bytes), 'This file is damaged or has another format. Save the view as a file again.');
  });
}

for (const [what, value] of [
  ['a number', 1],
  ['another object', { nbformat: 4 }],
  ['a target of no kind', { ...payload, target: { kind: 'file' } }],
  ['a key that holds a path', { ...payload, target: { kind: 'experiment', experimentKey: '../x' } }],
  ['a view without a snapshot', { ...payload, snapshot: undefined }],
  ['a view with an invalid snapshot', { ...payload, snapshot: { takenAtMillis: 'never' } }],
] as const) {
  test(`${what} is no saved view`, () => {
    assert.equal(
      problemOf(bytesOf(JSON.stringify(value))),
      'This file contains no saved view. Save the view as a file again.',
    );
  });
}

test('a file above the size limit is not parsed', () => {
  const padded = JSON.stringify(payload).padEnd(maxRecordingBytes);
  assert.equal(problemOf(bytesOf(padded)), null);
  assert.equal(
    problemOf(bytesOf(`${padded} `)),
    'This file is larger than 1 MB, the maximum size of a saved view. Save the view as a file again.',
  );
});
