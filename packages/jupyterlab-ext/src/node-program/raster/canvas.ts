import { type Mask, type PixelBox, type Polyline, StrokeMask } from './mask.ts';

/** Opaque image in memory: red, green, blue and opacity of each pixel. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  #strokes: StrokeMask | null = null;

  /** Creates a white image. */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height * 4).fill(255);
  }

  /** All pixels. */
  get box(): PixelBox {
    return { left: 0, top: 0, right: this.width, bottom: this.height };
  }

  /** Fills a rectangle of whole pixels. */
  fill({ left, top, right, bottom }: PixelBox, color: number): void {
    const value = new DataView(new ArrayBuffer(4));
    value.setUint32(0, ((color << 8) | 0xff) >>> 0);
    const words = new Uint32Array(this.pixels.buffer);
    const word = new Uint32Array(value.buffer)[0]!;
    for (let y = Math.max(0, top); y < Math.min(this.height, bottom); y++) {
      words.fill(word, y * this.width + Math.max(0, left), y * this.width + Math.min(this.width, right));
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

  #blend(pixel: number, color: number, share: number): void {
    const { pixels } = this;
    const at = pixel * 4;
    pixels[at]! += ((color >> 16) - pixels[at]!) * share;
    pixels[at + 1]! += (((color >> 8) & 255) - pixels[at + 1]!) * share;
    pixels[at + 2]! += ((color & 255) - pixels[at + 2]!) * share;
  }
}
