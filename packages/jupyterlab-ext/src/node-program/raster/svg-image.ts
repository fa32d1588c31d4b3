import { Canvas, type PremultipliedPixels } from './canvas.ts';
import type { Glyphs } from './glyphs.ts';
import { fillMask, type PixelBox, type Polyline } from './mask.ts';
import { dashedLines, type Placement, pathLines } from './svg-path.ts';

/*
 * Draws the SVG of charts and figures. It knows the elements, attributes and path commands that occur there: svg, g,
 * rect, path, circle, text and image; fill, stroke and opacity; translate and scale. A general renderer takes ten
 * times as long.
 */

const elements = /<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>([^<]*)/g;
const attributes = /([\w:-]+)="([^"]*)"/g;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const decoded = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!);

/** What an element passes on to its children. */
interface Context extends Placement {
  readonly clip: PixelBox;
  readonly fontSize: number;
}

type Attributes = Readonly<Record<string, string>>;

/** Decodes the image at a `data:` URI and fits it into a box; null for one that is not understood. */
export type ImageDecoder = (
  source: string,
  size: { readonly width: number; readonly height: number },
) => PremultipliedPixels | null;

/** What draws the elements of an SVG. */
interface Drawing {
  readonly canvas: Canvas;
  readonly glyphs: Glyphs;
  readonly decode: ImageDecoder;
}

/** Draws a chart, a figure or a sheet of them. Without a decoder, images in it are left out. */
export function svgImage(svg: string, glyphs: Glyphs, decode: ImageDecoder = () => null): Canvas {
  let canvas: Canvas | null = null;
  const stack: Context[] = [];
  for (const [, end, name, text, isEmpty, content] of svg.matchAll(elements)) {
    if (end) {
      stack.pop();
      continue;
    }
    const given = Object.fromEntries([...text!.matchAll(attributes)].map(([, key, value]) => [key!, decoded(value!)]));
    canvas ??= new Canvas(Math.ceil(Number(given.width)), Math.ceil(Number(given.height)));
    const parent = stack.at(-1) ?? { x: 0, y: 0, scale: 1, clip: canvas.box, fontSize: 16 };
    const context = contextOf(name!, given, parent);
    drawElement({ canvas, glyphs, decode }, name!, given, context, content!);
    if (!isEmpty) stack.push(context);
  }
  return canvas ?? new Canvas(1, 1);
}

function contextOf(name: string, given: Attributes, parent: Context): Context {
  const fontSize = given['font-size'] === undefined ? parent.fontSize : Number(given['font-size']);
  const placement = { ...transformed(given.transform, parent), clip: parent.clip, fontSize };
  if (name !== 'svg') return placement;
  const x = placement.x + Number(given.x ?? 0) * placement.scale;
  const y = placement.y + Number(given.y ?? 0) * placement.scale;
  const clip = {
    left: Math.max(parent.clip.left, Math.floor(x)),
    top: Math.max(parent.clip.top, Math.floor(y)),
    right: Math.min(parent.clip.right, Math.ceil(x + Number(given.width) * placement.scale)),
    bottom: Math.min(parent.clip.bottom, Math.ceil(y + Number(given.height) * placement.scale)),
  };
  return { ...placement, x, y, clip };
}

function transformed(transform: string | undefined, { x, y, scale }: Placement): Placement {
  const [, right = '0', down = '0'] = /translate\(([^,)]+),([^)]+)\)/.exec(transform ?? '') ?? [];
  const [, factor = '1'] = /scale\(([^)]+)\)/.exec(transform ?? '') ?? [];
  return { x: x + Number(right) * scale, y: y + Number(down) * scale, scale: scale * Number(factor) };
}

function drawElement(
  { canvas, glyphs, decode }: Drawing,
  name: string,
  given: Attributes,
  context: Context,
  content: string,
): void {
  switch (name) {
    case 'rect':
      canvas.fill(rectangle(given, context), colorOf(given.fill)!);
      break;
    case 'path':
      drawLines(canvas, pathLines(given.d!, context), given, context);
      break;
    case 'circle':
      drawLines(canvas, [circle(given, context)], given, context);
      break;
    case 'image': {
      const { left, top, right, bottom } = rectangle(given, context);
      const image = decode(given.href!, { width: right - left, height: bottom - top });
      if (image !== null) canvas.copy(image, left, top);
      break;
    }
    case 'text': {
      const size = context.fontSize * context.scale;
      const text = decoded(content);
      const anchor = { middle: 0.5, end: 1 }[given['text-anchor'] ?? ''] ?? 0;
      const x = context.x + Number(given.x) * context.scale - anchor * glyphs.width(text, size);
      const y = context.y + Number(given.y) * context.scale;
      glyphs.draw(canvas, text, { x, y, size, color: colorOf(given.fill)! });
    }
  }
}

/** Fills the lines, then draws them. */
function drawLines(canvas: Canvas, lines: readonly Polyline[], given: Attributes, { scale, clip }: Context): void {
  const fill = colorOf(given.fill);
  if (fill !== null) canvas.paint(fillMask(lines, clip), fill, Number(given['fill-opacity'] ?? 1));
  const stroke = colorOf(given.stroke ?? 'none');
  if (stroke === null) return;
  const width = Number(given['stroke-width'] ?? 1) * scale;
  const lengths = given['stroke-dasharray']?.split(/[ ,]+/).map((length) => Number(length) * scale) ?? [];
  canvas.stroke(dashedLines(lines, lengths), width, clip, stroke, Number(given['stroke-opacity'] ?? 1));
}

/** Returns a color of 24 bits; null for `none`. Without a color, shapes are black. */
function colorOf(text = '#000000'): number | null {
  if (text === 'none') return null;
  const digits = text.slice(1);
  return Number.parseInt(digits.length === 3 ? digits.replace(/./g, '$&$&') : digits, 16);
}

function rectangle(given: Attributes, { x, y, scale }: Context): PixelBox {
  const left = Math.round(x + Number(given.x ?? 0) * scale);
  const top = Math.round(y + Number(given.y ?? 0) * scale);
  return {
    left,
    top,
    right: left + Math.round(Number(given.width) * scale),
    bottom: top + Math.round(Number(given.height) * scale),
  };
}

const circlePieces = 24;

function circle(given: Attributes, { x, y, scale }: Context): Polyline {
  const radius = Number(given.r) * scale;
  return Array.from({ length: circlePieces + 1 }, (_, piece) => {
    const angle = (2 * Math.PI * piece) / circlePieces;
    const [centerX, centerY] = [x + Number(given.cx) * scale, y + Number(given.cy) * scale];
    return [centerX + radius * Math.cos(angle), centerY + radius * Math.sin(angle)];
  }).flat();
}
