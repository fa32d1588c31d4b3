import { naturalOrder } from '../../text/text-order.ts';

/** Colors of points by their labels, with a legend. */
export interface LabelColors {
  readonly colors: readonly string[];
  readonly legend: readonly { readonly label: string; readonly color: string }[];
  /** Number of labels that share the last color because there are more than colors. */
  readonly others: number;
}

/** Colors from low to high numbers, as they are used for heat maps; readable on light and dark grounds. */
const low = [70, 110, 220];
const high = [235, 130, 40];

const between = (share: number) =>
  `rgb(${low.map((value, at) => Math.round(value + (high[at]! - value) * share)).join(' ')})`;

/** Returns colors for labels: a scale for more numbers than colors, otherwise a color for each label. */
export function labelColors(labels: readonly string[], palette: readonly string[], rest: string): LabelColors {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const numbers = labels.map(Number);
  if (counts.size > palette.length && labels.every((label, at) => label !== '' && Number.isFinite(numbers[at]))) {
    const least = numbers.reduce((a, b) => Math.min(a, b));
    const most = numbers.reduce((a, b) => Math.max(a, b));
    const colors = numbers.map((value) => between((value - least) / (most - least || 1)));
    const legend = [least, most].map((value, at) => ({ label: String(value), color: between(at) }));
    return { colors, legend, others: 0 };
  }
  const common = [...counts].sort(([, a], [, b]) => b - a).slice(0, palette.length);
  const shown = common.map(([label]) => label).sort(naturalOrder);
  const byLabel = new Map(shown.map((label, at) => [label, palette[at]!]));
  return {
    colors: labels.map((label) => byLabel.get(label) ?? rest),
    legend: shown.map((label) => ({ label, color: byLabel.get(label)! })),
    others: counts.size - shown.length,
  };
}
