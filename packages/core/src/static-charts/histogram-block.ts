import { countText } from '../charts/count-text.ts';
import { evenBins, type Histogram, histogramsOf, quantile, rangeOf } from '../charts/histogram.ts';
import { compareNames } from '../charts/name-order.ts';
import { limitedTable } from '../snapshots/static-table.ts';
import type { Figure } from './figure.ts';
import { fileJson } from './file-json.ts';
import { histogramFigure } from './histogram-figure.ts';
import type { StaticBlock } from './static-block.ts';

/** Histogram file with its text; null when the text is not held. */
interface HistogramFile {
  readonly name: string;
  readonly step: number | null;
  readonly json: string | null;
}

const shares = [0, 0.25, 0.5, 0.75, 1];
const columns = ['histogram', 'step', 'values', 'min', '25%', 'median', '75%', 'max', 'distribution'];
const rowLimit = 40;
const figureLimit = 6;

const heights = '▁▂▃▄▅▆▇█';
const barCount = 12;

/**
 * Returns the quantiles of histograms by name, the newest step first, with bars of their distribution. Of files of one
 * step, which are in order, the first replaces the others.
 */
export function histogramBlock(files: readonly HistogramFile[]): StaticBlock {
  const ordered = [...files].sort((a, b) => compareNames(a.name, b.name));
  const seen = new Set<string>();
  const isFirst = (name: string, step: number | null) => {
    const key = JSON.stringify([name, step]);
    return step === null || (!seen.has(key) && seen.add(key));
  };
  const all = ordered
    .flatMap(({ name, step, json }) => histogramsOf(fileJson(json), step).map((one) => ({ name, ...one })))
    .filter(({ name, step }) => isFirst(name, step));
  const rows = all.map(({ name, step, histogram }) => [
    name,
    step === null ? '' : String(step),
    countText(histogram.total),
    ...shares.map((share) => String(Number(quantile(histogram, share).toPrecision(3)))),
    bars(histogram),
  ]);
  return { kind: 'table', table: limitedTable(columns, rows, rowLimit), figures: () => newestFigures(all) };
}

/** Draws the histogram of the newest step of each name. */
function newestFigures(
  all: readonly { readonly name: string; readonly step: number | null; readonly histogram: Histogram }[],
): Figure[] {
  const newest = new Map<string, (typeof all)[number]>();
  for (const one of all) {
    const known = newest.get(one.name);
    if (known === undefined || (one.step ?? 0) > (known.step ?? 0)) newest.set(one.name, one);
  }
  return [...newest.values()]
    .slice(0, figureLimit)
    .map(({ name, step, histogram }) => histogramFigure(name, step, histogram));
}

/** Returns one block character for each part of the range. */
function bars(histogram: Histogram): string {
  const [low, high] = rangeOf([histogram], 0.98);
  const counts = evenBins(histogram, low, high, barCount);
  const highest = Math.max(...counts);
  if (highest === 0) return '';
  return Array.from(counts, (count) => heights[Math.ceil((count / highest) * (heights.length - 1))]).join('');
}
