import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { indexedImage, indexedPngFile } from './indexed-png.ts';

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function chunksOf(png: Uint8Array): Chunk[] {
  const bytes = Buffer.from(png);
  const chunks: Chunk[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const content = bytes.subarray(at + 4, at + 8 + length);
    assert.equal(bytes.readUInt32BE(at + 8 + length), crc32(content));
    chunks.push({ type: content.toString('latin1', 0, 4), data: content.subarray(4) });
    at += length + 12;
  }
  return chunks;
}

test('an image becomes a PNG with a palette, whose chunks have their checksums', () => {
  const [red, white] = [
    [255, 0, 0, 255],
    [255, 255, 255, 255],
  ];
  const pixels = Uint8Array.from([red, white, white, white, red, white].flatMap((pixel) => pixel!));
  const image = indexedImage({ width: 3, height: 2, pixels });
  const png = indexedPngFile(image, deflateSync(image.rows));
  const [header, palette, data, end] = chunksOf(png);
  assert.deepEqual(
    [header, palette, data, end].map((chunk) => chunk?.type),
    ['IHDR', 'PLTE', 'IDAT', 'IEND'],
  );
  assert.deepEqual([...header!.data], [0, 0, 0, 3, 0, 0, 0, 2, 8, 3, 0, 0, 0]);
  assert.deepEqual([...palette!.data], [255, 255, 255, 255, 0, 0]);
  assert.deepEqual([...inflateSync(data!.data)], [0, 1, 0, 0, 0, 0, 1, 0]);
});

test('an image whose painted pixels are known has the colors of one that is searched', () => {
  const color = (index: number) => (index % 3 === 0 ? [index % 251, (index * 7) % 253, 90, 255] : [255, 255, 255, 255]);
  const [width, height] = [40, 30];
  const all = Array.from({ length: width * height }, (_, index) => index);
  const pixels = Uint8Array.from(all.flatMap(color));
  const colors = ({ rows, palette }: ReturnType<typeof indexedImage>) =>
    Array.from(rows, (entry, at) => (at % (width + 1) === 0 ? [] : [...palette.subarray(entry * 3, entry * 3 + 3)]));
  // One that is white, and one that is named twice.
  const painted = Uint32Array.from([...all.filter((index) => index % 3 === 0), 1, 0].reverse());
  const searched = indexedImage({ width, height, pixels });
  assert.deepEqual(colors(indexedImage({ width, height, pixels, painted })), colors(searched));
});
