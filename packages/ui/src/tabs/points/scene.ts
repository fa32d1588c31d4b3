import { unzipSync } from 'fflate';

/** 3D scene as logged: points and lines of boxes. */
export interface Scene {
  /** x, y and z of each point. */
  readonly positions: Float32Array;
  /** CSS color of each point; null for points without colors. */
  readonly colors: readonly (string | null)[];
  /** Number of logged points. Of too many, an evenly spaced sample is in `positions`. */
  readonly total: number;
  readonly boxes: readonly SceneBox[];
}

/** Box of a scene. */
interface SceneBox {
  /** Name or label; null without one. */
  readonly name: string | null;
  /** CSS color; null for the default. */
  readonly color: string | null;
  /** x, y and z of the points of each line. */
  readonly lines: readonly Float32Array[];
}

/** Maximum numbers of points and boxes that are drawn. */
const maxPoints = 100_000;
const maxBoxes = 2000;
/** Maximum size of a file in the archive of a scene, in bytes. */
const maxFileBytes = 80_000_000;

/** Whether a value is a number that a `Float32Array` can contain. */
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(Math.fround(value));
const isPosition = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length >= 3 && value.slice(0, 3).every(isNumber);

/** Parses an evenly spaced sample of the lines of a file as JSON. Lines that are not JSON are left out. */
function sampledLines(bytes: Uint8Array | undefined, limit: number): { values: unknown[]; total: number } {
  if (bytes === undefined) return { values: [], total: 0 };
  const starts: number[] = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  const lines = starts.filter((start) => start < bytes.length);
  const decoder = new TextDecoder();
  const values: unknown[] = [];
  const step = Math.max(1, lines.length / limit);
  for (let line = 0; line < lines.length; line += step) {
    const index = Math.floor(line);
    try {
      values.push(JSON.parse(decoder.decode(bytes.subarray(lines[index], lines[index + 1]))));
    } catch {
      // A line that is not JSON is no item.
    }
  }
  return { values, total: lines.length };
}

const css = (channels: readonly number[], factor: number) =>
  `rgb(${channels.map((value) => Math.round(Math.max(0, Math.min(255, value * factor)))).join(' ')})`;

function boxOf(value: unknown): SceneBox | null {
  if (typeof value !== 'object' || value === null) return null;
  const { segments, color: channels, name, label } = value as Readonly<Record<string, unknown>>;
  if (!Array.isArray(segments)) return null;
  const lines = segments
    .filter((segment): segment is unknown[] => Array.isArray(segment))
    .map((segment) => Float32Array.from(segment.filter(isPosition).flatMap((point) => point.slice(0, 3))));
  const color = isPosition(channels) ? css(channels.slice(0, 3), 1) : null;
  const named = [name, label].find((one) => typeof one === 'string');
  return { name: typeof named === 'string' ? named : null, color, lines };
}

/** Parses the archive of a 3D scene; null for anything else. */
export function sceneOf(bytes: Uint8Array): Scene | null {
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => /^(?:points|boxes)\.jsonl$/.test(name) && originalSize <= maxFileBytes,
    });
  } catch {
    return null;
  }
  const { values, total } = sampledLines(files['points.jsonl'], maxPoints);
  const points = values.filter(isPosition);
  const boxes = sampledLines(files['boxes.jsonl'], maxBoxes).values.flatMap((value) => boxOf(value) ?? []);
  if (points.length === 0 && boxes.length === 0) return null;
  const colored = (point: number[]) => point.slice(3, 6).filter(isNumber);
  // Colors are from 0 to 1, or from 0 to 255.
  const factor = points.every((point) => colored(point).every((value) => value <= 1)) ? 255 : 1;
  return {
    positions: Float32Array.from(points.flatMap((point) => point.slice(0, 3))),
    colors: points.map((point) => (colored(point).length === 3 ? css(colored(point), factor) : null)),
    total,
    boxes,
  };
}
