import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { chartTheme } from '@tracklens/core/display';
import { glyphMask, maskName, type StoredMask, subpixels } from './raster/glyphs.ts';

/** Subsets of the font with the code points that are taken from each. */
const subsets: Readonly<Record<string, readonly (readonly [first: number, last: number])[]>> = {
  latin: [
    [0x20, 0x7e],
    [0xa0, 0xff],
    [0x2010, 0x2027],
    [0x2030, 0x203a],
    [0x2070, 0x209c],
    [0x20ac, 0x20ac],
    [0x2122, 0x2122],
    [0x2190, 0x2193],
    [0x2212, 0x2212],
  ],
  'latin-ext': [
    [0x100, 0x17f],
    [0x218, 0x21b],
  ],
  greek: [[0x370, 0x3ff]],
  cyrillic: [[0x400, 0x45f]],
};

/** Character that no font has: its outline is that of all missing characters. */
const missing = '\ue000';

/** Size of the font in the outlines. */
const size = 1000;

/** Last character of each measured text, so that its position is the advance width of the first. */
const mark = 'H';

/** Advance width and outline of a character. */
type GlyphOutline = readonly [advance: number, path: string];

type Outlines = Record<string, GlyphOutline>;

let wasm: Promise<void> | undefined;

/** Returns the outlines of the characters in the labels of charts, by subset of the font and character. */
export async function glyphOutlines(modules: string): Promise<Map<string, Outlines>> {
  wasm ??= readFile(path.join(modules, '@resvg', 'resvg-wasm', 'index_bg.wasm')).then(initWasm);
  await wasm;
  const outlines = new Map<string, Outlines>();
  for (const [subset, ranges] of Object.entries(subsets)) {
    const file = `inter-${subset}-400-normal.woff2`;
    const font = await readFile(path.join(modules, '@fontsource', 'inter', 'files', file));
    const characters = ranges.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
    );
    outlines.set(subset, outlinesOf(characters, font));
  }
  const latin = outlines.get('latin')!;
  outlines.set('latin', { ...superscripts(latin), ...latin });
  return outlines;
}

/**
 * Returns the pixels of the characters of most texts, by name: ASCII and the signs that we add, in the sizes of the
 * text and the titles of charts.
 */
export function glyphMasks(outlines: Outlines): Record<string, StoredMask> {
  const { fontSize } = chartTheme('light');
  const masks: Record<string, StoredMask> = {};
  for (const [character, [, path]] of Object.entries(outlines)) {
    if ((character > '~' && !'·…−'.includes(character)) || path === '') continue;
    for (const size of [fontSize, fontSize + 2]) {
      for (let step = 0; step < subpixels; step++) {
        const { left, top, width, height, coverage } = glyphMask(path, size, step);
        masks[maskName(character, size, step)] = [left, top, width, height, Buffer.from(coverage).toString('base64')];
      }
    }
  }
  return masks;
}

/** Returns superscript digits and signs, which the font lacks and labels of powers of ten need. */
function superscripts(outlines: Outlines): Outlines {
  const pairs = [...'⁻⁰¹²³⁴⁵⁶⁷⁸⁹'].map((raised, index) => [raised, '−0123456789'[index]!] as const);
  return Object.fromEntries(
    pairs.map(([raised, sign]): [string, GlyphOutline] => {
      const [advance, path] = outlines[sign]!;
      return [raised, [Math.round(advance * raisedSize), smaller(path)]];
    }),
  );
}

/** Size of a superscript relative to that of the font, and its height above the baseline. */
const raisedSize = 0.62;
const raisedBy = 330;

const smaller = (path: string) =>
  path.replace(
    /(-?\d+) (-?\d+)/g,
    (_, x, y) => `${Math.round(x * raisedSize)} ${Math.round(y * raisedSize - raisedBy)}`,
  );

/** Converts each character to a path, and measures it by the position of the mark after it. */
function outlinesOf(characters: readonly string[], font: Uint8Array): Outlines {
  const fonts = { fontBuffers: [font], defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' };
  const color = (index: number) => `#${(index + 1).toString(16).padStart(6, '0')}`;
  const texts = [mark, ...[missing, ...characters].map((character) => character + mark)];
  const elements = texts.map((text, index) => `<text fill="${color(index)}">${escaped(text)}</text>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" font-size="${size}">${elements.join('')}</svg>`;
  const converted = new Resvg(svg, { font: fonts }).toString();
  const paths = new Map(
    [...converted.matchAll(/fill="(#[0-9a-f]{6})"[^>]* d="([^"]*)"/g)].map(([, fill, d]) => [fill, d!]),
  );
  const start = (d: string) => Number(/^M (\S+)/.exec(d)![1]);
  const markPath = paths.get(color(0));
  if (markPath === undefined) return {};
  const found: Outlines = {};
  const absent = paths.get(color(1));
  for (const [index, character] of characters.entries()) {
    const whole = paths.get(color(index + 2));
    if (whole === undefined || whole === absent) continue;
    const at = whole.lastIndexOf('M ');
    const advance = start(whole.slice(at)) - start(markPath);
    if (advance > 0) found[character] = [Math.round(advance), rounded(whole.slice(0, at))];
  }
  return found;
}

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`).replace(/^ /, '&#160;');
const rounded = (d: string) =>
  d
    .replace(/-?\d+(?:\.\d+)?/g, (value) => String(Math.round(Number(value))))
    .replace(/ ?([A-Z]) ?/g, '$1')
    .trim();
