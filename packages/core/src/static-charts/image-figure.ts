import { element, shortened } from '../charts/svg-element.ts';
import { type Figure, figureTheme } from './figure.ts';

/** Raster image with its description. */
export interface StaticImage {
  /** `data:` URI of a checked PNG, JPEG, GIF or WebP image. */
  readonly source: string;
  readonly caption: string;
}

const columns = 4;
const limit = 12;
const box = { width: 200, height: 150 };
const cell = { width: 210, height: 178 };

/** Draws images with their captions side by side; null without images. */
export function imageFigure(images: readonly StaticImage[]): Figure | null {
  const shown = images.slice(0, limit);
  if (shown.length === 0) return null;
  const width = Math.min(shown.length, columns) * cell.width;
  const height = Math.ceil(shown.length / columns) * cell.height;
  const { mutedText, background, font, fontSize } = figureTheme;
  const parts = shown.flatMap(({ source, caption }, index) => {
    const x = (index % columns) * cell.width + 5;
    const y = Math.floor(index / columns) * cell.height + 5;
    return [
      element('image', { x, y, ...box, href: source }),
      element('text', { x, y: y + box.height + 14, fill: mutedText }, shortened(caption, box.width, fontSize)),
    ];
  });
  const size = { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` };
  const svg = element(
    'svg',
    { ...size, 'font-family': font, 'font-size': fontSize },
    [element('rect', { width, height, fill: background }), ...parts].join(''),
  );
  return { svg, width, height };
}
