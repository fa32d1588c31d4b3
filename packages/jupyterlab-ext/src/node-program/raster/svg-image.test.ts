import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Resvg } from '@resvg/resvg-wasm';
import { staticForms } from '@tracklens/core/static-charts';
import { temporaryFolder } from '@tracklens/core/test-support';
import { glyphMasks, glyphOutlines } from '../glyph-outlines.ts';
import { Glyphs } from './glyphs.ts';
import { svgImage } from './svg-image.ts';

/* Charts as they are drawn here are those of a general SVG renderer. */

const modules = path.join(import.meta.dirname, '..', '..', '..', '..', '..', 'node_modules');
let outlines: Awaited<ReturnType<typeof glyphOutlines>>;
let font: Uint8Array;

before(async () => {
  outlines = await glyphOutlines(modules);
  font = await readFile(path.join(modules, '@fontsource', 'inter', 'files', 'inter-latin-400-normal.woff2'));
});

/** Returns the glyphs of the Latin alphabet. */
async function latin(t: TestContext): Promise<Glyphs> {
  const file = path.join(await temporaryFolder(t), 'latin.json');
  await writeFile(file, JSON.stringify(outlines.get('latin')));
  return new Glyphs([pathToFileURL(file)]);
}

/** Returns the charts of some experiments in a state of the view. */
function charts(
  experiments: number,
  values: readonly (number | string)[],
  state: object,
  metrics: readonly string[] = ['loss'],
): string {
  const keys = Array.from({ length: experiments }, (_, index) => `${index}`.padStart(32, 'a'));
  const one = (key: string, index: number) => ({
    metadata: { experimentKey: key, experimentName: `lr=0.${index} & <b>`, workspaceName: 'w', projectName: 'p' },
    tags: [],
    metrics: metrics.map((name) => ({ name, valueCurrent: '1' })),
    parameters: [{ name: 'seed', valueCurrent: `${index % 2}` }],
  });
  const scaled = (factor: number) => values.map((value) => (typeof value === 'number' ? value * factor : value));
  const metric = (metricName: string, index: number) => ({
    metricName,
    values: scaled(1 + index / 3),
    steps: values.map((_, step) => step),
  });
  const snapshot = {
    takenAtMillis: 0,
    experiments: keys.map(one),
    chart: Object.fromEntries(
      keys.map((key, index) => [key, { metrics: metrics.map((name, at) => metric(name, index + at / 2)) }]),
    ),
  };
  const target = { kind: 'project', workspace: 'w', projectName: 'p' } as const;
  return staticForms({ target, snapshot, state: { version: 1, ...state } } as never).svg!;
}

const wave = Array.from({ length: 300 }, (_, step) => Math.sin(step / 9) / (1 + step / 60) + 2);

const combined = { combined: [{ title: 'losses', metrics: ['loss', 'val_loss'] }] };

for (const [name, svg] of [
  ['one line', () => charts(1, wave, {})],
  ['faint lines of many experiments', () => charts(24, wave, {})],
  ['dashed lines of combined metrics', () => charts(3, wave, { charts: combined }, ['loss', 'val_loss'])],
  [
    'groups with bands',
    () =>
      charts(8, wave, { charts: { group: { by: 'parameter:seed', center: 'mean', band: 'range', members: false } } }),
  ],
  ['a smoothed line with its points', () => charts(1, wave, { charts: { smoothing: { method: 'ema', amount: 0.9 } } })],
  ['values that are not finite', () => charts(2, [3, 'NaN', 2, 'Infinity', 1, '-Infinity', 2], {})],
  ['a single point', () => charts(1, [0.5], {})],
] as const) {
  test(`${name}: the image is that of a general renderer`, async (t) => {
    const ours = svgImage(svg(), await latin(t));
    const fonts = { fontBuffers: [font], defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' };
    const theirs = new Resvg(svg(), { font: fonts }).render();
    assert.deepEqual([ours.width, ours.height], [theirs.width, theirs.height]);
    let sum = 0;
    let different = 0;
    const { pixels } = theirs;
    for (let at = 0; at < pixels.length; at++) {
      const difference = Math.abs(pixels[at]! - ours.pixels[at]!);
      sum += difference;
      if (difference > 128) different++;
    }
    assert.ok(sum < pixels.length * 1.5, `the values differ by ${sum / pixels.length} on average`);
    assert.ok(different < pixels.length * 0.002, `${different} of ${pixels.length} values differ much`);
  });
}

test('characters whose pixels are stored look as if they were drawn, and all painted pixels are known', async (t) => {
  const folder = await temporaryFolder(t);
  const [file, masksFile] = [path.join(folder, 'latin.json'), path.join(folder, 'masks.json')];
  const latinOutlines = outlines.get('latin')!;
  await writeFile(file, JSON.stringify(latinOutlines));
  await writeFile(masksFile, JSON.stringify(glyphMasks(latinOutlines)));
  // Only the advance widths of the outlines are left: every character that is drawn has its pixels in the other file.
  const [advances, svg] = [path.join(folder, 'advances.json'), charts(24, wave, {})];
  const widths = Object.entries(latinOutlines).map(([character, [advance, shape]]) => [
    character,
    [advance, shape && 'M'],
  ]);
  await writeFile(advances, JSON.stringify(Object.fromEntries(widths)));
  const drawn = svgImage(svg, new Glyphs([pathToFileURL(file)]));
  const stored = svgImage(svg, new Glyphs([pathToFileURL(advances)], pathToFileURL(masksFile)));
  assert.ok(Buffer.from(drawn.pixels).equals(stored.pixels));
  const painted = new Set(drawn.painted);
  const words = new Int32Array(drawn.pixels.buffer);
  assert.ok(painted.size > 10_000 && painted.size < words.length / 2, `${painted.size}`);
  assert.ok(words.every((word, pixel) => word === -1 || painted.has(pixel)));
});

test('an image in a figure is drawn in its box, and mixed with the background by its opacity', async (t) => {
  const svg =
    '<svg width="8" height="4"><rect width="8" height="4" fill="#ffffff"/><image x="2" y="1" width="4" height="2" href="a"/></svg>';
  const red = [128, 0, 0, 128];
  const decoded: unknown[] = [];
  const canvas = svgImage(svg, await latin(t), (source, size) => {
    decoded.push([source, size]);
    return { ...size, pixels: Uint8Array.from(Array.from({ length: 8 }, () => red).flat()) };
  });
  assert.deepEqual(decoded, [['a', { width: 4, height: 2 }]]);
  const words = new Int32Array(canvas.pixels.buffer);
  const inside = Array.from(words.entries()).filter(([, word]) => word !== -1);
  assert.deepEqual(
    inside.map(([pixel]) => pixel),
    [10, 11, 12, 13, 18, 19, 20, 21],
  );
  assert.deepEqual(
    [...canvas.painted!].sort((a, b) => a - b),
    inside.map(([pixel]) => pixel),
  );
  assert.deepEqual([...canvas.pixels.subarray(40, 44)], [255, 127, 127, 255]);
});

for (const outlier of [1e12, 1e30, Number.MAX_VALUE]) {
  test(`lines go on after a value of ${outlier}, far outside of the plot`, { timeout: 20_000 }, async (t) => {
    const state = { charts: { ...combined, yRange: 'middle' } };
    const svg = charts(3, wave.with(150, outlier), state, ['loss', 'val_loss']);
    assert.match(svg, /dasharray/);
    const { pixels, width } = svgImage(svg, await latin(t));
    const right = pixels.filter((red, at) => {
      const isRight = (at / 4) % width > width * 0.75;
      return at % 4 === 0 && isRight && Math.abs(red - pixels[at + 1]!) > 60;
    });
    assert.ok(right.length > 300, `${right.length} colored pixels in the last quarter`);
  });
}

test('lines of a zoomed chart end at the edges of the plot', async (t) => {
  const zoom = { loss: { x: [50, 90], y: [1.9, 2.1] } };
  const { pixels, width, height } = svgImage(charts(1, wave, { charts: { zoom } }), await latin(t));
  const colored = Array.from({ length: height }, (_, y) => {
    const row = [...pixels.subarray(y * width * 4, (y + 1) * width * 4)];
    return row.filter((red, at) => at % 4 === 0 && Math.abs(red - row[at + 1]!) > 60).length;
  });
  assert.deepEqual(
    colored.flatMap((count, y) => (count > 0 ? [y] : [])),
    Array.from({ length: 238 }, (_, y) => y + 48),
  );
});

test('superscripts and accents have outlines, and a character without one is a gap', async (t) => {
  const folder = await temporaryFolder(t);
  const files = [...outlines].map(async ([subset, each]) => {
    const file = path.join(folder, `${subset}.json`);
    await writeFile(file, JSON.stringify(each));
    return pathToFileURL(file);
  });
  const glyphs = new Glyphs(await Promise.all(files));
  const svg = (text: string) =>
    `<svg width="40" height="20" font-size="11"><text x="4" y="14" fill="#000000">${text}</text></svg>`;
  const ink = (text: string) => svgImage(svg(text), glyphs).pixels.reduce((total, value) => total + 255 - value, 0);
  for (const character of 'Ae\u00e9⁻⁰⁹\u0141\u0219\u03bb\u0436…·−×') assert.ok(ink(character) > 300, character);
  assert.equal(ink('漢'), 0);
  assert.ok(glyphs.width('漢字', 11) > 10);
});
