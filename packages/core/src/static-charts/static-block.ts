import { countText } from '../charts/count-text.ts';
import { escapedMarkup } from '../charts/svg-element.ts';
import { shortenedEnd } from '../snapshots/shortened-end.ts';
import type { ChartImage } from '../snapshots/snapshot-chart.ts';
import type { StaticTable } from '../snapshots/static-table.ts';
import type { Figure } from './figure.ts';
import { imageFigures, type StaticImage } from './image-figure.ts';
import { markdownHtml } from './markdown-html.ts';

/** Part of the static form of a view, which is written as HTML and as text. */
export type StaticBlock =
  | { readonly kind: 'charts'; readonly charts: readonly ChartImage[] }
  | StaticTableBlock
  | StaticTextBlock
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'images'; readonly images: readonly StaticImage[] };

/** Text in the static form of a view. */
export interface StaticTextBlock {
  readonly kind: 'text';
  readonly title?: string;
  readonly text: string;
  readonly markdown?: boolean;
  /** Whether it is one of many files, which are shown as far as other texts leave space. */
  readonly file?: boolean;
}

/** Table in the static form of a view. */
interface StaticTableBlock {
  readonly kind: 'table';
  readonly title?: string;
  readonly table: StaticTable;
  readonly shades?: CellShades;
  /** Draws what the table describes, for forms that are images. */
  figures?(): readonly Figure[];
}

/** CSS colors behind the cells of a table, by row and column; empty for none. */
type CellShades = readonly (readonly string[])[];

/** Maximum number of characters of a table cell: on a page, and in a terminal. */
const htmlCell = 120;
const textCell = 40;

/** Maximum number of lines of a text block in a terminal. */
const textLines = 30;

/** Returns whether a block shows something. */
export function isFilled(block: StaticBlock): boolean {
  if (block.kind === 'table') return block.table.rows.length + block.table.more > 0;
  return block.kind !== 'images' || block.images.length > 0;
}

/** Returns the figures of a block. */
export function blockFigures(block: StaticBlock): readonly Figure[] {
  switch (block.kind) {
    case 'charts':
      return block.charts;
    case 'table':
      return block.figures?.() ?? [];
    case 'images':
      return imageFigures(block.images);
    case 'text':
    case 'note':
      return [];
  }
}

/** Writes a block as HTML without scripts. All text is escaped. */
export function blockHtml(block: StaticBlock): string {
  switch (block.kind) {
    case 'charts': {
      const images = block.charts.map(
        ({ svg, alt }) =>
          `<img alt="${escapedMarkup(alt)}" src="data:image/svg+xml;base64,${btoa(asciiMarkup(svg))}" style="max-width:100%">`,
      );
      return images.length === 0 ? '' : `<p>${images.join(' ')}</p>`;
    }
    case 'table':
      return heading(block.title) + htmlTable(block.table, block.shades);
    case 'text':
      if (block.markdown) return `${heading(block.title)}<div>${markdownHtml(block.text)}</div>`;
      return `${heading(block.title)}<pre style="white-space:pre-wrap;font-family:monospace">${escapedMarkup(block.text)}</pre>`;
    case 'note':
      return `<p>${escapedMarkup(block.text)}</p>`;
    case 'images': {
      const figures = block.images.map(
        ({ source, caption }) =>
          `<figure style="display:inline-block;margin:4px"><img alt="${escapedMarkup(caption)}" src="${escapedMarkup(source)}" style="max-width:100%;max-height:160px"><figcaption><small>${escapedMarkup(shortenedEnd(caption, 60))}</small></figcaption></figure>`,
      );
      return figures.length === 0 ? '' : `<div>${figures.join('')}</div>`;
    }
  }
}

/** Writes a block as lines of text for a terminal. */
export function blockLines(block: StaticBlock): string[] {
  switch (block.kind) {
    case 'charts':
      return [];
    case 'table':
      return [...titleLine(block), ...textTable(block.table)];
    case 'text': {
      const lines = block.text.split('\n').map(indentedLine);
      const rest = lines.length - textLines;
      return [
        ...titleLine(block),
        ...lines.slice(0, textLines),
        ...(rest > 0 ? [`${countText(rest)} more lines`] : []),
      ];
    }
    case 'note':
      return [oneLine(block.text, 400)];
    case 'images':
      return block.images.map(({ caption }) => oneLine(caption, 200));
  }
}

const titleLine = ({ title }: { readonly title?: string }) => (title ? [oneLine(title, 200)] : []);

/** Formats text for a terminal: on one line, without control characters. */
export function oneLine(text: string, limit = textCell): string {
  return shortenedEnd(text.replace(/[\p{C}\s]+/gu, ' ').trim(), limit);
}

/** Formats a line of a text for a terminal: without control characters, with its indentation. */
const indentedLine = (line: string) =>
  shortenedEnd(
    line
      .replaceAll('\t', '    ')
      .replace(/\p{C}+/gu, ' ')
      .trimEnd(),
    200,
  );

const heading = (title: string | undefined) =>
  title === undefined ? '' : `<p><strong>${escapedMarkup(title)}</strong></p>`;

function htmlTable({ columns, rows, more }: StaticTable, shades: CellShades = []): string {
  const aligned = columns.map((_, index) =>
    index > 0 && rows.every((cells) => isNumeric(cells[index])) ? 'right' : 'left',
  );
  const padding = shades.length > 0 ? '2px 6px' : '2px 12px 2px 0';
  const cell = (tag: string, text: string, index: number, shade = '') =>
    `<${tag} style="text-align:${aligned[index]};padding:${padding}${shade && `;background:${shade}`}">${escapedMarkup(shortenedEnd(text, htmlCell))}</${tag}>`;
  const row = (tag: string, cells: readonly string[], shade: readonly string[] = []) =>
    `<tr>${cells.map((text, index) => cell(tag, text, index, shade[index])).join('')}</tr>`;
  const body = rows.map((cells, index) => row('td', cells, shades[index])).join('');
  const rest = more > 0 ? `<p><small>${countText(more)} more</small></p>` : '';
  return `<table><thead>${row('th', columns)}</thead><tbody>${body}</tbody></table>${rest}`;
}

/** Returns whether a cell is empty or a number. Long texts are not tested, which would take quadratic time. */
const isNumeric = (text = '') =>
  text === '' || (text.length <= htmlCell && /^[-+]?[\d,]*\.?\d+(e[-+]?\d+)?$|^NaN$|^[-+]?Infinity$/i.test(text));

/** Formats a table for a terminal, without empty columns if it has rows. */
function textTable({ columns, rows, more }: StaticTable): string[] {
  const shown = [columns, ...rows].map((row) => row.map((text) => oneLine(text)));
  const filled = columns
    .map((_, column) => column)
    .filter((column) => rows.length === 0 || shown.slice(1).some((row) => row[column]));
  const widths = filled.map((column) => Math.max(...shown.map((row) => row[column]!.length)));
  const lines = shown.map((row) =>
    filled
      .map((column, index) => row[column]!.padEnd(widths[index]!))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, ...(more > 0 ? [`${countText(more)} more`] : [])];
}

/** Writes other characters than ASCII as references, so that the text is its own encoding in UTF-8. */
function asciiMarkup(svg: string): string {
  return svg.replace(/[^\0-\x7f]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}
