import type { Points } from './metric-chunk.ts';

/** Returns the points at the given indices, in that order. */
export function pickPoints(points: Points, indices: readonly number[]): Points {
  const pick = (column: Float64Array) => Float64Array.from(indices, (index) => column[index]!);
  return {
    values: pick(points.values),
    steps: pick(points.steps),
    epochs: pick(points.epochs),
    timestamps: pick(points.timestamps),
  };
}

/** Returns the points sorted by step; unchanged if a step is missing or they are already sorted. */
export function orderBySteps(points: Points): Points {
  const { steps } = points;
  let ordered = true;
  for (let index = 0; index < steps.length; index++) {
    if (Number.isNaN(steps[index]!)) return points;
    if (index > 0 && steps[index]! < steps[index - 1]!) ordered = false;
  }
  if (ordered) return points;
  const indices = Array.from(steps, (_, index) => index).sort((a, b) => steps[a]! - steps[b]!);
  return pickPoints(points, indices);
}

/**
 * Returns, for each series, the points at the steps that all series have. If a series has a step twice, its last
 * point is used.
 */
export function joinBySteps(series: readonly Points[]): Points[] {
  const positions = series.map((points) => {
    const at = new Map<number, number>();
    points.steps.forEach((step, index) => {
      if (!Number.isNaN(step)) at.set(step, index);
    });
    return at;
  });
  const [first, ...others] = positions;
  if (first === undefined) return [];
  const steps = [...first.keys()].filter((step) => others.every((at) => at.has(step))).sort((a, b) => a - b);
  return series.map((points, which) =>
    pickPoints(
      points,
      steps.map((step) => positions[which]!.get(step)!),
    ),
  );
}
