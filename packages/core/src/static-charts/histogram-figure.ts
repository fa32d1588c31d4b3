import { countText } from '../charts/count-text.ts';
import { evenBins, type Histogram, rangeOf } from '../charts/histogram.ts';
import { seriesPalettes } from '../charts/palette.ts';
import { staticTexts } from '../charts/static-texts.ts';
import { element } from '../charts/svg-element.ts';
import { type Figure, figureHead, figureTheme, titledFigure } from './figure.ts';

const size = { width: 420, height: 190 };
const [left, right, bottom] = [16, 404, 166];
const barCount = 48;

/** Draws the distribution of a histogram: the central 98 % of its values, as the live view shows them first. */
export function histogramFigure(name: string, step: number | null, histogram: Histogram): Figure {
  const [low, high] = rangeOf([histogram], 0.98);
  const counts = evenBins(histogram, low, high, barCount);
  const highest = Math.max(...counts);
  const tenth = (pixels: number) => Math.round(pixels * 10) / 10;
  const width = (right - left) / barCount;
  const bars = Array.from(counts, (count, index) => {
    const height = highest === 0 ? 0 : (count / highest) * (bottom - figureHead - 8);
    return height === 0
      ? ''
      : `M${tenth(left + index * width)},${bottom}v${tenth(-height)}h${tenth(width - 1)}v${tenth(height)}Z`;
  });
  const labels = [
    [left, low, 'start'],
    [(left + right) / 2, (low + high) / 2, 'middle'],
    [right, high, 'end'],
  ] as const;
  const caption = `${step === null ? '' : `step ${step} · `}${countText(histogram.total)} values`;
  return titledFigure(name, caption, size, [
    element('path', { d: bars.join(''), fill: seriesPalettes.standard.light[0]! }),
    element('path', { d: `M${left},${bottom}H${right}`, stroke: figureTheme.axis, fill: 'none' }),
    ...labels.map(([x, value, anchor]) =>
      element(
        'text',
        { x, y: bottom + 16, fill: figureTheme.mutedText, 'text-anchor': anchor },
        staticTexts.number(value, 3),
      ),
    ),
  ]);
}
