import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import { pngFile } from '@tracklens/core/charts';
import { temporaryFolder } from '@tracklens/core/test-support';
import { build } from 'esbuild';

/** Returns a PNG of noise with transparent black pixels in its left half. */
function transparentPng(size: number): Uint8Array {
  const rows = Array.from({ length: size }, (_, y) => {
    const pixel = (x: number) =>
      x < size / 2 ? [0, 0, 0, 0] : [(x * x * 31 + y * y * 17) % 251, (x * y) % 241, y, 255];
    return [0, ...Array.from({ length: size }, (_, x) => pixel(x)).flat()];
  });
  const data = deflateSync(Uint8Array.from(rows.flat()));
  return pngFile({ width: size, height: size, colorType: 6 }, [['IDAT', data]]);
}

test('the thumbnail of a transparent image is drawn on white', async (t) => {
  const folder = await temporaryFolder(t);
  const outfile = path.join(folder, 'thumbnail.mjs');
  const entryPoints = [path.join(import.meta.dirname, 'thumbnail.ts')];
  await build({
    entryPoints,
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@tracklens/source'],
  });
  await copyFile(
    fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')),
    path.join(folder, 'resvg.wasm'),
  );
  const program: typeof import('./thumbnail.ts') = await import(pathToFileURL(outfile).href);

  const image = transparentPng(200);
  const reduced = program.reducedImage(image)!;
  assert.ok(reduced.byteLength < image.byteLength);
  const source = `data:image/png;base64,${Buffer.from(reduced).toString('base64')}`;
  const { width, height, pixels } = program.decodedImage(source, { width: 160, height: 160 })!;
  const at = (x: number, y: number) => [...pixels.subarray((y * width + x) * 4, (y * width + x + 1) * 4)];
  assert.deepEqual([width, height, at(10, 10)], [160, 160, [255, 255, 255, 255]]);
  assert.notDeepEqual(at(120, 80), [255, 255, 255, 255]);
});
