import { toBase64 } from '@tracklens/core/display';
import { rasterType } from '@tracklens/core/static-charts';
import { svgText } from '../images/svg-text.ts';
import { smallBytes, thumbnailSize } from '../images/thumbnail-size.ts';
import { drawnPng } from './drawn-png.ts';

/** Reduces an image to a thumbnail. Returns null for unknown formats and for what cannot be drawn. */
export async function reducedImage(bytes: Uint8Array): Promise<Uint8Array | null> {
  const type = rasterType(bytes);
  if (type === null) return svgText(bytes) === null ? null : await reducedSvg(bytes);
  if (bytes.byteLength <= smallBytes) return bytes;
  const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type })).catch(() => null);
  const size = image && thumbnailSize(image.width, image.height);
  const reduced = size && (await drawnPng(image, size));
  image?.close();
  return reduced;
}

/** Draws an SVG as an image, which runs no scripts and loads no other files. */
async function reducedSvg(bytes: Uint8Array): Promise<Uint8Array | null> {
  const image = new Image();
  image.src = `data:image/svg+xml;base64,${toBase64(bytes)}`;
  try {
    await image.decode();
    const size = thumbnailSize(image.naturalWidth, image.naturalHeight);
    return size && (await drawnPng(image, size));
  } catch {
    return null;
  }
}
