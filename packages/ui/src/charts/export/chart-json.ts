import type { ExportedChart } from './exported-chart.ts';
import type { ExportedPoints } from './exported-points.ts';

/** Number of entries in a piece of a list. */
const entriesPerPiece = 16_384;

/** Yields a column as a JSON list. Values that are not finite are strings; a missing entry is null. */
function* listJson(column: ArrayLike<number | string | null> | null, isValues = false): Generator<string> {
  if (column === null) {
    yield 'null';
    return;
  }
  const entryJson = (entry: number | string | null) =>
    typeof entry !== 'number' || Number.isFinite(entry) ? JSON.stringify(entry) : isValues ? `"${entry}"` : 'null';
  yield '[';
  for (let from = 0; from < column.length; from += entriesPerPiece) {
    const length = Math.min(entriesPerPiece, column.length - from);
    yield (from === 0 ? '' : ',') + Array.from({ length }, (_, index) => entryJson(column[from + index]!)).join(',');
  }
  yield ']';
}

/**
 * Yields every point of a chart's metrics with the chart's settings as JSON, in pieces. Values that are not finite are
 * strings.
 */
export async function* chartJson(
  { title, caption, model, settings }: ExportedChart,
  series: AsyncIterable<ExportedPoints> | Iterable<ExportedPoints>,
): AsyncGenerator<string> {
  const { metrics, xScale, yScale } = model;
  const hasSeveral = metrics.length > 1;
  const shown = hasSeveral ? { metricNames: metrics } : { metricName: metrics[0] };
  const { xAxis, smoothing = null, zoom } = settings;
  const view = { x: xAxis, xScale, yScale, smoothing, zoom };
  yield JSON.stringify({ ...shown, title, caption, view, experiments: [] }, null, 1).slice(0, -']\n}'.length);
  let separator = '\n';
  for await (const { key, label, metricName, points } of series) {
    yield `${separator}  {"experimentKey": ${JSON.stringify(key)}, "name": ${JSON.stringify(label)}`;
    if (hasSeveral) yield `, "metricName": ${JSON.stringify(metricName)}`;
    const columns = { steps: points.steps, epochs: points.epochs, timestamps: points.times };
    for (const [name, column] of Object.entries(columns)) {
      yield `,\n   "${name}": `;
      yield* listJson(column);
    }
    yield ',\n   "values": ';
    yield* listJson(points.values, true);
    yield '}';
    separator = ',\n';
  }
  yield '\n ]\n}\n';
}
