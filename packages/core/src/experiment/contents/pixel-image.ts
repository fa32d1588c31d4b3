import { pngFile } from '../../charts/png-file.ts';

/** Channels of a pixel: red, green, blue and opacity. */
const channels = 4;

/** Image whose pixels are red, green, blue and opacity, from 0 to 255. */
export class PixelImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height * channels);
  }

  /** Sets a pixel. Pixels outside of the image are ignored. */
  set(x: number, y: number, pixel: readonly number[]): void {
    if (x >= 0 && x < this.width && y >= 0 && y < this.height) this.pixels.set(pixel, (y * this.width + x) * channels);
  }

  /**
   * Draws a line of single pixels, those of the algorithm of Bresenham. Goes through the rows or columns of the image
   * instead of the line, which may be very much longer.
   */
  drawLine([x, y]: readonly [number, number], [endX, endY]: readonly [number, number], pixel: readonly number[]): void {
    const [width, height] = [Math.abs(endX - x), Math.abs(endY - y)];
    const isFlat = width > height;
    const [long, short] = isFlat ? [width, height] : [height, width];
    const [start, end, size] = isFlat ? [x, endX, this.width] : [y, endY, this.height];
    const last = Math.min(size - 1, Math.max(start, end));
    for (let at = Math.max(0, Math.min(start, end)); at <= last; at++) {
      const shift = long === 0 ? 0 : Math.floor((2 * short * Math.abs(at - start) + long) / (2 * long));
      if (isFlat) this.set(at, y + (endY < y ? -shift : shift), pixel);
      else this.set(x + (endX < x ? -shift : shift), at, pixel);
    }
  }

  /** Returns the image as a PNG file. */
  async png(): Promise<Uint8Array<ArrayBuffer>> {
    const rowBytes = this.width * channels;
    // Each row begins with its filter: none.
    const rows = new Uint8Array((rowBytes + 1) * this.height);
    for (let y = 0; y < this.height; y++) {
      rows.set(this.pixels.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
    }
    const stream = new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'));
    const data = new Uint8Array(await new Response(stream).arrayBuffer());
    return pngFile({ width: this.width, height: this.height, colorType: 6 }, [['IDAT', data]]);
  }
}
