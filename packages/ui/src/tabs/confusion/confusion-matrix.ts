import { fieldsOf, listOf } from '../../text/untrusted-json.ts';

/** Something that fell into a cell: a text, the address of a page, an image of the experiment, or a number. */
export interface Sample {
  readonly text: string;
  /** The id of an image among the files, where it is one. */
  readonly assetId: string | null;
}

/** How often each true class (a row) was taken for each class (a column). */
export interface ConfusionMatrix {
  readonly title: string;
  readonly rowLabel: string;
  readonly columnLabel: string;
  readonly labels: readonly string[];
  readonly counts: readonly (readonly number[])[];
  samples(row: number, column: number): readonly Sample[];
}

/** What a cell's value is a share of. */
export type Normalisation = 'none' | 'row' | 'column' | 'all';

/** How well one class is told from the others. */
export interface ClassScore {
  readonly label: string;
  /** How many there were. */
  readonly support: number;
  /** The three are null where nothing was there to divide by. */
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
}

/** A class taken for another one. */
export interface Confusion {
  readonly row: number;
  readonly column: number;
  readonly count: number;
  /** Of all of the true class. */
  readonly share: number;
}

/** A text, or a number as one: classes and positions are often numbered. */
const wordOf = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : otherwise;

/** The largest matrix that is read: what is larger is no longer looked at cell by cell. */
const maxClasses = 2000;

/** A matrix as the SDK writes it; null for anything else. The value comes from a file: nothing in it is taken for granted. */
export function confusionMatrix(value: unknown): ConfusionMatrix | null {
  const { title, labels, matrix, rowLabel, columnLabel, sampleMatrix } = fieldsOf(value);
  const rows = listOf(matrix);
  const size = rows.length;
  if (size === 0 || size > maxClasses || !rows.every((row) => listOf(row).length === size)) return null;
  const counts = rows.map((row) => listOf(row).map((cell) => (Number.isFinite(Number(cell)) ? Number(cell) : 0)));
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

/** Counts of each row, of each column, and of all. */
export function totalsOf({ counts }: Pick<ConfusionMatrix, 'counts'>) {
  const rows = counts.map(sum);
  const columns = counts.map((_, column) => sum(counts.map((row) => row[column] ?? 0)));
  return { rows, columns, all: sum(rows) };
}

/** The values of the cells: counts, or shares of a row, a column or all, where an empty one has none but zeros. */
export function normalised({ counts }: Pick<ConfusionMatrix, 'counts'>, by: Normalisation): number[][] {
  const totals = totalsOf({ counts });
  const divisor = (row: number, column: number) =>
    by === 'row' ? totals.rows[row]! : by === 'column' ? totals.columns[column]! : totals.all;
  return counts.map((cells, row) =>
    cells.map((count, column) => (by === 'none' ? count : count === 0 ? 0 : count / divisor(row, column))),
  );
}

/** Precision, recall and F1 of each class, in the order of the labels. */
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

/** The share of all that was taken for what it is; null for an empty matrix. */
export function accuracyOf({ counts }: Pick<ConfusionMatrix, 'counts'>): number | null {
  const { all } = totalsOf({ counts });
  return all === 0 ? null : sum(counts.map((row, index) => row[index] ?? 0)) / all;
}

/** What is taken for something else most often, most often first. */
export function topConfusions({ counts }: Pick<ConfusionMatrix, 'counts'>, most: number): Confusion[] {
  const totals = totalsOf({ counts });
  const found: Confusion[] = [];
  counts.forEach((cells, row) => {
    cells.forEach((count, column) => {
      if (row !== column && count > 0) found.push({ row, column, count, share: count / totals.rows[row]! });
    });
  });
  return found.sort((a, b) => b.count - a.count || b.share - a.share).slice(0, most);
}
