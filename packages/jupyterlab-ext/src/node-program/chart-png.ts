import { indexedPng } from './indexed-png.ts';
import { Glyphs } from './raster/glyphs.ts';
import { svgImage } from './raster/svg-image.ts';

// The build writes them next to the bundled program: the common characters first.
const files = ['latin', 'latin-ext', 'greek', 'cyrillic'].map(
  (subset) => new URL(`./glyphs-${subset}.json`, import.meta.url),
);
const glyphs = new Glyphs(files, new URL('./glyph-masks.json', import.meta.url));

/** Images of the latest charts, about 100 kB each: a cell that is run again often shows unchanged charts. */
const latest = new Map<string, string>();
const latestCount = 8;

/** Converts the SVG of charts and figures to PNG in base64, one pixel for each unit: about 140 per inch on paper. */
export async function chartPng(svg: string): Promise<string> {
  // Lazy import: few figures contain images, and their decoder is large.
  const decode = svg.includes('<image ') ? (await import('./thumbnail.ts')).decodedImage : undefined;
  const png = latest.get(svg) ?? Buffer.from(indexedPng(svgImage(svg, glyphs, decode))).toString('base64');
  latest.delete(svg);
  latest.set(svg, png);
  if (latest.size > latestCount) latest.delete(latest.keys().next().value!);
  return png;
}
