import { readFileSync } from 'node:fs';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { indexedPng } from './indexed-png.ts';

/** Files that the build copies next to the bundled program. */
const fileNextToProgram = (name: string) => readFileSync(new URL(name, import.meta.url));

await initWasm(fileNextToProgram('./resvg.wasm'));

const fontBuffers = ['latin', 'latin-ext', 'greek', 'cyrillic'].map((subset) =>
  fileNextToProgram(`./inter-${subset}.woff2`),
);

/** Pixels per unit of the SVG image: sharp in a printed document, at 30 to 100 kB for four charts. */
const scale = 1.5;

/** Converts an SVG image to PNG. */
export function pngOf(svg: string): Uint8Array {
  const resvg = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: scale },
    font: { fontBuffers, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' },
  });
  const image = resvg.render();
  const png = indexedPng(image);
  image.free();
  resvg.free();
  return png;
}
