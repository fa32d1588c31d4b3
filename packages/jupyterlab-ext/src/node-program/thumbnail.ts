import { readFileSync } from 'node:fs';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { rasterType } from '@tracklens/core/static-charts';
import { svgText } from '../images/svg-text.ts';
import { smallBytes, thumbnailSize } from '../images/thumbnail-size.ts';
import { indexedPng } from './indexed-png.ts';
import type { PremultipliedPixels } from './raster/canvas.ts';
import { type SvgTime, svgThumbnail } from './svg-thumbnail.ts';

// The build copies it next to the bundled program.
await initWasm(readFileSync(new URL('./resvg.wasm', import.meta.url)));

/** Reduces an image to a thumbnail, drawn on white. Returns null for unknown formats and for what cannot be drawn. */
export async function reducedImage(bytes: Uint8Array, time: SvgTime): Promise<Uint8Array | null> {
  const type = rasterType(bytes);
  if (type === null) {
    const svg = svgText(bytes);
    return svg === null ? null : await svgThumbnail(svg, time);
  }
  if (bytes.byteLength <= smallBytes) return bytes;
  try {
    const href = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
    const measured = new Resvg(imageSvg(href)).innerBBox();
    const { width = 0, height = 0 } = measured ?? {};
    const size = thumbnailSize(width, height);
    if (size === null) return null;
    return indexedPng(new Resvg(imageSvg(href, size), { background: '#ffffff' }).render());
  } catch {
    return null;
  }
}

/** Decodes the image at a `data:` URI and fits it into a box; null for one that is not understood. */
export function decodedImage(
  source: string,
  size: { readonly width: number; readonly height: number },
): PremultipliedPixels | null {
  try {
    return new Resvg(imageSvg(source, size)).render();
  } catch {
    return null;
  }
}

function imageSvg(href: string, size?: { readonly width: number; readonly height: number }): string {
  const box = size ? `width="${size.width}" height="${size.height}"` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${box}><image ${box} xlink:href="${href}"/></svg>`;
}
