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

/** Longest piece of a line that is drawn at once: the pixels around a long diagonal are mostly empty. */
const pieceLength = 12;

/** Number of rows of samples in a pixel of a filled shape. */
const sampleRows = 4;

/** Returns an empty mask for the points with a margin, within the box. */
function maskAround(lines: readonly Polyline[], margin: number, box: PixelBox): Mask {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of lines) {
    for (let at = 0; at < line.length; at += 2) {
      minX = Math.min(minX, line[at]!);
      maxX = Math.max(maxX, line[at]!);
      minY = Math.min(minY, line[at + 1]!);
      maxY = Math.max(maxY, line[at + 1]!);
    }
  }
  const left = Math.max(box.left, Math.floor(minX - margin));
  const top = Math.max(box.top, Math.floor(minY - margin));
  const width = Math.max(0, Math.min(box.right, Math.ceil(maxX + margin)) - left);
  const height = Math.max(0, Math.min(box.bottom, Math.ceil(maxY + margin)) - top);
  return { left, top, width, height, coverage: new Uint8Array(width * height) };
}

/** Returns the pixels of lines with round joins and caps. */
export function strokeMask(lines: readonly Polyline[], lineWidth: number, box: PixelBox): Mask {
  const radius = Math.max(lineWidth, 1) / 2;
  const mask = maskAround(lines, radius + 1, box);
  // A line that is thinner than a pixel covers a part of it.
  const full = 255 * Math.min(1, lineWidth);
  for (const line of lines) {
    for (let at = 0; at + 3 < line.length; at += 2) {
      const [x, y] = [line[at]!, line[at + 1]!];
      const [dx, dy] = [line[at + 2]! - x, line[at + 3]! - y];
      const straight = dx === 0 || dy === 0;
      const pieces = straight ? 1 : Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / pieceLength);
      for (let piece = 0; piece < pieces; piece++) {
        const from = piece / pieces;
        addPiece(mask, x + dx * from, y + dy * from, dx / pieces, dy / pieces, radius, full);
      }
    }
  }
  return mask;
}

/** Adds the pixels near a line. The coverage of a pixel follows from the distance of its centre. */
function addPiece(
  { left, top, width, height, coverage }: Mask,
  x: number,
  y: number,
  dx: number,
  dy: number,
  radius: number,
  full: number,
): void {
  const reach = radius + 0.5;
  const inner = Math.max(0, radius - 0.5) ** 2;
  const outer = reach ** 2;
  const squared = dx * dx + dy * dy || 1;
  const firstX = Math.max(left, Math.floor(Math.min(x, x + dx) - reach));
  const lastX = Math.min(left + width - 1, Math.ceil(Math.max(x, x + dx) + reach));
  const firstY = Math.max(top, Math.floor(Math.min(y, y + dy) - reach));
  const lastY = Math.min(top + height - 1, Math.ceil(Math.max(y, y + dy) + reach));
  for (let pixelY = firstY; pixelY <= lastY; pixelY++) {
    const offsetY = pixelY + 0.5 - y;
    const row = (pixelY - top) * width - left;
    for (let pixelX = firstX; pixelX <= lastX; pixelX++) {
      const offsetX = pixelX + 0.5 - x;
      const along = Math.min(1, Math.max(0, (offsetX * dx + offsetY * dy) / squared));
      const distance = (offsetX - along * dx) ** 2 + (offsetY - along * dy) ** 2;
      if (distance >= outer) continue;
      const covered = distance <= inner ? full : full * Math.min(1, reach - Math.sqrt(distance));
      const index = row + pixelX;
      if (covered > coverage[index]!) coverage[index] = covered;
    }
  }
}

/** Edge of a filled shape from its upper to its lower end. */
interface Edge {
  readonly top: number;
  readonly bottom: number;
  /** x where y is 0. */
  readonly x: number;
  /** Change of x per row. */
  readonly slope: number;
  /** 1 for an edge that leads down, -1 for one that leads up. */
  readonly winding: number;
}

/** Returns the pixels within closed lines, by the non-zero rule. */
export function fillMask(lines: readonly Polyline[], box: PixelBox): Mask {
  const mask = maskAround(lines, 0, box);
  const edges = lines.flatMap(edgesOf).sort((a, b) => a.top - b.top);
  const row = new Float32Array(mask.width + 1);
  let next = 0;
  let active: Edge[] = [];
  for (let pixelY = 0; pixelY < mask.height; pixelY++) {
    row.fill(0);
    for (let sample = 0; sample < sampleRows; sample++) {
      const y = mask.top + pixelY + (sample + 0.5) / sampleRows;
      while (next < edges.length && edges[next]!.top <= y) active.push(edges[next++]!);
      active = active.filter((edge) => edge.bottom > y);
      addSpans(row, active, y, mask);
    }
    const start = pixelY * mask.width;
    for (let x = 0; x < mask.width; x++) mask.coverage[start + x] = Math.min(255, row[x]! * 255);
  }
  return mask;
}

function edgesOf(line: Polyline): Edge[] {
  const edges: Edge[] = [];
  for (let at = 0; at < line.length; at += 2) {
    const next = (at + 2) % line.length;
    const [x0, y0, x1, y1] = [line[at]!, line[at + 1]!, line[next]!, line[next + 1]!];
    if (y0 === y1) continue;
    const slope = (x1 - x0) / (y1 - y0);
    edges.push({
      top: Math.min(y0, y1),
      bottom: Math.max(y0, y1),
      x: x0 - y0 * slope,
      slope,
      winding: y0 < y1 ? 1 : -1,
    });
  }
  return edges;
}

/** Adds the spans of one row of samples to the coverage of a row of pixels. */
function addSpans(row: Float32Array, active: readonly Edge[], y: number, { left, width }: Mask): void {
  const crossings = active.map(({ x, slope, winding }) => ({ x: x + slope * y - left, winding }));
  crossings.sort((a, b) => a.x - b.x);
  let winding = 0;
  for (let at = 0; at + 1 < crossings.length; at++) {
    winding += crossings[at]!.winding;
    const from = Math.max(0, crossings[at]!.x);
    const to = Math.min(width, crossings[at + 1]!.x);
    if (winding === 0 || to <= from) continue;
    for (let x = Math.floor(from); x < to; x++) {
      row[x]! += (Math.min(to, x + 1) - Math.max(from, x)) / sampleRows;
    }
  }
}
