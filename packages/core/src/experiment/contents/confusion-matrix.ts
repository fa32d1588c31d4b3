import type { Numbers } from '../../contract/curve.ts';

/** Example of a cell: the index of a value, a text or link, or an asset of the experiment. */
export type MatrixExample = number | string | AssetExample;

/** Asset of the experiment as the example of a cell. */
export interface AssetExample {
  /** Index of the value. */
  readonly index?: number;
  /** Name of the example. */
  readonly sample: string;
  /** Id of the asset; null for a text. */
  readonly assetId: string | null;
}

/** True or predicted categories: an index for each value, or a vector with a weight for each category. */
export type Categories = Numbers | readonly Numbers[];

/** Values and labels of a confusion matrix. */
export interface MatrixData {
  /** True category of each value, with `yPredicted`. */
  readonly yTrue?: Categories | undefined;
  /** Predicted category of each value, with `yTrue`. */
  readonly yPredicted?: Categories | undefined;
  /** Counts by true and predicted category, in place of `yTrue` and `yPredicted`. */
  readonly matrix?: readonly Numbers[] | undefined;
  /** Names of the categories. Default: their indexes. */
  readonly labels?: readonly string[] | undefined;
  /** Title. Default: `Confusion Matrix`. */
  readonly title?: string | undefined;
  /** Label of the rows. Default: `Actual Category`. */
  readonly rowLabel?: string | undefined;
  /** Label of the columns. Default: `Predicted Category`. */
  readonly columnLabel?: string | undefined;
  /** Maximum number of examples of a cell. Default: 25. */
  readonly maxExamplesPerCell?: number | undefined;
  /** Maximum number of categories; the ones with the fewest correct values are logged. Default: 25. */
  readonly maxCategories?: number | undefined;
  /** Indexes of the categories to log. */
  readonly selected?: readonly number[] | undefined;
  /** Returns the category of a vector. Default: the index of its largest element. */
  readonly winnerFunction?: ((vector: Numbers) => number) | undefined;
  /** Returns the example for a value. Default: its index. */
  readonly indexToExampleFunction?: ((index: number) => MatrixExample | Promise<MatrixExample>) | undefined;
}

/** Confusion matrix as the SDK writes it. */
export interface ConfusionMatrix {
  readonly version: 1;
  readonly title: string;
  readonly labels: readonly string[];
  readonly matrix: readonly (readonly number[])[];
  readonly rowLabel: string;
  readonly columnLabel: string;
  readonly maxSamplesPerCell: number;
  readonly sampleMatrix: readonly (readonly unknown[])[] | null;
  readonly type: string | null;
}

/** Counted values, without a matrix: there may be very many categories, such as the tokens of a vocabulary. */
interface Counted {
  /** Number of categories. */
  readonly size: number;
  readonly countOf: (row: number, column: number) => number;
  /** Indexes of the values of each cell, by `row,column`. Empty where only the counts are known. */
  readonly cells: ReadonlyMap<string, readonly number[]>;
}

/** Thrown for data that is not a confusion matrix. */
export class MatrixError extends Error {}

const isVector = (value: unknown): value is Numbers => Array.isArray(value) || ArrayBuffer.isView(value);
const isIndex = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
const cellOf = (row: number, column: number) => `${row},${column}`;

function largestIndex(vector: Numbers): number {
  let best = 0;
  for (let index = 1; index < vector.length; index++) if (vector[index]! > vector[best]!) best = index;
  return best;
}

/** Returns the category of each value, and the number of categories that this implies. */
function categoriesOf(name: string, categories: Categories, winner: (vector: Numbers) => number) {
  const found = Array.from(categories as readonly unknown[], (one) => (isVector(one) ? winner(one) : one));
  if (found.length === 0 || !found.every(isIndex)) {
    throw new MatrixError(`${name} must be a list of category indexes, or of vectors, and must not be empty`);
  }
  const [first] = categories as readonly unknown[];
  const width = isVector(first) ? first.length : 0;
  return { found, size: found.reduce((size, one) => Math.max(size, one + 1), width) };
}

function countedPairs({ yTrue, yPredicted, winnerFunction = largestIndex, labels = [] }: MatrixData): Counted {
  if (yTrue === undefined || yPredicted === undefined) {
    throw new MatrixError('give a matrix, or yTrue and yPredicted');
  }
  const actual = categoriesOf('yTrue', yTrue, winnerFunction);
  const predicted = categoriesOf('yPredicted', yPredicted, winnerFunction);
  if (actual.found.length !== predicted.found.length) {
    const lengths = `these have lengths ${actual.found.length} and ${predicted.found.length}`;
    throw new MatrixError(`yTrue and yPredicted must have the same length; ${lengths}`);
  }
  const cells = new Map<string, number[]>();
  for (const [index, row] of actual.found.entries()) {
    const cell = cellOf(row, predicted.found[index]!);
    const known = cells.get(cell);
    if (known) known.push(index);
    else cells.set(cell, [index]);
  }
  const size = Math.max(actual.size, predicted.size, labels.length);
  return { size, countOf: (row, column) => cells.get(cellOf(row, column))?.length ?? 0, cells };
}

function countedMatrix({ matrix = [], labels = [] }: MatrixData): Counted {
  const isSquare = isVector(matrix) && matrix.every((row) => isVector(row) && row.length === matrix.length);
  const isCounts = isSquare && matrix.every((row) => Array.from(row).every((count) => Number.isFinite(count)));
  if (!isCounts || matrix.length === 0) throw new MatrixError('the matrix must be square, with a number in each cell');
  const size = Math.max(matrix.length, labels.length);
  return { size, countOf: (row, column) => Math.max(0, Math.trunc(matrix[row]?.[column] ?? 0)), cells: new Map() };
}

/** Returns the indexes of the categories with the fewest correct values; of equally many, the first. */
function leastCorrect({ size, countOf }: Counted, limit: number): readonly number[] {
  const without: number[] = [];
  const others: number[] = [];
  for (let index = 0; index < size && without.length < limit; index++) {
    (countOf(index, index) === 0 ? without : others).push(index);
  }
  others.sort((first, second) => countOf(first, first) - countOf(second, second));
  return [...without, ...others].slice(0, limit).sort((first, second) => first - second);
}

/** Returns the indexes of the categories that are logged. */
function chosen(counted: Counted, { selected, maxCategories = 25 }: MatrixData): readonly number[] {
  const { size } = counted;
  if (selected === undefined) return leastCorrect(counted, Math.min(size, maxCategories));
  if (selected.every((index) => isIndex(index) && index < size)) return selected.toSorted((a, b) => a - b);
  throw new MatrixError(`selected must have indexes of categories, below ${size}`);
}

/** Returns at most `limit` of some indexes, evenly spaced. */
function sampled(indexes: readonly number[], limit: number): readonly number[] {
  if (indexes.length <= limit) return indexes;
  return Array.from({ length: limit }, (_, at) => indexes[Math.floor((at * indexes.length) / limit)]!);
}

function exampleType(example: MatrixExample): string {
  if (typeof example === 'number') return 'integer';
  if (typeof example === 'object') return example.assetId === null ? 'string' : 'image';
  return /^https?:/.test(example) ? 'link' : 'string';
}

function exampleRecord(example: MatrixExample, index: number): unknown {
  if (typeof example === 'number') return example;
  return typeof example === 'string' ? { index, sample: example, assetId: null } : { index, ...example };
}

/** Returns the examples of all chosen cells, and their type. */
async function examplesOf(
  { cells }: Counted,
  shown: readonly number[],
  { maxExamplesPerCell = 25, indexToExampleFunction = (index) => index }: MatrixData,
): Promise<Pick<ConfusionMatrix, 'sampleMatrix' | 'type'>> {
  if (cells.size === 0) return { sampleMatrix: null, type: null };
  let type: string | null = null;
  const sampleMatrix: unknown[][] = [];
  for (const row of shown) {
    const samples: unknown[] = [];
    for (const column of shown) {
      const indexes = sampled(cells.get(cellOf(row, column)) ?? [], maxExamplesPerCell);
      const records: unknown[] = [];
      for (const index of indexes) {
        const example = await indexToExampleFunction(index);
        type = exampleType(example);
        records.push(exampleRecord(example, index));
      }
      samples.push(records.length === 0 ? null : records);
    }
    sampleMatrix.push(samples);
  }
  return type === null ? { sampleMatrix: null, type } : { sampleMatrix, type };
}

/**
 * Returns a confusion matrix.
 *
 * @throws MatrixError for data that is not one
 */
export async function confusionMatrix(data: MatrixData): Promise<ConfusionMatrix> {
  const { labels, matrix } = data;
  if (matrix !== undefined && (data.yTrue !== undefined || data.yPredicted !== undefined)) {
    throw new MatrixError('give a matrix, or yTrue and yPredicted, not both');
  }
  const counted = matrix === undefined ? countedPairs(data) : countedMatrix(data);
  const { size, countOf } = counted;
  if (labels !== undefined && labels.length < size) {
    throw new MatrixError(`there are ${size} categories, but ${labels.length} labels`);
  }
  const shown = chosen(counted, data);
  return {
    version: 1,
    title: data.title ?? 'Confusion Matrix',
    labels: shown.map((index) => labels?.[index] ?? String(index)),
    matrix: shown.map((row) => shown.map((column) => countOf(row, column))),
    rowLabel: data.rowLabel ?? 'Actual Category',
    columnLabel: data.columnLabel ?? 'Predicted Category',
    maxSamplesPerCell: data.maxExamplesPerCell ?? 25,
    ...(await examplesOf(counted, shown, data)),
  };
}
