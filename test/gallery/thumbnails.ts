import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';

/** Pixels of a thumbnail: width and height, and how many are next to each other in a sheet of baselines. */
const size = { width: 75, height: 60, columns: 10 } as const;

/** A channel of a pixel that differs by more than this many of its 256 levels is a difference. */
const levelTolerance = 16;
/** Share of pixels that may differ: text with times, anti-aliasing, the headless shell and the whole Chromium. */
const pixelTolerance = 0.025;

/** The baseline of one story in one theme: RGBA values, row by row. */
export type Thumbnail = Uint8Array;

/** Makes thumbnails of screenshots in a browser, and reads and writes the sheets of baselines. */
export class Thumbnails {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async open(browser: Browser): Promise<Thumbnails> {
    return new Thumbnails(await browser.newPage());
  }

  /** Returns the thumbnail of a PNG. */
  async of(png: Buffer): Promise<Thumbnail> {
    const pixels = await this.#page.evaluate(
      async ({ data, width, height }) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
        // In halves: one step to a twentieth of the size would skip most pixels.
        let source: CanvasImageSource = image;
        let [w, h] = [image.width, image.height];
        for (;;) {
          [w, h] = [Math.max(width, Math.ceil(w / 2)), Math.max(height, Math.ceil(h / 2))];
          const canvas = new OffscreenCanvas(w, h);
          canvas.getContext('2d')!.drawImage(source, 0, 0, w, h);
          source = canvas;
          if (w === width && h === height) {
            // As text: a list of numbers takes many times longer to pass on.
            const { data: values } = canvas.getContext('2d')!.getImageData(0, 0, w, h);
            return btoa(values.reduce((text, value) => text + String.fromCharCode(value), ''));
          }
        }
      },
      { data: png.toString('base64'), ...size },
    );
    return Buffer.from(pixels, 'base64');
  }

  /** Returns the baselines of a theme by story; empty when there is no sheet. */
  async read(theme: string): Promise<Map<string, Thumbnail>> {
    const ids = JSON.parse(await readFile(sheetFile(theme, 'json'), 'utf8').catch(() => '[]')) as string[];
    if (ids.length === 0) return new Map();
    const data = await readFile(sheetFile(theme, 'png'), 'base64');
    const thumbnails = await this.#page.evaluate(
      async ({ data, count, width, height, columns }) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
        context.drawImage(image, 0, 0);
        return Array.from({ length: count }, (_, index) => {
          const [left, top] = [(index % columns) * width, Math.floor(index / columns) * height];
          const { data: values } = context.getImageData(left, top, width, height);
          return btoa(values.reduce((text, value) => text + String.fromCharCode(value), ''));
        });
      },
      { data, count: ids.length, ...size },
    );
    return new Map(ids.map((id, index) => [id, Buffer.from(thumbnails[index]!, 'base64')]));
  }

  /** Writes the sheet of a theme: one PNG with all thumbnails, and the ids of their stories in order. */
  async write(theme: string, thumbnails: ReadonlyMap<string, Thumbnail>): Promise<void> {
    const ids = [...thumbnails.keys()].sort();
    const png = await this.#page.evaluate(
      async ({ pixels, width, height, columns }) => {
        const canvas = new OffscreenCanvas(columns * width, Math.ceil(pixels.length / columns) * height);
        const context = canvas.getContext('2d')!;
        pixels.forEach((values, index) => {
          const data = new ImageData(new Uint8ClampedArray(values), width, height);
          context.putImageData(data, (index % columns) * width, Math.floor(index / columns) * height);
        });
        const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
        return [...bytes];
      },
      { pixels: ids.map((id) => [...thumbnails.get(id)!]), ...size },
    );
    await writeFile(sheetFile(theme, 'png'), Buffer.from(png));
    await writeFile(sheetFile(theme, 'json'), `${JSON.stringify(ids, null, 2)}\n`);
  }
}

/** Returns the share of pixels in which two thumbnails differ, when it is more than tolerated; else null. */
export function difference(actual: Thumbnail, expected: Thumbnail): number | null {
  let different = 0;
  for (let at = 0; at < actual.length; at += 4) {
    const channels = [0, 1, 2].map((channel) => Math.abs(actual[at + channel]! - expected[at + channel]!));
    if (Math.max(...channels) > levelTolerance) different += 1;
  }
  const share = different / (size.width * size.height);
  return share > pixelTolerance ? share : null;
}

function sheetFile(theme: string, type: 'png' | 'json'): string {
  return fileURLToPath(new URL(`baselines/${theme}.${type}`, import.meta.url));
}
