import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { thumbnailSize } from '../images/thumbnail-size.ts';
import { indexedPng } from './indexed-png.ts';

/*
 * Thread that draws SVG images of unknown origin: it can be ended while it draws. Its renderer runs no scripts and
 * reads no files and addresses. After an error a new thread takes its place, since the renderer may be damaged.
 */

// 512 MB for the renderer of this thread.
setFlagsFromString('--wasm-max-mem-pages=8192');
await initWasm(readFileSync(new URL('./resvg.wasm', import.meta.url)));
// The renderer reads no fonts of the machine: all texts are drawn in this one. The build copies it next to the program.
const font = { fontBuffers: [readFileSync(new URL('./inter.woff2', import.meta.url))], defaultFontFamily: 'Inter' };
parentPort!.on('message', (svg: string) => parentPort!.postMessage(thumbnail(svg)));

/** Draws an SVG on white in the size of a thumbnail; null for one without a usable size. */
function thumbnail(svg: string): Uint8Array | null {
  const { width, height } = new Resvg(svg, { font });
  const size = thumbnailSize(width, height);
  if (size === null) return null;
  const fitTo =
    width > height
      ? ({ mode: 'width', value: size.width } as const)
      : ({ mode: 'height', value: size.height } as const);
  return indexedPng(new Resvg(svg, { font, fitTo, background: '#ffffff' }).render());
}
