import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText, peaksOf } from './waveform.ts';

test('a spike of one sample is visible in the waveform', () => {
  const samples = new Float32Array(100_000);
  samples[54_321] = 0.75;
  samples[12_345] = -0.5;
  const { low, high } = peaksOf(samples, 300);
  assert.equal(Math.max(...high), 0.75);
  assert.equal(Math.min(...low), -0.5);
  assert.equal([...high].filter((value) => value > 0).length, 1);
});

test('a sound shorter than its waveform is not distorted', () => {
  const { high } = peaksOf(new Float32Array([0, 1]), 4);
  assert.deepEqual([...high], [0, 0, 1, 1]);
  assert.deepEqual([...peaksOf(new Float32Array(), 3).high], [0, 0, 0]);
});

for (const [seconds, text] of [
  [0, '0:00'],
  [6.7, '0:07'],
  [185, '3:05'],
  [Number.NaN, '–'],
] as const) {
  test(`${seconds} seconds read ${text}`, () => assert.equal(clockText(seconds), text));
}
