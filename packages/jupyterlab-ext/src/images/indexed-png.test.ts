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
