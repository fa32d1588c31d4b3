import { type Mask, type PixelBox, type Polyline, StrokeMask } from './mask.ts';

/** A white pixel as a signed number. */
const white = -1;

/** Pixels whose colors are multiplied by their opacity. */
export interface PremultipliedPixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Opaque image in memory: red, green, blue and opacity of each pixel. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly #words: Int32Array;
  readonly #painted: Uint32Array;
  #paintedCount = 0;
  #strokes: StrokeMask | null = null;

  /** Creates a white image. */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height * 4).fill(255);
    this.#words = new Int32Array(this.pixels.buffer);
    this.#painted = new Uint32Array(width * height);
  }

  /** Indices of the pixels that are not white, and of some that are; undefined when too many became white again. */
  get painted(): Uint32Array | undefined {
    return this.#paintedCount > this.#painted.length ? undefined : this.#painted.subarray(0, this.#paintedCount);
  }

  /** All pixels. */
  get box(): PixelBox {
    return { left: 0, top: 0, right: this.width, bottom: this.height };
  }

  /** Fills a rectangle of whole pixels. */
  fill({ left, top, right, bottom }: PixelBox, color: number): void {
    const value = new DataView(new ArrayBuffer(4));
    value.setUint32(0, ((color << 8) | 0xff) >>> 0);
    const word = new Int32Array(value.buffer)[0]!;
    for (let y = Math.max(0, top); y < Math.min(this.height, bottom); y++) {
      const from = y * this.width + Math.max(0, left);
      const to = y * this.width + Math.min(this.width, right);
      for (let pixel = from; word !== white && pixel < to; pixel++) {
        if (this.#words[pixel] === white) this.#painted[this.#paintedCount++] = pixel;
      }
      this.#words.fill(word, from, to);
    }
  }

  /** Paints the pixels of a mask in a color of 24 bits. `x` and `y` move the mask by whole pixels. */
  paint(mask: Mask, color: number, opacity: number, x = 0, y = 0): void {
    const left = mask.left + x;
    const top = mask.top + y;
    const firstX = Math.max(0, -left);
    const lastX = Math.min(mask.width, this.width - left);
    for (let row = Math.max(0, -top); row < Math.min(mask.height, this.height - top); row++) {
      const start = row * mask.width;
      const target = (top + row) * this.width + left;
      for (let column = firstX; column < lastX; column++) {
        const covered = mask.coverage[start + column]!;
        if (covered > 0) this.#blend(target + column, color, (covered / 255) * opacity);
      }
    }
  }

  /** Paints lines within a box of the image in a color of 24 bits. */
  stroke(lines: readonly Polyline[], lineWidth: number, box: PixelBox, color: number, opacity: number): void {
    this.#strokes ??= new StrokeMask(this.width, this.height);
    this.#strokes.add(lines, lineWidth, box);
    this.#strokes.take((pixel, covered) => this.#blend(pixel, color, (covered / 255) * opacity));
  }

  /** Draws an image at a position. */
  copy({ width, height, pixels }: PremultipliedPixels, left: number, top: number): void {
    const [lastX, lastY] = [Math.min(width, this.width - left), Math.min(height, this.height - top)];
    for (let y = Math.max(0, -top); y < lastY; y++) {
      for (let x = Math.max(0, -left); x < lastX; x++) {
        const from = (y * width + x) * 4;
        const pixel = (top + y) * this.width + left + x;
        const wasWhite = this.#words[pixel] === white;
        const rest = 1 - pixels[from + 3]! / 255;
        for (let channel = 0; channel < 3; channel++) {
          const at = pixel * 4 + channel;
          this.pixels[at] = Math.min(255, pixels[from + channel]! + this.pixels[at]! * rest);
        }
        if (wasWhite && this.#words[pixel] !== white) this.#painted[this.#paintedCount++] = pixel;
      }
    }
  }

  #blend(pixel: number, color: number, share: number): void {
    const { pixels } = this;
    const wasWhite = this.#words[pixel] === white;
    const at = pixel * 4;
    pixels[at]! += ((color >> 16) - pixels[at]!) * share;
    pixels[at + 1]! += (((color >> 8) & 255) - pixels[at + 1]!) * share;
    pixels[at + 2]! += ((color & 255) - pixels[at + 2]!) * share;
    if (wasWhite && this.#words[pixel] !== white) this.#painted[this.#paintedCount++] = pixel;
  }
}
