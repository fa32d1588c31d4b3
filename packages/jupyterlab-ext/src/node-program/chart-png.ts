import { indexedPng } from './indexed-png.ts';
import { Glyphs } from './raster/glyphs.ts';
import { svgImage } from './raster/svg-image.ts';

// The build writes them next to the bundled program: the common characters first.
const files = ['latin', 'latin-ext', 'greek', 'cyrillic'].map(
  (subset) => new URL(`./glyphs-${subset}.json`, import.meta.url),
);
const glyphs = new Glyphs(files);

/** Converts the SVG of charts to PNG, one pixel for each unit: about 140 per inch on paper. */
export function chartPng(svg: string): Uint8Array {
  return indexedPng(svgImage(svg, glyphs));
}
