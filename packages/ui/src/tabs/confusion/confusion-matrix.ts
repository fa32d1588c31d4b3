import { fieldsOf, listOf } from '@tracklens/core/untrusted-json';

/** Sample of a cell: a text, a URL, an image of the experiment, or a number. */
interface Sample {
  readonly text: string;
  /** Asset id of an image, or null. */
  readonly assetId: string | null;
}

/** Confusion matrix: the count of each predicted class (column) per true class (row). */
export interface ConfusionMatrix {
  readonly title: string;
  readonly rowLabel: string;
  readonly columnLabel: string;
  readonly labels: readonly string[];
  readonly counts: readonly (readonly number[])[];
  samples(row: number, column: number): readonly Sample[];
}

/** Total by which cells are divided. */
export type Normalization = 'none' | 'row' | 'column' | 'all';

/** Scores of one class. */
export interface ClassScore {
  readonly label: string;
  /** Number of samples of the class. */
  readonly support: number;
  /** Precision, recall and F1 are null where their divisor is zero. */
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
}

/** Number of samples of one class that were predicted as another. */
export interface Confusion {
  readonly row: number;
  readonly column: number;
  readonly count: number;
  /** Share of all samples of the true class. */
  readonly share: number;
}

/** Returns a string, or a number as a string: classes and indexes are often numbers. */
const wordOf = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : otherwise;

/** Returns a number, or a string as a number; 0 for anything else. */
function countOf(value: unknown): number {
  const count = Number(wordOf(value));
  return Number.isFinite(count) ? count : 0;
}

/** Maximum number of classes. Larger matrices are not parsed. */
const maxClasses = 2000;

/**
 * Parses a matrix as the SDK writes it; null for anything else. The file is untrusted, so every field is validated.
 */
export function confusionMatrix(value: unknown): ConfusionMatrix | null {
  const { title, labels, matrix, rowLabel, columnLabel, sampleMatrix } = fieldsOf(value);
  const rows = listOf(matrix);
  const size = rows.length;
  if (size === 0 || size > maxClasses || !rows.every((row) => listOf(row).length === size)) return null;
  const counts = rows.map((row) => listOf(row).map(countOf));
  const names = listOf(labels);
  return {
    title: wordOf(title) || 'Confusion matrix',
    rowLabel: wordOf(rowLabel) || 'Actual category',
    columnLabel: wordOf(columnLabel) || 'Predicted category',
    labels: rows.map((_, index) => wordOf(names[index], String(index))),
    counts,
    samples: (row, column) => listOf(listOf(listOf(sampleMatrix)[row])[column]).flatMap(sampleOf),
  };
}

function sampleOf(value: unknown): Sample[] {
  if (typeof value === 'number' || typeof value === 'string') return [{ text: String(value), assetId: null }];
  const { sample, assetId, index } = fieldsOf(value);
  const text = wordOf(sample) || (index === undefined ? '' : `#${wordOf(index)}`);
  return text === '' && !assetId ? [] : [{ text, assetId: wordOf(assetId) || null }];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Returns the totals of the rows, of the columns, and of all. */
export function totalsOf({ counts }: Pick<ConfusionMatrix, 'counts'>) {
  const rows = counts.map(sum);
  const columns = counts.map((_, column) => sum(counts.map((row) => row[column] ?? 0)));
  return { rows, columns, all: sum(rows) };
}

/** Returns the values of the cells: counts, or shares of a row, a column or all. Zero where the count is zero. */
export function normalized({ counts }: Pick<ConfusionMatrix, 'counts'>, by: Normalization): number[][] {
  const totals = totalsOf({ counts });
  const divisor = (row: number, column: number) =>
    by === 'row' ? totals.rows[row]! : by === 'column' ? totals.columns[column]! : totals.all;
  return counts.map((cells, row) =>
    cells.map((count, column) => (by === 'none' ? count : count === 0 ? 0 : count / divisor(row, column))),
  );
}

/** Returns precision, recall and F1 of each class, in the order of the labels. */
export function classScores({ counts, labels }: Pick<ConfusionMatrix, 'counts' | 'labels'>): ClassScore[] {
  const totals = totalsOf({ counts });
  return labels.map((label, index) => {
    const right = counts[index]?.[index] ?? 0;
    const support = totals.rows[index] ?? 0;
    const predicted = totals.columns[index] ?? 0;
    const precision = predicted > 0 ? right / predicted : null;
    const recall = support > 0 ? right / support : null;
    const f1 = support + predicted > 0 ? (2 * right) / (support + predicted) : null;
    return { label, support, precision, recall, f1 };
  });
}

/** Returns the share of correct predictions; null for an empty matrix. */
export function accuracyOf({ counts }: Pick<ConfusionMatrix, 'counts'>): number | null {
  const { all } = totalsOf({ counts });
  return all === 0 ? null : sum(counts.map((row, index) => row[index] ?? 0)) / all;
}

/** Returns the most frequent mistakes in descending order. */
export function topConfusions({ counts }: Pick<ConfusionMatrix, 'counts'>, limit: number): Confusion[] {
  const totals = totalsOf({ counts });
  const found: Confusion[] = [];
  counts.forEach((cells, row) => {
    cells.forEach((count, column) => {
      if (row !== column && count > 0) found.push({ row, column, count, share: count / totals.rows[row]! });
    });
  });
  return found.sort((a, b) => b.count - a.count || b.share - a.share).slice(0, limit);
}
