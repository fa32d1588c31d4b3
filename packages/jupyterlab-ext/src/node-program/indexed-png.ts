import { crc32, deflateSync } from 'node:zlib';

/** Pixels of an image: red, green, blue and opacity of each. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const paletteSize = 256;

/** Number of bits of each channel that distinguish two colours. */
const bits = 5;

/**
 * Encodes an opaque image as PNG with a palette of its most common colours. For charts this is a quarter of the size with
 * full colours, and several times faster than a search for the smallest file.
 */
export function indexedPng({ width, height, pixels }: Pixels): Uint8Array {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
  const counts = new Uint32Array(1 << (3 * bits));
  forRuns(words, 0, words.length, (start, end) => {
    counts[keyAt(pixels, start)]! += end - start;
  });
  const used = [...counts.keys()].filter((key) => counts[key]! > 0).sort((a, b) => counts[b]! - counts[a]!);
  const palette = used.slice(0, paletteSize);
  const entries = new Uint8Array(1 << (3 * bits));
  for (const [index, key] of used.entries()) entries[key] = index < paletteSize ? index : nearest(palette, key);
  // Each row begins with its filter: none, the best one for flat colours.
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) {
    forRuns(words, y * width, (y + 1) * width, (start, end) => {
      rows.fill(entries[keyAt(pixels, start)]!, start + y + 1, end + y + 1);
    });
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.from(palette.flatMap((key) => channels(key).map((value) => (value << 3) | (value >> 2))))),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** Calls a function for each run of equal pixels. */
function forRuns(words: Uint32Array, from: number, to: number, run: (start: number, end: number) => void): void {
  for (let start = from; start < to; ) {
    const word = words[start];
    let end = start + 1;
    while (end < to && words[end] === word) end++;
    run(start, end);
    start = end;
  }
}

/** Returns the upper bits of the colour of a pixel. */
function keyAt(pixels: Uint8Array, index: number): number {
  const at = index * 4;
  return ((pixels[at]! >> 3) << 10) | ((pixels[at + 1]! >> 3) << 5) | (pixels[at + 2]! >> 3);
}

const channels = (key: number) => [key >> 10, (key >> 5) & 31, key & 31];

/** Returns the index of the nearest colour of a palette. */
function nearest(palette: readonly number[], key: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let index = 0; index < palette.length; index++) {
    const other = palette[index]!;
    const red = (key >> 10) - (other >> 10);
    const green = ((key >> 5) & 31) - ((other >> 5) & 31);
    const blue = (key & 31) - (other & 31);
    const distance = red * red + green * green + blue * blue;
    if (distance >= least) continue;
    best = index;
    least = distance;
  }
  return best;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(content.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(content, 4);
  whole.writeUInt32BE(crc32(content), content.length + 4);
  return whole;
}
