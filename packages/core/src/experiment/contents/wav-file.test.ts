import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Numbers } from '../../contract/curve.ts';
import { type AudioNormalization, wavFile } from './wav-file.ts';

/** Reads a WAV file as a player does, chunk by chunk. */
function decoded(file: Uint8Array) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const text = (at: number) => String.fromCharCode(...file.subarray(at, at + 4));
  assert.deepEqual([text(0), view.getUint32(4, true), text(8)], ['RIFF', file.length - 8, 'WAVE']);
  const chunks = new Map<string, DataView>();
  for (let at = 12; at < file.length; ) {
    const size = view.getUint32(at + 4, true);
    chunks.set(text(at), new DataView(file.buffer, file.byteOffset + at + 8, size));
    at += 8 + size + (size % 2);
  }
  const format = chunks.get('fmt ')!;
  const data = chunks.get('data')!;
  const [code, channels, bits] = [0, 2, 14].map((at) => format.getUint16(at, true)) as [number, number, number];
  const sampleAt = (at: number) => {
    if (code === 3) return data.getFloat32(at, true);
    if (bits === 8) return data.getUint8(at);
    return bits === 16 ? data.getInt16(at, true) : data.getInt32(at, true);
  };
  const samples = Array.from({ length: data.byteLength / (bits / 8) }, (_, index) => sampleAt((index * bits) / 8));
  assert.equal(format.getUint16(12, true), (channels * bits) / 8, 'bytes of a frame');
  assert.equal(format.getUint32(8, true), (format.getUint32(4, true) * channels * bits) / 8, 'bytes of a second');
  const channel = (index: number) => samples.filter((_, at) => at % channels === index);
  return {
    code,
    bits,
    sampleRate: format.getUint32(4, true),
    channels: Array.from({ length: channels }, (_, index) => channel(index)),
  };
}

type Case = readonly [
  title: string,
  channels: readonly Numbers[],
  normalization: AudioNormalization,
  expected: Pick<ReturnType<typeof decoded>, 'code' | 'bits' | 'channels'>,
];

const cases: readonly Case[] = [
  [
    'the loudest sample is full scale, also if it is negative',
    [[0, 0.25, -0.5]],
    'PCM_16_BIT',
    { code: 1, bits: 16, channels: [[0, 16_383, -32_767]] },
  ],
  ['silence stays silence', [new Float32Array(2)], 'PCM_16_BIT', { code: 1, bits: 16, channels: [[0, 0]] }],
  [
    'integers are normalized, too',
    [Int16Array.of(100, -50)],
    'PCM_16_BIT',
    { code: 1, bits: 16, channels: [[32_767, -16_383]] },
  ],
  ['bytes are 8-bit PCM', [Uint8ClampedArray.of(0, 128, 255)], 'OFF', { code: 1, bits: 8, channels: [[0, 128, 255]] }],
  [
    '16-bit integers are as they are',
    [Int16Array.of(-32_768, 7), Int16Array.of(1, 32_767)],
    'OFF',
    {
      code: 1,
      bits: 16,
      channels: [
        [-32_768, 7],
        [1, 32_767],
      ],
    },
  ],
  [
    '32-bit integers are as they are',
    [Int32Array.of(-(2 ** 31), 2 ** 31 - 1)],
    'OFF',
    { code: 1, bits: 32, channels: [[-(2 ** 31), 2 ** 31 - 1]] },
  ],
  [
    'other numbers are floats and not clipped',
    [[1.5, -2], Float64Array.of(0.25, 0)],
    'OFF',
    {
      code: 3,
      bits: 32,
      channels: [
        [1.5, -2],
        [0.25, 0],
      ],
    },
  ],
  [
    'channels of different types are floats',
    [Int16Array.of(1), Int32Array.of(2)],
    'OFF',
    { code: 3, bits: 32, channels: [[1], [2]] },
  ],
];

for (const [title, channels, normalization, expected] of cases) {
  test(`a WAV file: ${title}`, () => {
    const { sampleRate, ...found } = decoded(wavFile(channels, 22_050, normalization));
    assert.equal(sampleRate, 22_050);
    assert.deepEqual(found, expected);
  });
}

test('a WAV file has each sample in its channel, whatever their number and type', () => {
  const types = [Uint8ClampedArray, Int16Array, Int32Array, Float32Array] as const;
  const sound = fc
    .record({
      type: fc.constantFrom(...types),
      frames: fc.integer({ min: 1, max: 20 }),
      channels: fc.integer({ min: 1, max: 4 }),
      seed: fc.array(fc.integer(), { minLength: 80, maxLength: 80 }),
    })
    .map(({ type, frames, channels, seed }) =>
      Array.from({ length: channels }, (_, at) => type.from(seed.slice(at * frames, (at + 1) * frames))),
    );
  fc.assert(
    fc.property(sound, fc.integer({ min: 1, max: 192_000 }), (channels, sampleRate) => {
      const found = decoded(wavFile(channels, sampleRate, 'OFF'));
      assert.equal(found.sampleRate, sampleRate);
      assert.deepEqual(
        found.channels,
        channels.map((channel) => [...channel]),
      );
    }),
  );
});

test('normalized samples keep their order and fill the scale', () => {
  const samples = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(samples, (given) => {
      const [found] = decoded(wavFile([given], 8000, 'PCM_16_BIT')).channels;
      const loudest = Math.max(...given.map(Math.abs));
      assert.equal(Math.max(...found!.map(Math.abs)), loudest === 0 ? 0 : 32_767);
      for (const [at, sample] of given.entries()) {
        // The fraction is cut off.
        const exact = loudest === 0 ? 0 : (sample / loudest) * 32_767;
        assert.ok(Math.abs(found![at]! - exact) <= 1 && Math.abs(found![at]!) <= Math.ceil(Math.abs(exact)));
      }
    }),
  );
});
