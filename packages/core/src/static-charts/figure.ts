import { chartTheme } from '../charts/chart-theme.ts';
import { element, shortened, svgImage } from '../charts/svg-element.ts';

/** Image of a part of a view, as SVG with its size. */
export interface Figure {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** Theme of saved images. */
export const figureTheme = chartTheme('light');

/** Height of the title and the caption of a figure. */
export const figureHead = 38;

/** Returns a figure: its title and a caption above its content, which begins below `figureHead`. */
export function titledFigure(
  title: string,
  caption: string,
  size: Omit<Figure, 'svg'>,
  content: readonly string[],
): Figure {
  const { text, mutedText, fontSize } = figureTheme;
  const textSpace = size.width - 16;
  const heading = { x: 8, y: 17, fill: text, 'font-weight': 600, 'font-size': fontSize + 2 };
  const parts = [
    element('text', heading, shortened(title, textSpace, fontSize + 2)),
    element('text', { x: 8, y: 32, fill: mutedText }, shortened(caption, textSpace, fontSize)),
    ...content,
  ];
  return { ...size, svg: svgImage(size, figureTheme, parts.join('')) };
}
