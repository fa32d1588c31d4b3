import { element, shortened, svgImage } from '../charts/svg-element.ts';
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

/** Returns the figure of images with their captions side by side; none without images. */
export function imageFigures(images: readonly StaticImage[]): readonly Figure[] {
  const shown = images.slice(0, limit);
  if (shown.length === 0) return [];
  const size = {
    width: Math.min(shown.length, columns) * cell.width,
    height: Math.ceil(shown.length / columns) * cell.height,
  };
  const { mutedText, fontSize } = figureTheme;
  const parts = shown.flatMap(({ source, caption }, index) => {
    const x = (index % columns) * cell.width + 5;
    const y = Math.floor(index / columns) * cell.height + 5;
    return [
      element('image', { x, y, ...box, href: source }),
      element('text', { x, y: y + box.height + 14, fill: mutedText }, shortened(caption, box.width, fontSize)),
    ];
  });
  return [{ ...size, svg: svgImage(size, figureTheme, parts.join('')) }];
}
