import type { Numbers } from '../../contract/curve.ts';
import { PixelImage } from './pixel-image.ts';
import type { SceneBox } from './scene-box.ts';

type Range = readonly [low: number, high: number];
type Matrix = readonly (readonly number[])[];
type Pixel = readonly number[];

/** Points, boxes and extent of a scene. */
export interface DrawnScene {
  readonly points: readonly Numbers[];
  readonly boxes: readonly SceneBox[];
  readonly ranges: readonly [x: Range, y: Range, z: Range];
}

const size = 250;
const background: Pixel = [51, 51, 77, 255];
const white: Pixel = [255, 255, 255, 255];

/** Angle of the view around the x and z axes. */
const [sin, cos] = [Math.sin((45 * Math.PI) / 180), Math.cos((45 * Math.PI) / 180)];

const rotationX: Matrix = [
  [1, 0, 0, 0],
  [0, cos, -sin, 0],
  [0, sin, cos, 0],
  [0, 0, 0, 1],
];
const rotationZ: Matrix = [
  [cos, -sin, 0, 0],
  [sin, cos, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
];

function translation(x: number, y: number, z: number): Matrix {
  return [
    [1, 0, 0, x],
    [0, 1, 0, y],
    [0, 0, 1, z],
    [0, 0, 0, 1],
  ];
}

function scaling(factor: number): Matrix {
  return [
    [factor, 0, 0, 0],
    [0, factor, 0, 0],
    [0, 0, factor, 0],
    [0, 0, 0, 1],
  ];
}

/** Returns the matrix that applies the first transformation, then the second. */
function after(first: Matrix, second: Matrix): Matrix {
  return second.map((row) =>
    row.map((_, column) => row.reduce((sum, value, index) => sum + first[index]![column]! * value, 0)),
  );
}

/** Returns the transformation of the SDK's thumbnail from the scene to pixels. */
function viewOf([x, y, z]: DrawnScene['ranges']): Matrix {
  const middle = [x, y, z].map(([low, high]) => -(low + high) / 2) as [number, number, number];
  const [width, height] = [x, y].map(([low, high]) => Math.abs(low - high) || 1);
  const steps = [
    translation(...middle),
    rotationZ,
    rotationX,
    scaling(Math.min(size / width!, size / height!)),
    translation(size / 2, size / 2, 0),
  ];
  return steps.reduce(after);
}

/** Returns the colors of points as pixels. The values are from 0 to 1, or from 0 to 255 if one is larger. */
function pixelsOf(points: readonly Numbers[]): (point: Numbers) => Pixel {
  const colors = (point: Numbers) => Array.from(point).slice(3, 6);
  const factor = points.every((point) => colors(point).every((value) => value <= 1)) ? 255 : 1;
  return (point) => {
    const found = colors(point);
    return found.length < 3 ? white : [...found.map((value) => Math.round(value * factor)), 255];
  };
}

/** Returns the thumbnail of a scene, as the SDK draws it. */
export function sceneThumbnail({ points, boxes, ranges }: DrawnScene): PixelImage {
  const image = new PixelImage(size, size);
  for (let at = 0; at < size * size; at++) image.pixels.set(background, at * 4);
  const view = viewOf(ranges);
  const projected = (point: Numbers) => {
    const [x, y, z] = view.map(
      ([byX, byY, byZ, shift]) => point[0]! * byX! + point[1]! * byY! + point[2]! * byZ! + shift!,
    );
    return { x: Math.trunc(size - x!), y: Math.trunc(y!), z: z! };
  };
  const pixelOf = pixelsOf(points);
  const nearest = new Map<string, number>();
  for (const point of points) {
    const { x, y, z } = projected(point);
    const key = `${x},${y}`;
    if ((nearest.get(key) ?? Number.NEGATIVE_INFINITY) >= z) continue;
    nearest.set(key, z);
    image.set(x, y, pixelOf(point));
  }
  for (const { segments, color } of boxes) {
    const pixel = color === undefined ? white : [...color.slice(0, 3), 255];
    for (const segment of segments) {
      const corners = segment.map((point) => projected(point));
      for (const [index, { x, y }] of corners.slice(1).entries()) {
        const from = corners[index]!;
        image.drawLine([from.x, from.y], [x, y], pixel);
      }
    }
  }
  return image;
}
