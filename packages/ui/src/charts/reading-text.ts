import type { ChartModel } from './chart-model.ts';
import { countText, durationText, isoText, momentText, utcMomentText, valueText } from './number-text.ts';
import type { ReadingEntry } from './reading.ts';

/** An x of a chart as a person reads it. */
export function xText(model: ChartModel, x: number): string {
  if (model.xKind === 'time') return `${momentText(x)} (${utcMomentText(x)})`;
  const number = model.xKind === 'duration' ? durationText(x) : Number.isInteger(x) ? countText(x) : valueText(x);
  return `${model.xTitle} ${number}`;
}

/** Where a point stands on the axes that the chart does not show. */
export function otherPlaces(model: ChartModel, entry: ReadingEntry): string[] {
  const { step, epoch, timestampMillis, durationMillis } = entry;
  const places: string[] = [];
  if (model.axis !== 'step' && step !== null) places.push(`step ${countText(step)}`);
  if (model.axis !== 'epoch' && epoch !== null) places.push(`epoch ${countText(epoch)}`);
  if (model.axis !== 'duration' && durationMillis !== null) places.push(`after ${durationText(durationMillis)}`);
  if (model.axis !== 'wall' && timestampMillis !== null)
    places.push(`${momentText(timestampMillis)} (${utcMomentText(timestampMillis)})`);
  return places;
}

/** One line's value as it is said aloud. */
export function spokenEntry(model: ChartModel, entry: ReadingEntry): string {
  const raw = entry.raw === entry.y ? '' : `, ${valueText(entry.raw)} before smoothing`;
  const count = entry.spread ? `, ${countText(entry.spread.count)} members` : '';
  return `${entry.line.label}, ${xText(model, entry.x)}: ${valueText(entry.y)}${raw}${count}`;
}

/** A reading as rows parted by tabs, for a table or a mail: numbers in full, times in UTC. */
export function readingTable(model: ChartModel, entries: readonly ReadingEntry[]): string {
  const head = [
    model.grouped ? 'group' : 'experiment',
    'key',
    model.metricName,
    'raw',
    'step',
    'epoch',
    'time (UTC)',
    'seconds',
  ];
  const rows = entries.map((entry) => [
    entry.line.label,
    entry.line.key,
    entry.y,
    entry.raw,
    entry.step ?? '',
    entry.epoch ?? '',
    isoText(entry.timestampMillis),
    entry.durationMillis === null ? '' : entry.durationMillis / 1000,
  ]);
  const cell = (value: string | number) => String(value).replace(/[\t\r\n]+/g, ' ');
  return [head, ...rows].map((row) => row.map(cell).join('\t')).join('\n');
}
