import type { ChartModel } from '@tracklens/core/charts';
import type { ChartTheme } from '@tracklens/core/display';
import { useTranslate } from '../components/translate-context.ts';
import { type ChartProps, themeOf } from './chart-props.ts';
import type { ChartExports, ExportFormat } from './export/export-chart.ts';
import { exportShownChart } from './export/shown-chart.ts';
import { emptyText, useChartModel } from './use-chart-model.ts';
import { type UsedChartSettings, useChartSettings } from './use-chart-settings.ts';
import { type UsedChartView, useChartView } from './use-chart-view.ts';
import { type ChartZoom, useZoomHistory } from './use-zoom-history.ts';

/** State of a chart: its settings, its model and its drawing. */
export interface UsedChart extends UsedChartSettings, Omit<UsedChartView, 'failure'> {
  readonly theme: ChartTheme;
  readonly model: ChartModel;
  readonly zoom: ChartZoom;
  /** Why nothing is drawn, or null. */
  readonly message: string | null;
  /** Exports the chart and returns the message to show, or null where that failed. */
  exportAs(exports: ChartExports, format: ExportFormat): Promise<string | null>;
}

/** Builds the model of a chart and draws it. `onKey` handles keys that the plot does not. */
export function useChart(props: ChartProps, height: number, onKey: (key: string) => boolean): UsedChart {
  const t = useTranslate();
  const { hover, sharedRange } = props;
  const theme = themeOf(props);
  const { settings, onChange } = useChartSettings(props);
  const model = useChartModel(props, settings);
  const zoom = useZoomHistory(settings.zoom, (next) => onChange({ zoom: next }));
  const { failure, ...drawing } = useChartView(
    { model, theme, settings },
    { height, hover, sharedRange },
    { onZoom: zoom.onZoom, onStep: zoom.onStep, onPin: (pin) => onChange({ pin }), onKey },
  );
  const exportAs = async (exports: ChartExports, format: ExportFormat) => {
    const view = drawing.view.current;
    if (!view || !drawing.stats) return null;
    const shown = { props, settings, model, caption: drawing.stats.caption, view };
    return await exportShownChart(shown, exports, format, t);
  };
  return { ...drawing, theme, settings, onChange, model, zoom, message: failure ?? emptyText(model, t), exportAs };
}
