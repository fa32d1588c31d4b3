import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wavSeconds } from './wav-length.ts';

/** Mono file of 16 bits with `samples` samples at 8 kHz, whose header gives `size` as their number of bytes. */
function wav(samples: number, size = samples * 2): Uint8Array {
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF\0\0\0\0WAVEfmt ');
  file.writeUInt32LE(16, 16);
  file.writeUInt32LE(8000, 24);
  file.writeUInt32LE(16_000, 28);
  file.write('data', 36);
  file.writeUInt32LE(size, 40);
  return file;
}

test('the length of a WAV file is that of its samples', () => {
  assert.equal(wavSeconds(wav(12_000)), 1.5);
  assert.equal(wavSeconds(wav(0)), 0);
});

test('a WAV file that was written as a stream, or is cut off, has the length of the samples in it', () => {
  assert.equal(wavSeconds(wav(12_000, 0xff_ff_ff_ff)), 1.5);
  assert.equal(wavSeconds(wav(12_000).subarray(0, 44 + 8000)), 0.5);
});

test('other files have no length', () => {
  assert.equal(wavSeconds(new Uint8Array()), null);
  assert.equal(wavSeconds(wav(12_000).subarray(0, 40)), null);
  assert.equal(wavSeconds(new Uint8Array(100)), null);
});
