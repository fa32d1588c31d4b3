import type { ChartData, ChartLine, ChartModel, ChartRows } from '@tracklens/core/charts';
import { metricOf } from '@tracklens/core/display';
import { isoText } from '../../text/time-text.ts';
import { type CsvCell, csvText } from './csv.ts';

/** Returns the drawn points, downsampled, as CSV. Groups include the band and the number of members. */
export function drawnCsv(model: ChartModel, rows: ChartRows): string {
  const grouped = model.grouped !== null;
  const id = grouped ? ['group'] : ['experiment_key', 'experiment_name'];
  const head = [...id, model.xTitle, model.smoothed ? `${model.metricName} (smoothed)` : model.metricName];
  const out: CsvCell[][] = [grouped ? [...head, 'low', 'high', 'n'] : head];
  for (const line of model.lines) {
    const points = rows.lines.filter((piece) => piece.series === line.key).flatMap((piece) => piece.points);
    for (const one of rows.singlePoints) if (one.color === line.color && has(line, one.x, one.y)) points.push(one);
    points.sort((a, b) => a.x - b.x);
    const indices = line.spread ? new Map(Array.from(line.series.x, (x, index) => [x, index])) : null;
    for (const { x, y } of points) {
      const row: CsvCell[] = grouped ? [line.label, x, y] : [line.key, line.label, x, y];
      const index = indices?.get(x);
      if (line.spread && index !== undefined) {
        row.push(line.spread.low[index]!, line.spread.high[index]!, line.spread.count[index]!);
      }
      out.push(row);
    }
  }
  return csvText(out);
}

function has(line: ChartLine, x: number, y: number): boolean {
  const at = line.series.x.indexOf(x);
  return at >= 0 && line.drawn[at] === y;
}

/** Returns every logged point of a metric as CSV, including values that are not finite. */
export function pointsCsv(
  metricName: string,
  experiments: readonly { readonly key: string; readonly label: string }[],
  chart: ChartData,
): string {
  const out: CsvCell[][] = [['experiment_key', 'experiment_name', 'step', 'epoch', 'time', metricName]];
  for (const { key, label } of experiments) {
    const entry = Object.hasOwn(chart, key) ? chart[key] : undefined;
    const metric = metricOf(entry, metricName);
    if (!entry || !metric) continue;
    const length = metric.values.length;
    const shared = (list: readonly (number | null)[] | null | undefined) => (list?.length === length ? list : null);
    const steps = metric.steps ?? shared(entry.steps);
    const epochs = metric.epochs ?? shared(entry.epochs);
    for (let index = 0; index < length; index++) {
      const millis = metric.timestamps?.[index] ?? null;
      const value = metric.values[index] ?? null;
      out.push([
        key,
        label,
        steps?.[index] ?? null,
        epochs?.[index] ?? null,
        isoText(millis),
        typeof value === 'boolean' ? String(value) : value,
      ]);
    }
  }
  return csvText(out);
}
