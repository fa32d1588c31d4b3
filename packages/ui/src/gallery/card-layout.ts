import type { MetricChart, MetricGroup } from '@tracklens/core/charts';

/** Height of a plot, and minimum height of its card in pixels, which is that of most cards with a chart. */
export const plotHeight = 220;
export const cardHeight = 280;

/** Gap between cards and the minimum width of a card in pixels, as in `.tl-chart-grid`. */
const gap = 10;
const minWidth = 340;

/** Height of a group's heading and gap between groups in pixels. */
const headingHeight = 36;
const groupGap = 8;

/** Number of cards in a block. Most numbers of columns divide it, so that each block consists of whole rows. */
export const blockSize = 60;

/** Returns the number of columns of long groups: as many as fit, or one less where rows would not fill a block. */
export function columnsIn(width: number): number {
  let columns = Math.min(blockSize, Math.max(1, Math.floor((width + gap) / (minWidth + gap))));
  while (blockSize % columns !== 0) columns--;
  return columns;
}

/** Position of an item in a list. */
export interface ListPlace {
  readonly index: number;
  readonly count: number;
}

/** Returns the attributes of a list item with its position, which screen readers announce. */
export const listItem = ({ index, count }: ListPlace) =>
  ({ role: 'listitem', 'aria-posinset': index + 1, 'aria-setsize': count }) as const;

/** Rows of a long list, as texts, and their height in pixels. */
export interface BlockRows {
  readonly texts: readonly string[];
  readonly height: number;
}

/** Returns the rows of cards in columns. */
export function cardRows(charts: readonly MetricChart[], columns: number): BlockRows {
  const titles = charts.map(({ title }) => title);
  const texts: string[] = [];
  for (let index = 0; index < titles.length; index += columns)
    texts.push(titles.slice(index, index + columns).join('  '));
  return { texts, height: texts.length * (cardHeight + gap) - gap };
}

/** Returns the rows of cards of several groups with their headings; a collapsed group has only its heading. */
export function groupRows(
  groups: readonly MetricGroup[],
  isOpen: (group: MetricGroup) => boolean,
  columns: number,
): BlockRows {
  const parts = groups.map((group) => {
    const { texts, height } = isOpen(group) ? cardRows(group.charts, columns) : { texts: [group.prefix], height: 0 };
    return { texts, height: height + (group.prefix === '' ? 0 : headingHeight) };
  });
  return {
    texts: parts.flatMap(({ texts }) => texts),
    height: parts.reduce((sum, { height }) => sum + height + groupGap, -groupGap),
  };
}

/** Splits a list into blocks of consecutive items. */
export function blocksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
