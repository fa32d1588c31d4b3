import type { ChartModel } from './chart-model.ts';
import { countText, valueText } from './number-text.ts';

/** How many of a chart's points its picture holds. */
export interface ShownPoints {
  /** Points drawn. */
  readonly shown: number;
  /** Points in the window, or logged in all when nothing is zoomed. */
  readonly total: number;
  readonly zoomed: boolean;
}

const plural = (count: number, one: string, many = `${one}s`) => `${countText(count)} ${count === 1 ? one : many}`;

const bandTexts = {
  std: ' ± standard deviation',
  stderr: ' ± standard error',
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
  const [first] = model.lines;
  if (model.lines.length === 1 && first && first.series.y.length > 0) {
    parts.push(`from ${valueText(first.series.y[0]!)} to ${valueText(first.series.y.at(-1)!)}`);
  }
  parts.push(captionText(model, points));
  return `${parts.join(', ')}.`;
}
