import type { ChartModel, ChartSettings } from '@tracklens/core/charts';
import { chartTheme } from '@tracklens/core/display';
import type { Translate } from '../../text/translate.ts';
import { type ChartProps, themeOf } from '../chart-props.ts';
import type { ChartView } from '../chart-view.ts';
import { modelOnWhite } from '../use-chart-model.ts';
import type { ChartExports, ExportFormat } from './export-chart.ts';

/** Chart to export, as it is shown. */
export interface ShownChart {
  readonly props: ChartProps;
  readonly settings: ChartSettings;
  readonly model: ChartModel;
  readonly caption: string;
  readonly view: ChartView;
}

/** Exports a chart and returns the message to show. Null when it failed: `exports.report` has shown the error. */
export async function exportShownChart(
  { props, settings, model, caption, view }: ShownChart,
  exports: ChartExports,
  format: ExportFormat,
  t: Translate,
): Promise<string | null> {
  const white = settings.onWhite && themeOf(props).background !== '#ffffff';
  const shown = white ? modelOnWhite(props, settings, t) : model;
  const plot = view.drawn(white ? { model: shown, theme: chartTheme('light') } : undefined);
  if (!plot) return null;
  try {
    const { exportChart } = await import('./export-chart.ts');
    const { title, experiments, chart: data } = props;
    await exportChart(format, { title, caption, model: shown, experiments, settings, plot, data }, exports, t);
    return format === 'python' || format === 'typescript' ? t('Copied') : t('Saved');
  } catch (error) {
    exports.report(error);
    return null;
  }
}
