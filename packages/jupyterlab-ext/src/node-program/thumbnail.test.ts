import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
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

/** Builds the decoder of images as the Node.js program has it. */
async function builtProgram(t: TestContext): Promise<typeof import('./thumbnail.ts')> {
  const folder = await temporaryFolder(t);
  await build({
    entryPoints: ['thumbnail.ts', 'svg-worker.ts'].map((name) => path.join(import.meta.dirname, name)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@tracklens/source'],
  });
  await copyFile(
    fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')),
    path.join(folder, 'resvg.wasm'),
  );
  const modules = path.join(import.meta.dirname, '..', '..', '..', '..', 'node_modules');
  const font = path.join(modules, '@fontsource', 'inter', 'files', 'inter-latin-400-normal.woff2');
  await copyFile(font, path.join(folder, 'inter.woff2'));
  return await import(pathToFileURL(path.join(folder, 'thumbnail.mjs')).href);
}

/** Returns the size of a PNG of the program and a function that reads its pixels. */
function decoded(program: typeof import('./thumbnail.ts'), png: Uint8Array, size: { width: number; height: number }) {
  const source = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  const { width, height, pixels } = program.decodedImage(source, size)!;
  const at = (x: number, y: number) => [...pixels.subarray((y * width + x) * 4, (y * width + x + 1) * 4)];
  return { width, height, at };
}

const svgTime = () => ({ millis: 6000 });

test('the thumbnail of a transparent image is drawn on white', async (t) => {
  const program = await builtProgram(t);
  const image = transparentPng(200);
  const reduced = (await program.reducedImage(image, svgTime()))!;
  assert.ok(reduced.byteLength < image.byteLength);
  const { width, height, at } = decoded(program, reduced, { width: 160, height: 160 });
  assert.deepEqual([width, height, at(10, 10)], [160, 160, [255, 255, 255, 255]]);
  assert.notDeepEqual(at(120, 80), [255, 255, 255, 255]);
});

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (content: string, size = 'width="400" height="200"') =>
  new TextEncoder().encode(`<svg ${namespaces} ${size}>${content}</svg>`);

test('a figure of matplotlib as SVG has a thumbnail, and one that cannot be drawn safely has none', async (t) => {
  const program = await builtProgram(t);
  const declaration = `<?xml version="1.0" encoding="utf-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"
  "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Created with matplotlib -->
`;
  const square = `<defs><path id="m" d="M 0 0 H 100 V 100 H 0 z" style="fill: #ff0000"/></defs><use xlink:href="#m"/>`;
  const figure = Buffer.concat([Buffer.from(declaration), svg(`${square}<script>while (true);</script>`)]);
  const drawn = async (image: Uint8Array, time = svgTime()) => await program.reducedImage(image, time);
  const { width, height, at } = decoded(program, (await drawn(figure))!, { width: 160, height: 80 });
  assert.deepEqual([width, height, at(10, 10), at(100, 60)], [160, 80, [255, 0, 0, 255], [255, 255, 255, 255]]);

  const entities = Buffer.from(`<!DOCTYPE svg [<!ENTITY a "b">]><svg ${namespaces} width="9" height="9"/>`);
  const uses = Array.from({ length: 30 }, (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`);
  const large = pngFile({ width: 18_000, height: 18_000, colorType: 6 }, [['IDAT', deflateSync(Buffer.alloc(1000))]]);
  const href = `data:image/png;base64,${Buffer.from(large).toString('base64')}`;
  const leftOut = {
    entities,
    unfinished: Buffer.from(`<svg ${namespaces}>`),
    comments: Buffer.from('<!---->'.repeat(300)),
    huge: svg('', 'width="1e9" height="1e9"'),
    tall: svg('', 'width="1e-9" height="1e9"'),
    deep: svg('<g>'.repeat(200_000) + '</g>'.repeat(200_000)),
    uses: svg(`<g id="g0"><path d="M 0 0 H 9 V 9"/></g>${uses.join('')}<use href="#g30"/>`),
    image: svg(`<image width="9" height="9" xlink:href="${href}"/>`),
  };
  for (const [name, image] of Object.entries(leftOut)) assert.equal(await drawn(image), null, name);

  const layer = '<g opacity=".5"><path d="M 0 0 H 400 V 200"/><path d="M 0 0 H 400 V 200"/></g>';
  const time = { millis: 500 };
  assert.equal(await drawn(svg(layer.repeat(40_000)), time), null);
  assert.ok(time.millis <= 0);
  assert.equal(await drawn(figure, time), null);
  assert.ok(await drawn(figure));
});

test('the texts of a figure as SVG are drawn, whatever their font', async (t) => {
  const program = await builtProgram(t);
  const fonts = ['', 'font-family="DejaVu Sans, serif"', 'font-family="monospace" font-weight="bold"'];
  for (const font of fonts) {
    const text = svg(`<text x="10" y="75" font-size="70" ${font}>HHHH</text>`, 'width="160" height="80"');
    const { at } = decoded(program, (await program.reducedImage(text, svgTime()))!, { width: 160, height: 80 });
    const dark = Array.from({ length: 160 }, (_, x) => at(x, 50)).filter(([red]) => red! < 128);
    assert.ok(dark.length > 20, `${dark.length} dark pixels: ${font}`);
  }
});
