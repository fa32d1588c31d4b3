import type { ChartModel, ChartRows } from '@tracklens/core/charts';
import { isoText } from '../../text/time-text.ts';
import { type CsvCell, csvFields, csvText } from './csv.ts';
import type { ExportedPoints } from './exported-points.ts';

/**
 * Returns the titles of the columns of metric and value: one column named like the only metric, or two where there are
 * several metrics.
 */
const valueHead = (metrics: readonly string[]) => (metrics.length > 1 ? ['metric', 'value'] : metrics);

/** Returns the drawn points, downsampled, as CSV. Groups include the band and the number of members. */
export function drawnCsv(model: ChartModel, rows: ChartRows): string {
  const grouped = model.grouped !== null;
  const id = grouped ? ['group'] : ['experiment_key', 'experiment_name'];
  const names = valueHead(model.metrics);
  const value = names.at(-1)!;
  const head = [...id, ...names.slice(0, -1), model.xTitle, model.smoothed ? `${value} (smoothed)` : value];
  const out: CsvCell[][] = [grouped ? [...head, 'low', 'high', 'n'] : head];
  for (const line of model.lines) {
    const { experimentKey, experimentName, metricName } = line;
    const named = [...(grouped ? [] : [experimentKey]), experimentName, ...(names.length > 1 ? [metricName] : [])];
    const pieces = rows.lines.filter(({ series }) => series === line.key);
    const singlePoints = rows.singlePoints.filter(({ series }) => series === line.key);
    const points = [...pieces.flatMap((piece) => piece.points), ...singlePoints].sort((a, b) => a.x - b.x);
    const indices = line.spread ? new Map(Array.from(line.series.x, (x, index) => [x, index])) : null;
    for (const { x, y } of points) {
      const row: CsvCell[] = [...named, x, y];
      const index = indices?.get(x);
      if (line.spread && index !== undefined) {
        row.push(line.spread.low[index]!, line.spread.high[index]!, line.spread.count[index]!);
      }
      out.push(row);
    }
  }
  return csvText(out);
}

/** Number of rows in a piece of a CSV file. */
const rowsPerPiece = 4096;

/** Yields every point of metrics as CSV, including values that are not finite, in pieces. */
export async function* pointsCsv(
  metrics: readonly string[],
  series: AsyncIterable<ExportedPoints> | Iterable<ExportedPoints>,
): AsyncGenerator<string> {
  const names = valueHead(metrics);
  const id = ['experiment_key', 'experiment_name', ...names.slice(0, -1)];
  yield csvText([[...id, 'step', 'epoch', 'time', names.at(-1)!]]);
  for await (const { key, label, metricName, points } of series) {
    const { steps, epochs, times, values } = points;
    const start = `${csvFields([key, label, metricName].slice(0, id.length))},`;
    const optional = (entry: number | null | undefined) => (entry == null || Number.isNaN(entry) ? '' : entry);
    for (let from = 0; from < values.length; from += rowsPerPiece) {
      const to = Math.min(values.length, from + rowsPerPiece);
      let rows = '';
      for (let index = from; index < to; index++) {
        const value = values[index] ?? null;
        const field = typeof value === 'number' ? value : csvFields([value]);
        const time = isoText(times?.[index] ?? null);
        rows += `${start}${optional(steps?.[index])},${optional(epochs?.[index])},${time},${field}\r\n`;
      }
      yield rows;
    }
  }
}
