import type { Polyline } from './mask.ts';

/** Number of straight pieces of a curve: enough for a letter. */
const curvePieces = 4;

const tokens = /[MmLlHhVvQqZz]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g;

/** Position and size on the image: a point is scaled, then moved. */
export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/**
 * Returns the lines of an SVG path with the commands M, L, H, V, Q and Z on the image. Curves become straight pieces.
 */
export function pathLines(path: string, { x: left, y: top, scale }: Placement): Polyline[] {
  const lines: number[][] = [];
  const found = path.match(tokens) ?? [];
  let at = 0;
  let command = 'M';
  let x = 0;
  let y = 0;
  const number = () => Number(found[at++]);
  const add = () => void lines.at(-1)?.push(left + x * scale, top + y * scale);
  while (at < found.length) {
    if (/[a-z]/i.test(found[at]!)) command = found[at++]!;
    const relative = command >= 'a';
    const [baseX, baseY] = relative ? [x, y] : [0, 0];
    switch (command.toUpperCase()) {
      case 'Z': {
        const line = lines.at(-1);
        if (line) line.push(line[0]!, line[1]!);
        break;
      }
      case 'H':
        x = baseX + number();
        add();
        break;
      case 'V':
        y = baseY + number();
        add();
        break;
      case 'Q': {
        const [fromX, fromY] = [x, y];
        const [controlX, controlY] = [baseX + number(), baseY + number()];
        const [toX, toY] = [baseX + number(), baseY + number()];
        for (let piece = 1; piece <= curvePieces; piece++) {
          const t = piece / curvePieces;
          const s = 1 - t;
          x = s * s * fromX + 2 * s * t * controlX + t * t * toX;
          y = s * s * fromY + 2 * s * t * controlY + t * t * toY;
          add();
        }
        break;
      }
      default:
        x = baseX + number();
        y = baseY + number();
        if (command === 'M' || command === 'm') {
          lines.push([]);
          // Further points of the command are lines.
          command = relative ? 'l' : 'L';
        }
        add();
    }
  }
  return lines;
}

/** Returns the dashes of lines. `lengths` are those of dashes and gaps in turn. */
export function dashedLines(lines: readonly Polyline[], lengths: readonly number[]): Polyline[] {
  if (lengths.length === 0 || !lengths.every((length) => length > 0)) return [...lines];
  return lines.flatMap((line) => {
    const dashes: number[][] = [[line[0]!, line[1]!]];
    let index = 0;
    let left = lengths[0]!;
    for (let at = 0; at + 3 < line.length; at += 2) {
      let [x, y] = [line[at]!, line[at + 1]!];
      const [toX, toY] = [line[at + 2]!, line[at + 3]!];
      for (let length = Math.hypot(toX - x, toY - y); length > 0; ) {
        const step = Math.min(length, left);
        x += ((toX - x) * step) / length;
        y += ((toY - y) * step) / length;
        length -= step;
        left -= step;
        const isDash = index % 2 === 0;
        if (isDash) dashes.at(-1)!.push(x, y);
        if (left > 0) continue;
        index++;
        left = lengths[index % lengths.length]!;
        if (!isDash) dashes.push([x, y]);
      }
    }
    return dashes;
  });
}
