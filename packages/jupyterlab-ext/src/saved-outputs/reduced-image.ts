import { rasterType } from '@tracklens/core/static-charts';
import { smallBytes, thumbnailSize } from '../images/thumbnail-size.ts';
import { drawnPng } from './drawn-png.ts';

/**
 * Reduces a raster image to a thumbnail. Returns null for what is no raster image: SVG and unknown formats are never
 * part of an output.
 */
export async function reducedImage(bytes: Uint8Array): Promise<Uint8Array | null> {
  const type = rasterType(bytes);
  if (type === null || bytes.byteLength <= smallBytes) return type === null ? null : bytes;
  const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type })).catch(() => null);
  const size = image && thumbnailSize(image.width, image.height);
  const reduced = size && (await drawnPng(image, size));
  image?.close();
  return reduced;
}
