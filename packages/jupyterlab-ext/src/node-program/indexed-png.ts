import { deflateSync } from 'node:zlib';
import { indexedImage, indexedPngFile } from '../images/indexed-png.ts';

/** Encodes an opaque image as PNG with a palette. */
export function indexedPng(pixels: Parameters<typeof indexedImage>[0]): Uint8Array {
  const image = indexedImage(pixels);
  return indexedPngFile(image, deflateSync(image.rows, { level: 4 }));
}
