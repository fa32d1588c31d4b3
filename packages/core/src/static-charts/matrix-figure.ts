import { element, shortened, textWidth } from '../charts/svg-element.ts';
import { type Figure, figureHead, figureTheme, titledFigure } from './figure.ts';

/** Shade of a count in a confusion matrix. */
export interface Shade {
  /** Whether the count is of correct predictions. */
  readonly correct: boolean;
  readonly opacity: number;
}

/** Confusion matrix as it is shown: the cells of each row after the label of its class. */
interface ShownMatrix {
  readonly labels: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly shades: readonly (readonly (Shade | null)[])[];
  /** Number of classes that are not shown. */
  readonly more: number;
}

/** Returns the color of a shade, red, green and blue: blue for correct predictions, red for others. */
export const shadeColor = ({ correct }: Shade): readonly number[] => (correct ? [31, 111, 211] : [211, 60, 50]);

const width = 420;
const labelWidth = 90;
const rowHeight = 18;

/** Draws a confusion matrix with its counts, as far as they fit into the cells. */
export function matrixFigure(title: string, { labels, rows, shades, more }: ShownMatrix): Figure {
  const { mutedText, text, fontSize, axis } = figureTheme;
  const cellWidth = Math.min(60, Math.floor((width - labelWidth - 16) / Math.max(1, labels.length)));
  const top = figureHead + rowHeight + 4;
  const middle = (column: number) => labelWidth + (column + 0.5) * cellWidth;
  const baseline = (row: number) => top + row * rowHeight + 13;
  const centered = (x: number, y: number, fill: string, content: string) =>
    element('text', { x, y, fill, 'text-anchor': 'middle' }, content);
  const cells = rows.flatMap(([label = '', ...counts], row) => [
    element(
      'text',
      { x: labelWidth - 6, y: baseline(row), fill: mutedText, 'text-anchor': 'end' },
      shortened(label, labelWidth - 14, fontSize),
    ),
    ...counts.flatMap((count, column) => {
      const shade = shades[row]?.[column + 1];
      const cell = {
        x: labelWidth + column * cellWidth,
        y: top + row * rowHeight,
        width: cellWidth,
        height: rowHeight,
      };
      const fits = count !== '0' && textWidth(count, fontSize) <= cellWidth - 2;
      return [
        shade ? element('rect', { ...cell, fill: onWhite(shade) }) : '',
        fits ? centered(middle(column), baseline(row), text, count) : '',
      ];
    }),
  ]);
  const bottom = top + rows.length * rowHeight;
  const right = labelWidth + labels.length * cellWidth;
  const frame = `M${labelWidth},${top}H${right}V${bottom}H${labelWidth}Z`;
  const caption = `rows: true class · columns: predicted class${more > 0 ? ` · ${more} more classes` : ''}`;
  return titledFigure(title, caption, { width, height: bottom + 14 }, [
    ...labels.map((label, column) =>
      centered(middle(column), top - 6, mutedText, shortened(label, cellWidth - 2, fontSize)),
    ),
    ...cells,
    element('path', { d: frame, stroke: axis, fill: 'none' }),
  ]);
}

/** Returns a shade on a white background. */
function onWhite(shade: Shade): string {
  const channels = shadeColor(shade).map((value) => Math.round(255 + (value - 255) * shade.opacity));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
