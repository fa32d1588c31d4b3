import { readFileSync } from 'node:fs';
import type { Canvas } from './canvas.ts';
import { fillMask, type Mask } from './mask.ts';
import { pathLines } from './svg-path.ts';

/** Advance width and outline of a character, as the build writes them. The size of the font is 1000. */
type GlyphOutline = readonly [advance: number, path: string];

/** Number of horizontal positions of a character between two pixels. */
export const subpixels = 4;

/** Pixels of a character as the build writes them: the coverage is Base64. */
export type StoredMask = readonly [left: number, top: number, width: number, height: number, coverage: string];

/** Advance width of a character that the font lacks. */
const missingAdvance = 600;

const everywhere = { left: -10_000, top: -10_000, right: 10_000, bottom: 10_000 };

/** Name of the pixels of a character in a size of the font, at one of its positions between two pixels. */
export const maskName = (character: string, size: number, step: number) => `${character}${size}/${step}`;

/** Draws a character at one of its positions between two pixels. */
export function glyphMask(path: string, size: number, step: number): Mask {
  return fillMask(pathLines(path, { x: step / subpixels, y: 0, scale: size / 1000 }), everywhere);
}

/** Characters of the font, with the pixels of those that were drawn before. */
export class Glyphs {
  readonly #files: URL[];
  readonly #outlines = new Map<string, GlyphOutline>();
  readonly #masks = new Map<string, Mask>();
  readonly #masksFile: URL | undefined;
  #stored: Readonly<Record<string, StoredMask>> | null = null;

  /**
   * Reads outlines from the files, each when a character is not in those before it. `masksFile` has the pixels of the
   * characters of most texts: drawing them takes 15 ms of the first output.
   */
  constructor(files: readonly URL[], masksFile?: URL) {
    this.#files = [...files];
    this.#masksFile = masksFile;
  }

  /** Returns the width of a text in pixels. */
  width(text: string, size: number): number {
    let width = 0;
    for (const character of text) width += this.#advance(character, size);
    return width;
  }

  /** Draws a text whose baseline begins at a position. A character that the font lacks is a gap. */
  draw(canvas: Canvas, text: string, { x, y, size, color }: TextStyle): void {
    // Whole rows: a text whose baseline is between two rows is blurred.
    const row = Math.round(y);
    let position = x;
    for (const character of text) {
      const steps = Math.round(position * subpixels);
      const column = Math.floor(steps / subpixels);
      const mask = this.#mask(character, size, steps - column * subpixels);
      if (mask !== null) canvas.paint(mask, color, 1, column, row);
      position += this.#advance(character, size);
    }
  }

  #advance(character: string, size: number): number {
    return ((this.#outline(character)?.[0] ?? missingAdvance) * size) / 1000;
  }

  #outline(character: string): GlyphOutline | undefined {
    while (!this.#outlines.has(character) && this.#files.length > 0) {
      const outlines: Record<string, GlyphOutline> = JSON.parse(readFileSync(this.#files.shift()!, 'utf8'));
      for (const [each, outline] of Object.entries(outlines)) this.#outlines.set(each, outline);
    }
    return this.#outlines.get(character);
  }

  #mask(character: string, size: number, step: number): Mask | null {
    const path = this.#outline(character)?.[1];
    if (!path) return null;
    const name = maskName(character, size, step);
    const known = this.#masks.get(name);
    if (known) return known;
    const mask = this.#storedMask(name) ?? glyphMask(path, size, step);
    this.#masks.set(name, mask);
    return mask;
  }

  #storedMask(name: string): Mask | null {
    this.#stored ??= this.#masksFile ? JSON.parse(readFileSync(this.#masksFile, 'utf8')) : {};
    const stored = this.#stored![name];
    if (!stored) return null;
    const [left, top, width, height, coverage] = stored;
    return { left, top, width, height, coverage: Buffer.from(coverage, 'base64') };
  }
}

/** Position, size and color of a text. */
export interface TextStyle {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: number;
}
