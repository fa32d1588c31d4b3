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
  const counts = new Uint32Array(1 << (3 * bits));
  const keys = new Uint16Array(width * height);
  for (let index = 0, at = 0; index < keys.length; index++, at += 4) {
    const key = ((pixels[at]! >> 3) << 10) | ((pixels[at + 1]! >> 3) << 5) | (pixels[at + 2]! >> 3);
    keys[index] = key;
    counts[key]!++;
  }
  const used = [...counts.keys()].filter((key) => counts[key]! > 0).sort((a, b) => counts[b]! - counts[a]!);
  const palette = used.slice(0, paletteSize);
  const entries = new Uint8Array(1 << (3 * bits));
  for (const key of used) entries[key] = nearest(palette, key);
  // Each row begins with its filter: none, the best one for flat colours.
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = entries[keys[y * width + x]!]!;
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

const channels = (key: number) => [key >> 10, (key >> 5) & 31, key & 31];

/** Returns the index of the nearest colour of a palette. */
function nearest(palette: readonly number[], key: number): number {
  const [red, green, blue] = channels(key) as [number, number, number];
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, other] of palette.entries()) {
    const distance = (red - (other >> 10)) ** 2 + (green - ((other >> 5) & 31)) ** 2 + (blue - (other & 31)) ** 2;
    if (distance < least) [best, least] = [index, distance];
    if (distance === 0) break;
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
