/** Coverage of the pixels of a rectangle by a shape, 0..255 each, in rows. */
export interface Mask {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly coverage: Uint8Array;
}

/** Line through points, as x and y in turn. */
export type Polyline = readonly number[];

/** Pixels that a mask may cover: the end of the range is exclusive. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns an empty mask for the points, within the box. */
function maskAround(lines: readonly Polyline[], box: PixelBox): Mask {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of lines) {
    for (let at = 0; at < line.length; at += 2) {
      minX = Math.min(minX, line[at]!);
      maxX = Math.max(maxX, line[at]!);
      minY = Math.min(minY, line[at + 1]!);
      maxY = Math.max(maxY, line[at + 1]!);
    }
  }
  const left = Math.max(box.left, Math.floor(minX));
  const top = Math.max(box.top, Math.floor(minY));
  const width = Math.max(0, Math.min(box.right, Math.ceil(maxX)) - left);
  const height = Math.max(0, Math.min(box.bottom, Math.ceil(maxY)) - top);
  return { left, top, width, height, coverage: new Uint8Array(width * height) };
}

/** Coverage of the pixels of an image by lines. One object serves all lines of the image, one after the other. */
export class StrokeMask {
  readonly #width: number;
  readonly #coverage: Uint8Array;
  /** Indices of the pixels with a coverage: most of the image has none. */
  readonly #covered: Uint32Array;
  #count = 0;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#coverage = new Uint8Array(width * height);
    this.#covered = new Uint32Array(width * height);
  }

  /** Adds lines with round joins and caps. The box is within the image. */
  add(lines: readonly Polyline[], lineWidth: number, box: PixelBox): void {
    const radius = Math.max(lineWidth, 1) / 2;
    // A line that is thinner than a pixel covers a part of it.
    const full = 255 * Math.min(1, lineWidth);
    for (const line of lines) {
      for (let at = 0; at + 3 < line.length; at += 2) {
        const x = line[at]!;
        const y = line[at + 1]!;
        const dx = line[at + 2]! - x;
        const dy = line[at + 3]! - y;
        this.#addSegment(box, x, y, dx, dy, radius, full);
      }
    }
  }

  /** Calls a function with the index and the coverage of each covered pixel, and empties the mask. */
  take(paint: (pixel: number, covered: number) => void): void {
    for (let at = 0; at < this.#count; at++) {
      const pixel = this.#covered[at]!;
      paint(pixel, this.#coverage[pixel]!);
      this.#coverage[pixel] = 0;
    }
    this.#count = 0;
  }

  /** Adds the pixels near a straight line. The coverage of a pixel follows from the distance of its center. */
  #addSegment(box: PixelBox, x: number, y: number, dx: number, dy: number, radius: number, full: number): void {
    const coverage = this.#coverage;
    const reach = radius + 0.5;
    const inner = Math.max(0, radius - 0.5) ** 2;
    const outer = reach ** 2;
    const squared = dx * dx + dy * dy || 1;
    const firstY = Math.max(box.top, Math.floor(Math.min(y, y + dy) - reach));
    const lastY = Math.min(box.bottom - 1, Math.ceil(Math.max(y, y + dy) + reach));
    for (let pixelY = firstY; pixelY <= lastY; pixelY++) {
      const offsetY = pixelY + 0.5 - y;
      // The part of the line that is near the row.
      const one = dy === 0 ? 0 : Math.min(1, Math.max(0, (offsetY - reach) / dy));
      const other = dy === 0 ? 1 : Math.min(1, Math.max(0, (offsetY + reach) / dy));
      const firstX = Math.max(box.left, Math.floor(x + Math.min(dx * one, dx * other) - reach));
      const lastX = Math.min(box.right - 1, Math.ceil(x + Math.max(dx * one, dx * other) + reach));
      for (let pixelX = firstX; pixelX <= lastX; pixelX++) {
        const offsetX = pixelX + 0.5 - x;
        const along = Math.min(1, Math.max(0, (offsetX * dx + offsetY * dy) / squared));
        const distanceX = offsetX - along * dx;
        const distanceY = offsetY - along * dy;
        const distance = distanceX * distanceX + distanceY * distanceY;
        if (distance >= outer) continue;
        const covered = distance <= inner ? full : full * Math.min(1, reach - Math.sqrt(distance));
        const index = pixelY * this.#width + pixelX;
        if (covered < 1 || covered <= coverage[index]!) continue;
        if (coverage[index] === 0) this.#covered[this.#count++] = index;
        coverage[index] = covered;
      }
    }
  }
}

/**
 * Returns the pixels within closed lines, by the non-zero rule. Each edge adds the area to its right to the first
 * pixels of a row, and the sum of a row up to a pixel is the coverage of the pixel.
 */
export function fillMask(lines: readonly Polyline[], box: PixelBox): Mask {
  const mask = maskAround(lines, box);
  const { width, height } = mask;
  const areas = new Float32Array((width + 2) * height);
  for (const line of lines) {
    for (let at = 0; at < line.length; at += 2) {
      const next = at + 2 < line.length ? at + 2 : 0;
      addEdge(areas, mask, line[at]!, line[at + 1]!, line[next]!, line[next + 1]!);
    }
  }
  for (let y = 0; y < height; y++) {
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += areas[y * (width + 2) + x]!;
      mask.coverage[y * width + x] = Math.min(255, Math.abs(sum) * 255 + 0.5);
    }
  }
  return mask;
}

/** Adds the areas to the right of an edge, negative for one that leads up. */
function addEdge(areas: Float32Array, mask: Mask, x0: number, y0: number, x1: number, y1: number): void {
  if (y0 === y1) return;
  const direction = y0 < y1 ? 1 : -1;
  const slope = (x1 - x0) / (y1 - y0);
  const top = Math.max(0, Math.min(y0, y1) - mask.top);
  const bottom = Math.min(mask.height, Math.max(y0, y1) - mask.top);
  const xAt = (y: number) => Math.min(mask.width, Math.max(0, x0 + (y + mask.top - y0) * slope - mask.left));
  for (let row = Math.floor(top); row < bottom; row++) {
    const from = Math.max(top, row);
    const to = Math.min(bottom, row + 1);
    addRow(areas, row * (mask.width + 2), xAt(from), xAt(to), (to - from) * direction);
  }
}

/**
 * Adds the areas of an edge within one row of pixels, from one x to another. `height` is the part of the row that it
 * crosses.
 */
function addRow(areas: Float32Array, start: number, fromX: number, toX: number, height: number): void {
  const left = Math.min(fromX, toX);
  const right = Math.max(fromX, toX);
  let covered = 0;
  for (let x = Math.floor(left); x <= right; x++) {
    // The edge is in the pixel from `near` to `far`, and to the left of the rest of it.
    const near = Math.max(left, x);
    const far = Math.min(right, x + 1);
    const passed = right > left ? (near - left) / (right - left) : 0;
    const inside = right > left ? (far - near) / (right - left) : 1;
    const area = height * (passed + inside * (x + 1 - (near + far) / 2));
    areas[start + x]! += area - covered;
    covered = area;
  }
  areas[start + Math.floor(right) + 1]! += height - covered;
}
