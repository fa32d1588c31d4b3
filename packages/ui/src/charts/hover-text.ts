import type { ChartModel, Zoom } from '@tracklens/core/charts';
import { countText, hoverValueText } from '../text/number-text.ts';
import { isoText, momentText, spanText } from '../text/time-text.ts';
import { counted, english, type Translate } from '../text/translate.ts';
import { tsvText } from './export/csv.ts';
import type { HoverValue } from './hover-value.ts';

/** Formats an x of a chart, without the axis title. */
export function positionText({ xKind, xExtent }: ChartModel, x: number, t: Translate = english): string {
  if (xKind === 'time') return momentText(x, t);
  if (xKind === 'duration') return spanText(x);
  if (Number.isInteger(x)) return countText(x);
  // The points of a vertical part of a curve differ by less than any digit that is shown.
  return hoverValueText(Math.abs(x) < (xExtent[1] - xExtent[0]) * 1e-9 ? 0 : x);
}

/** Formats an x of a chart, with the axis title where needed. */
export function xText(model: ChartModel, x: number, t: Translate = english): string {
  const position = positionText(model, x, t);
  return model.xKind === 'time' ? position : `${model.xTitle} ${position}`;
}

/** Formats a point's values on the axes that the chart does not show. */
export function otherPositions(model: ChartModel, entry: HoverValue, t: Translate = english): string[] {
  const { step, epoch, timestampMillis, durationMillis } = entry;
  const positions: string[] = [];
  if (model.axis !== 'step' && step !== null) positions.push(t('step %1', countText(step)));
  if (model.axis !== 'epoch' && epoch !== null) positions.push(t('epoch %1', countText(epoch)));
  if (model.axis !== 'duration' && durationMillis !== null) positions.push(t('after %1', spanText(durationMillis)));
  if (model.axis !== 'wall' && timestampMillis !== null) positions.push(momentText(timestampMillis, t));
  return positions;
}

/** Returns a line's value for screen readers. `named` adds the label and the position of the line. */
export function spokenEntry(model: ChartModel, entry: HoverValue, named: boolean, t: Translate = english): string {
  const value = `${xText(model, entry.x, t)}: ${hoverValueText(entry.y)}`;
  const parts = [named ? `${entry.line.label}, ${value}` : value];
  if (entry.raw !== entry.y) parts.push(t('%1 before smoothing', hoverValueText(entry.raw)));
  if (entry.spread) parts.push(counted(t, entry.spread.count, '%1 member', '%1 members'));
  const { lines } = model;
  if (named && lines.length > 1)
    parts.push(t('line %1 of %2', countText(lines.indexOf(entry.line) + 1), countText(lines.length)));
  return parts.join(', ');
}

/** Returns the visible range for screen readers. */
export function zoomText(model: ChartModel, zoom: Zoom | null, t: Translate = english): string {
  const parts = [
    ...(zoom?.x ? [t('%1 from %2 to %3', model.xTitle, ...zoom.x.map((at) => positionText(model, at, t)))] : []),
    ...(zoom?.y ? [t('values from %1 to %2', ...zoom.y.map(hoverValueText))] : []),
  ];
  return parts.length === 0 ? t('Showing everything.') : parts.join(', ');
}

/** Returns hover values as tab-separated text: unrounded numbers, times in UTC, a header row. */
export function hoverTable(model: ChartModel, entries: readonly HoverValue[]): string {
  const [only, ...others] = model.metrics;
  const head = [
    model.grouped ? 'group' : 'experiment',
    'key',
    ...(others.length > 0 ? ['metric', 'value'] : [only!]),
    'raw',
    'step',
    'epoch',
    'time (UTC)',
    'seconds',
  ];
  const rows = entries.map((entry) => [
    entry.line.experimentName,
    entry.line.experimentKey,
    ...(others.length > 0 ? [entry.line.metricName] : []),
    entry.y,
    entry.raw,
    entry.step ?? '',
    entry.epoch ?? '',
    isoText(entry.timestampMillis),
    entry.durationMillis === null ? '' : entry.durationMillis / 1000,
  ]);
  return tsvText([head, ...rows]);
}
