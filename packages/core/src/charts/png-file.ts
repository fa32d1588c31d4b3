/** Chunks of a PNG file, except the header and the end, by their types. */
export type PngChunks = readonly (readonly [type: 'PLTE' | 'IDAT', data: Uint8Array])[];

/** Size and format of the image in a PNG file. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** Color type: 2 is RGB, 3 a palette, 6 RGB with opacity. */
  readonly colorType: 2 | 3 | 6;
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Returns a PNG file with 8 bits per channel or palette index, from chunks whose data is already compressed. */
export function pngFile({ width, height, colorType }: PngHeader, chunks: PngChunks): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header.set([8, colorType, 0, 0, 0], 8);
  const body = chunks.map(([type, data]) => chunk(type, data));
  return joined([signature, chunk('IHDR', header), ...body, chunk('IEND', new Uint8Array())]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const content = joined([new TextEncoder().encode(type), data]);
  const [length, checksum] = [data.length, crc32(content)].map((value) => {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, value);
    return bytes;
  });
  return joined([length!, content, checksum!]);
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (let at = 0; at < bytes.length; at++) value = crcTable[(value ^ bytes[at]!) & 255]! ^ (value >>> 8);
  return ~value >>> 0;
}
