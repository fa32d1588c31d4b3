import { crc32, deflateSync } from 'node:zlib';

/** Returns a PNG of one color with a diagonal, so that images differ visibly. */
export function png(size: number, [red, green, blue]: readonly [number, number, number]): Uint8Array<ArrayBuffer> {
  const rows = Buffer.alloc(size * (size * 3 + 1));
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = y * (size * 3 + 1) + 1 + x * 3;
      rows.set(x === y ? [255, 255, 255] : [red, green, (blue + x * 4) % 256], at);
    }
  }
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(type), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

/** Returns a tone that fades in and out, as 16-bit WAV. */
export function wav(seconds: number, hertz: number): Uint8Array<ArrayBuffer> {
  const rate = 8000;
  const samples = Math.round(seconds * rate);
  const bytes = Buffer.alloc(44 + samples * 2);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + samples * 2, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at++) {
    const loudness = Math.sin((Math.PI * at) / samples);
    bytes.writeInt16LE(Math.round(Math.sin((at / rate) * hertz * 2 * Math.PI) * loudness * 30_000), 44 + at * 2);
  }
  return new Uint8Array(bytes);
}

/** Returns a histogram in the SDK's format, of values around a center. */
export function histogram(center: number, width: number): string {
  const counts = new Map<number, number>();
  for (let at = 0; at < 2000; at++) {
    const spread = Math.sqrt(-2 * Math.log((at + 0.5) / 2000)) * Math.cos(at * 2.399963);
    const value = center + spread * width;
    const away = Math.ceil(Math.log(Math.max(Math.abs(value), 1e-12) / 1e-12) / Math.log(1.1));
    const index = value > 0 ? 775 + away : 774 - away;
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  const values = [...counts].sort(([a], [b]) => a - b);
  return JSON.stringify({
    version: 2,
    index_values: values,
    values: null,
    offset: 0,
    start: 1e-12,
    stop: 1e20,
    step: 1.1,
  });
}
