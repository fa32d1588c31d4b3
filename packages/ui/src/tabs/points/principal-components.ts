/** Number of iterations for each component; enough for a drawing. */
const iterations = 24;
/** Maximum number of products in one iteration, which bounds the time. */
const maxProducts = 4_000_000;

/** Vectors of equal length, one after the other. */
export interface Vectors {
  readonly values: Float32Array;
  readonly count: number;
  readonly size: number;
}

/** Subtracts the mean of each dimension. */
function centered({ values, count, size }: Vectors): Float64Array {
  const result = Float64Array.from(values);
  for (let axis = 0; axis < size; axis++) {
    let sum = 0;
    for (let row = 0; row < count; row++) sum += result[row * size + axis]!;
    for (let row = 0; row < count; row++) result[row * size + axis]! -= sum / count;
  }
  return result;
}

/** Returns the length of a vector, which gets the length 1. */
function normalize(vector: Float64Array): number {
  const length = Math.hypot(...vector);
  if (length > 0) for (let at = 0; at < vector.length; at++) vector[at]! /= length;
  return length;
}

/** Returns the direction of largest variance by power iteration over every `step`-th vector. */
function direction(rows: Float64Array, size: number, count: number, step: number): Float64Array {
  let axis = Float64Array.from({ length: size }, (_, at) => 1 + (at % 7) / 7);
  normalize(axis);
  for (let round = 0; round < iterations; round++) {
    const next = new Float64Array(size);
    for (let row = 0; row < count; row += step) {
      let product = 0;
      for (let at = 0; at < size; at++) product += rows[row * size + at]! * axis[at]!;
      for (let at = 0; at < size; at++) next[at]! += product * rows[row * size + at]!;
    }
    if (normalize(next) === 0) return next;
    axis = next;
  }
  return axis;
}

/** Returns the first three principal components of vectors as positions: x, y and z of each. Missing ones are 0. */
export function principalComponents(vectors: Vectors): Float32Array {
  const { count, size } = vectors;
  const rows = centered(vectors);
  const positions = new Float32Array(count * 3);
  const step = Math.max(1, Math.ceil((count * size) / maxProducts));
  for (let component = 0; component < Math.min(3, size); component++) {
    const axis = direction(rows, size, count, step);
    for (let row = 0; row < count; row++) {
      let product = 0;
      for (let at = 0; at < size; at++) product += rows[row * size + at]! * axis[at]!;
      positions[row * 3 + component] = product;
      for (let at = 0; at < size; at++) rows[row * size + at]! -= product * axis[at]!;
    }
  }
  return positions;
}
