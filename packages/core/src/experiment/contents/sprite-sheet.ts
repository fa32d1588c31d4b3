import type { NestedNumbers } from './chart-logging.ts';
import { numbersIn } from './histogram-counts.ts';
import { PixelImage } from './pixel-image.ts';

/** Pixels of an image row by row, in any nesting: a value from 0 to 255, three (RGB) or four (RGBA) for each pixel. */
export type SpriteImage = NestedNumbers;

/** Size of an image in pixels. */
export type ImageSize = readonly [width: number, height: number];

const byte = (value: number) => Math.trunc(Math.min(255, Math.max(0, value)));

/** Returns a pixel from its channels: one for gray, three, or four with opacity. */
function pixelOf(values: readonly number[]): readonly number[] {
  const [first = 0, second = first, third = first, opacity = 255] = values.map(byte);
  return [first, second, third, opacity];
}

/**
 * Returns a sprite sheet: the images in rows of a square, as the SDK draws it; null for images that do not have the
 * size.
 */
export function spriteSheet(images: readonly SpriteImage[], [width, height]: ImageSize): PixelImage | null {
  const columns = Math.ceil(Math.sqrt(images.length));
  const sheet = new PixelImage(columns * width, columns * height);
  for (const [index, image] of images.entries()) {
    const values = [...numbersIn(image)];
    const channels = values.length / (width * height);
    if (![1, 3, 4].includes(channels) || !values.every((value) => Number.isFinite(value))) return null;
    const [left, top] = [(index % columns) * width, Math.floor(index / columns) * height];
    for (let at = 0; at < width * height; at++) {
      const pixel = pixelOf(values.slice(at * channels, (at + 1) * channels));
      sheet.set(left + (at % width), top + Math.floor(at / width), pixel);
    }
  }
  return sheet;
}
