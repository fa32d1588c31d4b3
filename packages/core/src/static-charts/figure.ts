import { chartTheme } from '../charts/chart-theme.ts';
import { element, shortened } from '../charts/svg-element.ts';

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
  const { text, mutedText, background, font, fontSize } = figureTheme;
  const { width, height } = size;
  const heading = { x: 8, y: 17, fill: text, 'font-weight': 600, 'font-size': fontSize + 2 };
  const svg = element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      'font-family': font,
      'font-size': fontSize,
    },
    [
      element('rect', { width, height, fill: background }),
      element('text', heading, shortened(title, width - 16, fontSize + 2)),
      element('text', { x: 8, y: 32, fill: mutedText }, shortened(caption, width - 16, fontSize)),
      ...content,
    ].join(''),
  );
  return { svg, width, height };
}
