import type { Translate } from '../../text/translate.ts';
import { pythonCode, typescriptCode } from './chart-code.ts';
import { drawnCsv, pointsCsv } from './chart-csv.ts';
import { htmlPage, renderPng, renderSvg } from './chart-image.ts';
import { chartJson } from './chart-json.ts';
import type { ExportedChart } from './exported-chart.ts';
import { type ReadPoints, readPoints, savedPoints } from './exported-points.ts';
import { bytesOf } from './text-bytes.ts';

/** Export formats of a chart. */
export type ExportFormat = 'csv' | 'csv-all' | 'json' | 'png' | 'png-2x' | 'svg' | 'html' | 'python' | 'typescript';

/** Host functions that deliver exports to the user. */
export interface ChartExports {
  /** Returns a file name without its extension. `variant` keeps exports of one kind from overwriting each other. */
  fileName(variant: string): string;
  save(fileName: string, bytes: Uint8Array, mediaType: string): void | Promise<void>;
  copy(text: string): void | Promise<void>;
  /** Returns the read of every point of a metric, where the chart may show a sample. Null without a service. */
  readonly readAll: (() => ReadPoints) | null;
  /** Offered formats. Default: all. */
  readonly formats?: readonly ExportFormat[];
  /** Reports a failed export to the user. */
  report(error: unknown): void;
}

/** Renders one export and saves or copies it. */
export async function exportChart(
  format: ExportFormat,
  chart: ExportedChart,
  exports: ChartExports,
  t: Translate,
): Promise<void> {
  const { model, plot } = chart;
  const texts = { title: chart.title, caption: chart.caption, lines: model.lines, t };
  const save = (ending: string, content: string | Uint8Array, mediaType: string, variant = '') =>
    exports.save(
      `${exports.fileName(variant)}.${ending}`,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
      mediaType,
    );
  // Without a service these are the points of the saved copy.
  const allPoints = () =>
    exports.readAll
      ? readPoints(model.metrics, chart.experiments, exports.readAll())
      : savedPoints(model.metrics, chart.experiments, chart.data);
  const drawnKeys = new Set(model.lines.map(({ experimentKey }) => experimentKey));
  const code = () => ({
    title: chart.title,
    metrics: model.metrics,
    experiments: model.grouped ? chart.experiments : chart.experiments.filter(({ key }) => drawnKeys.has(key)),
    settings: chart.settings,
  });
  switch (format) {
    case 'csv':
      return save('csv', drawnCsv(model, plot.rows), 'text/csv', 'drawn');
    case 'csv-all': {
      const variant = exports.readAll ? 'all_points' : 'saved_points';
      return save('csv', await bytesOf(pointsCsv(model.metrics, allPoints())), 'text/csv', variant);
    }
    case 'json':
      return save('json', await bytesOf(chartJson(chart, allPoints())), 'application/json');
    case 'png':
      return save('png', await renderPng(plot, texts, 1), 'image/png');
    case 'png-2x':
      return save('png', await renderPng(plot, texts, 2), 'image/png', '2x');
    case 'svg':
      return save('svg', await renderSvg(plot, texts), 'image/svg+xml');
    case 'html':
      return save(
        'html',
        htmlPage(await renderSvg(plot, texts), texts, plot.layout.theme, drawnCsv(model, plot.rows)),
        'text/html',
      );
    case 'python':
      return exports.copy(pythonCode(code()));
    case 'typescript':
      return exports.copy(typescriptCode(code()));
  }
}
