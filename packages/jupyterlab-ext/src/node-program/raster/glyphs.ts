import { readFileSync } from 'node:fs';
import type { Canvas } from './canvas.ts';
import { fillMask, type Mask } from './mask.ts';
import { pathLines } from './svg-path.ts';

/** Advance width and outline of a character, as the build writes them. The size of the font is 1000. */
type GlyphOutline = readonly [advance: number, path: string];

/** Horizontal positions of a character between two pixels. */
const subpixels = 4;

/** Advance width of a character that the font lacks. */
const missingAdvance = 600;

const everywhere = { left: -10_000, top: -10_000, right: 10_000, bottom: 10_000 };

/** Characters of the font, with the pixels of those that were drawn before. */
export class Glyphs {
  readonly #files: URL[];
  readonly #outlines = new Map<string, GlyphOutline>();
  readonly #masks = new Map<string, Mask>();

  /** Reads outlines from the files, each when a character is not in those before it. */
  constructor(files: readonly URL[]) {
    this.#files = [...files];
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
    const key = `${character}${size}/${step}`;
    const known = this.#masks.get(key);
    if (known) return known;
    const mask = fillMask(pathLines(path, { x: step / subpixels, y: 0, scale: size / 1000 }), everywhere);
    this.#masks.set(key, mask);
    return mask;
  }
}

/** Position, size and color of a text. */
export interface TextStyle {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: number;
}
