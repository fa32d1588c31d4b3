import type { ChartModel } from './chart-model.ts';
import { countText, valueText } from './number-text.ts';

/** How many of a chart's points its picture holds. */
export interface ShownPoints {
  /** Points drawn. */
  readonly shown: number;
  /** Points in the window, or logged in all when nothing is zoomed. */
  readonly total: number;
  readonly zoomed: boolean;
  /** Values above or below the picture. */
  readonly beyond?: number;
  /** Whether each point was to be drawn, and there are more than can be. */
  readonly tooMany?: boolean;
}

const plural = (count: number, one: string, many = `${one}s`) => `${countText(count)} ${count === 1 ? one : many}`;

const bandTexts = {
  std: ' ± standard deviation',
  stderr: ' ± standard error',
  ci95: ' with 95 % confidence interval',
  range: ', least to greatest',
  none: '',
} as const;

const groupedText = ({ center, band }: NonNullable<ChartModel['grouped']>) => center + bandTexts[band];

/** `500 of 12,431 points`, with what the drawing leaves out or marks. */
export function captionText(model: ChartModel, points: ShownPoints): string {
  const { shown, total } = points;
  const view = points.zoomed ? ' in view' : '';
  const { grouped } = model;
  const parts = [
    grouped
      ? `${groupedText(grouped)} of ${plural(grouped.experiments, 'experiment')} in ${plural(model.lines.length, 'group')}`
      : shown >= total
        ? plural(total, 'point') + view
        : `${countText(shown)} of ${plural(total, 'point')}${view}`,
  ];
  if (model.sampledTo !== null) parts.push(`service sends at most ${countText(model.sampledTo)} per series`);
  const { beyond = 0, tooMany = false } = points;
  if (tooMany) parts.push('too many to draw each, every extreme is there');
  if (beyond > 0) parts.push(`${plural(beyond, 'value')} outside the picture`);
  if (model.smoothedByIndex > 0) parts.push('half-life counted in points');
  if (model.nan > 0) parts.push(`${countText(model.nan)} NaN`);
  if (model.infinite > 0) parts.push(`${countText(model.infinite)} infinite`);
  if (model.nonPositive > 0) parts.push(`${countText(model.nonPositive)} not positive, left out of the log scale`);
  if (model.notes.has('index-for-step')) parts.push('no steps logged, so x is the index');
  if (model.notes.has('index-for-epoch')) parts.push('no epochs logged, so x is the index');
  const duplicates = model.notes.get('duplicate-x') ?? 0;
  if (duplicates > 0) parts.push(`${plural(duplicates, 'repeated x', 'repeated x')}, the last kept`);
  const withoutX = model.notes.get('without-x') ?? 0;
  if (withoutX > 0) parts.push(`${plural(withoutX, 'point')} without ${model.xTitle}`);
  const unreadable = model.notes.get('unreadable') ?? 0;
  if (unreadable > 0) parts.push(plural(unreadable, 'unreadable value'));
  if (model.notes.has('resumed')) parts.push('resumed runs drawn in parts');
  return parts.join(' · ');
}

/** The picture in words, for those who cannot see it. */
export function summaryText(model: ChartModel, points: ShownPoints): string {
  const parts = [
    `Line chart of ${model.metricName} over ${model.xTitle}`,
    plural(model.lines.length, model.grouped ? 'group' : 'experiment'),
  ];
  if (model.best) {
    const { line, index } = model.best;
    parts.push(`best ${valueText(line.series.y[index]!)} by ${line.label}`);
  }
  parts.push(...lastTexts(model));
  parts.push(captionText(model, points));
  return `${parts.join(', ')}.`;
}

/** How much of its range a line must gain or lose to be said to rise or fall. */
const steady = 0.05;

/** Where the lines end, and where they have been going. */
function lastTexts({ lines }: ChartModel): string[] {
  const drawn = lines.map((line) => line.drawn).filter((values) => values.length > 0);
  const [only] = drawn;
  if (only === undefined) return [];
  const last = (values: Float64Array) => values.at(-1)!;
  if (drawn.length === 1) {
    const way = { '-1': 'falling', '0': 'steady', '1': 'rising' }[trendOf(only)];
    return [`${way} from ${valueText(only[0]!)} to ${valueText(last(only))}`];
  }
  const ends = drawn.map(last);
  const ways = drawn.map(trendOf);
  const count = (way: string) => ways.filter((each) => each === way).length;
  const said = [
    [count('-1'), 'falling'],
    [count('1'), 'rising'],
    [count('0'), 'steady'],
  ] as const;
  return [
    `last values from ${valueText(Math.min(...ends))} to ${valueText(Math.max(...ends))}`,
    said.flatMap(([many, way]) => (many > 0 ? [`${countText(many)} ${way}`] : [])).join(' and '),
  ];
}

/** Whether a line rose or fell between the means of its first and its last tenth. */
function trendOf(values: Float64Array): '-1' | '0' | '1' {
  const part = Math.max(1, Math.floor(values.length / 10));
  const mean = (some: Float64Array) => some.reduce((sum, value) => sum + value / some.length, 0);
  const change = mean(values.subarray(-part)) - mean(values.subarray(0, part));
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  if (!(Math.abs(change) > steady * (greatest - least))) return '0';
  return change > 0 ? '1' : '-1';
}
