import { readFileSync } from 'node:fs';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { rasterType } from '@tracklens/core/static-charts';
import { indexedPng } from './indexed-png.ts';

/** Files that the build copies next to the bundled program. */
const fileNextToProgram = (name: string) => readFileSync(new URL(name, import.meta.url));

await initWasm(fileNextToProgram('./resvg.wasm'));

/** Subsets of the font, with the characters that need them. Each one that is used is decompressed for each image. */
const subsets = [
  ['latin', /(?:)/],
  ['latin-ext', /[\u0100-\u02af\u1e00-\u1eff]/],
  ['greek', /[\u0370-\u03ff]/],
  ['cyrillic', /[\u0400-\u045f]/],
] as const;

const loaded = new Map<string, Uint8Array>();

function fontsFor(svg: string): Uint8Array[] {
  return subsets.flatMap(([subset, characters]) => {
    if (!characters.test(svg)) return [];
    const font = loaded.get(subset) ?? fileNextToProgram(`./inter-${subset}.woff2`);
    loaded.set(subset, font);
    return [font];
  });
}

/** Pixels per unit of the SVG image: about 140 per inch on paper. Drawing is most of the time of an output. */
const scale = 1;

/** Converts an SVG image to PNG. */
export function pngOf(svg: string): Uint8Array {
  const resvg = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: scale },
    font: { fontBuffers: fontsFor(svg), defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' },
  });
  const image = resvg.render();
  const png = indexedPng(image);
  image.free();
  resvg.free();
  return png;
}

/** Images of up to this size are included as they are. */
const smallBytes = 6000;
/** Largest side of a reduced image in pixels, and the largest image that is decoded. */
const thumbnailSide = 160;
const pixelLimit = 40_000_000;

/**
 * Reduces a raster image to a thumbnail. Returns null for what is no raster image: SVG and unknown formats are never part of
 * an output.
 */
export function reducedImage(bytes: Uint8Array): Uint8Array | null {
  const type = rasterType(bytes);
  if (type === null) return null;
  if (bytes.byteLength <= smallBytes) return bytes;
  try {
    const href = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
    const measured = new Resvg(imageSvg(href)).innerBBox();
    const { width = 0, height = 0 } = measured ?? {};
    if (width * height === 0 || width * height > pixelLimit) return null;
    const scaleToFit = Math.min(1, thumbnailSide / Math.max(width, height));
    const size = {
      width: Math.max(1, Math.round(width * scaleToFit)),
      height: Math.max(1, Math.round(height * scaleToFit)),
    };
    const image = new Resvg(imageSvg(href, size)).render();
    return indexedPng(image);
  } catch {
    return null;
  }
}

function imageSvg(href: string, size?: { readonly width: number; readonly height: number }): string {
  const box = size ? `width="${size.width}" height="${size.height}"` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${box}><image ${box} xlink:href="${href}"/></svg>`;
}
