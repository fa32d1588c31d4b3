import type { Numbers } from '../../contract/curve.ts';

/** Scaling of samples: the loudest one becomes full scale, or none. */
export type AudioNormalization = 'PCM_16_BIT' | 'OFF';

/** Samples of one channel, or of each channel. */
export type AudioSamples = Numbers | readonly Numbers[];

/** Format codes of a WAV file. */
const pcm = 1;
const ieeeFloat = 3;
const fullScale = 32_767;

/** Returns the channels of samples. */
export function channelsOf(samples: AudioSamples): readonly Numbers[] {
  const isChannels = Array.isArray(samples) && typeof samples[0] === 'object';
  return isChannels ? (samples as readonly Numbers[]) : [samples as Numbers];
}

/** Encoding of a sample. */
interface SampleFormat {
  readonly code: typeof pcm | typeof ieeeFloat;
  readonly bytes: 1 | 2 | 4;
  /** Writes a sample. */
  readonly write: (view: DataView, at: number, sample: number) => void;
}

const pcm8: SampleFormat = { code: pcm, bytes: 1, write: (view, at, sample) => view.setUint8(at, sample) };
const pcm16: SampleFormat = { code: pcm, bytes: 2, write: (view, at, sample) => view.setInt16(at, sample, true) };
const pcm32: SampleFormat = { code: pcm, bytes: 4, write: (view, at, sample) => view.setInt32(at, sample, true) };
const float32: SampleFormat = {
  code: ieeeFloat,
  bytes: 4,
  write: (view, at, sample) => view.setFloat32(at, sample, true),
};

/** Returns the format of samples that are written as they are: integers have that of their type. */
function formatOf(channels: readonly Numbers[]): SampleFormat {
  const are = (type: abstract new (...args: never[]) => unknown) =>
    channels.every((channel) => channel instanceof type);
  if (are(Uint8ClampedArray)) return pcm8;
  if (are(Int16Array)) return pcm16;
  return are(Int32Array) ? pcm32 : float32;
}

/** Returns the largest magnitude of the samples. */
function loudness(channels: readonly Numbers[]): number {
  let largest = 0;
  for (const channel of channels) for (const sample of channel) largest = Math.max(largest, Math.abs(sample));
  return largest;
}

/**
 * Returns the header of a WAV file, up to the first sample. Other formats than PCM have the size of an extension, which
 * is empty, and the number of frames.
 */
function headerOf({ code, bytes }: SampleFormat, channels: number, frames: number, sampleRate: number): Uint8Array {
  const isPcm = code === pcm;
  const size = isPcm ? 44 : 58;
  const frameBytes = channels * bytes;
  const dataBytes = frames * frameBytes;
  const view = new DataView(new ArrayBuffer(size));
  let at = 0;
  const text = (letters: string) => {
    for (const letter of letters) view.setUint8(at++, letter.charCodeAt(0));
  };
  const number = (value: number, length: 2 | 4) => {
    if (length === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += length;
  };
  text('RIFF');
  number(size - 8 + dataBytes + (dataBytes % 2), 4);
  text('WAVEfmt ');
  number(isPcm ? 16 : 18, 4);
  number(code, 2);
  number(channels, 2);
  number(sampleRate, 4);
  number(sampleRate * frameBytes, 4);
  number(frameBytes, 2);
  number(bytes * 8, 2);
  if (!isPcm) {
    number(0, 2);
    text('fact');
    number(4, 4);
    number(frames, 4);
  }
  text('data');
  number(dataBytes, 4);
  return new Uint8Array(view.buffer);
}

/**
 * Returns a WAV file. What is normalized is written as 16-bit PCM. Otherwise, `Uint8ClampedArray`, `Int16Array` and
 * `Int32Array` are PCM of their size, and all other numbers 32-bit floats, which browsers play.
 */
export function wavFile(
  channels: readonly Numbers[],
  sampleRate: number,
  normalization: AudioNormalization,
): Uint8Array {
  const isNormalized = normalization === 'PCM_16_BIT';
  const format = isNormalized ? pcm16 : formatOf(channels);
  const frames = channels[0]!.length;
  const header = headerOf(format, channels.length, frames, sampleRate);
  const dataBytes = frames * channels.length * format.bytes;
  // A chunk of odd size is followed by a byte that it does not count.
  const file = new Uint8Array(header.length + dataBytes + (dataBytes % 2));
  file.set(header);
  const view = new DataView(file.buffer);
  const loudest = isNormalized ? loudness(channels) || 1 : 1;
  let at = header.length;
  for (let frame = 0; frame < frames; frame++) {
    for (const channel of channels) {
      const sample = channel[frame]!;
      format.write(view, at, isNormalized ? Math.trunc((sample / loudest) * fullScale) : sample);
      at += format.bytes;
    }
  }
  return file;
}
