import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { PixelImage } from './pixel-image.ts';
import { spriteSheet } from './sprite-sheet.ts';

test('a sprite sheet has the images in rows of a square, gray, in colors or with opacity', () => {
  const sheet = spriteSheet([[[7], [300]], Uint8Array.of(1, 2, 3, 4, 5, 6), [[[1, 2, 3, 4]], [[5, 6, 7, 8]]]], [1, 2])!;
  const pixel = (x: number, y: number) => [...sheet.pixels.subarray((y * 2 + x) * 4, (y * 2 + x) * 4 + 4)];
  assert.deepEqual([sheet.width, sheet.height], [2, 4]);
  assert.deepEqual(
    [pixel(0, 0), pixel(0, 1)],
    [
      [7, 7, 7, 255],
      [255, 255, 255, 255],
    ],
  );
  assert.deepEqual(
    [pixel(1, 0), pixel(1, 1)],
    [
      [1, 2, 3, 255],
      [4, 5, 6, 255],
    ],
  );
  assert.deepEqual(
    [pixel(0, 2), pixel(0, 3)],
    [
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ],
  );
  assert.deepEqual(
    [pixel(1, 2), pixel(1, 3)],
    [
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
  );
});

test('images of another size or with other values have no sprite sheet', () => {
  for (const image of [[1], [1, 2, 3], [[1, 'a']], [Number.NaN, 1]] as never[]) {
    assert.equal(spriteSheet([image], [1, 2]), null);
  }
});

test('an image is written as PNG, with its lines', async () => {
  const image = new PixelImage(3, 2);
  image.drawLine([0, 0], [2, 1], [9, 8, 7, 255]);
  image.drawLine([-5, 9], [-4, 20], [1, 1, 1, 1]);
  const png = await image.png();
  const length = new DataView(png.buffer).getUint32(33);
  const rows = [...inflateSync(png.subarray(41, 41 + length))];
  const drawn = [9, 8, 7, 255];
  const empty = [0, 0, 0, 0];
  assert.deepEqual(rows, [0, ...drawn, ...empty, ...empty, 0, ...empty, ...drawn, ...drawn]);
});

test('a line that leaves the image is drawn where it is inside, however long it is', () => {
  const pixel = [9, 8, 7, 255];
  const lines = [
    [-9, -4, 20, 9],
    [12, 20, 3, -30],
    [-2, 4, 9, 4],
    [3, 40, 1, -7],
    [5, 5, 5, 5],
  ] as const;
  for (const [x, y, endX, endY] of lines) {
    const image = new PixelImage(7, 6);
    image.drawLine([x, y], [endX, endY], pixel);
    const larger = new PixelImage(107, 106);
    larger.drawLine([x + 50, y + 50], [endX + 50, endY + 50], pixel);
    const inside = Array.from({ length: image.height }, (_, row) => {
      const start = ((row + 50) * larger.width + 50) * 4;
      return [...larger.pixels.subarray(start, start + image.width * 4)];
    });
    assert.deepEqual([...image.pixels], inside.flat());
  }
  const image = new PixelImage(3, 3);
  image.drawLine([1, -1e20], [1, 1e20], pixel);
  assert.deepEqual([...image.pixels.subarray(0, 12)], [0, 0, 0, 0, ...pixel, 0, 0, 0, 0]);
});
