import { type ChartTheme, chartTheme, type ThemeKind } from '@tracklens/core/display';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { ChartLegend } from './ChartLegend.tsx';
import { ChartMenu } from './ChartMenu.tsx';
import { ChartTooltip } from './ChartTooltip.tsx';
import { type ChartModel, chartModel } from './chart-model.ts';
import type {
  ChartData,
  ChartExperiment,
  Direction,
  Grouping,
  ScaleKind,
  Smoothing,
  XAxis,
  Zoom,
} from './chart-settings.ts';
import type { ChartStats, ChartView, Reading } from './chart-view.ts';
import type { ChartExports, ExportFormat } from './export/export-chart.ts';
import type { HoverBus } from './hover-bus.ts';

/** What a chart shows and how; every choice a person can make is held outside, so that it outlives the data. */
export interface ChartProps {
  /** The heading. */
  readonly title: string;
  /** The metric drawn. */
  readonly metricName: string;
  readonly chart: ChartData;
  /** Which experiments of `chart` are drawn, in the legend's order; those without the metric are left out. */
  readonly experiments: readonly ChartExperiment[];
  readonly x?: XAxis | undefined;
  readonly xScale?: ScaleKind | undefined;
  readonly yScale?: ScaleKind | undefined;
  readonly smoothing?: Smoothing | null | undefined;
  /** Which end of the metric is good; marks the best point. */
  readonly direction?: Direction | undefined;
  /** One line a group of experiments, with a band; the same object while it means the same. */
  readonly grouping?: Grouping | null | undefined;
  readonly zoom?: Zoom | null | undefined;
  readonly onZoom?: ((zoom: Zoom | null) => void) | undefined;
  /** Keys switched off in the legend. */
  readonly hidden?: readonly string[] | undefined;
  readonly onHiddenChange?: ((hidden: string[]) => void) | undefined;
  readonly theme: ThemeKind | ChartTheme;
  /** Shared between the charts of a view, so that they all read the same x. */
  readonly hover?: HoverBus | undefined;
  /** Height of the drawing in pixels; 240 unless told. */
  readonly height?: number | undefined;
  /** Points per series the service answered at most, when it thinned them; said in the caption. */
  readonly sampledTo?: number | undefined;
  /** How the chart is saved and copied; without it there is no menu. */
  readonly exports?: ChartExports | undefined;
  /** False leaves the legend out, where a view shows one for all its charts. */
  readonly legend?: boolean | undefined;
}

const nothingHidden: readonly string[] = [];

function useModel(props: ChartProps, dark: boolean, hidden: readonly string[]): ChartModel {
  const { chart, metricName, experiments, x = 'step', xScale = 'linear', yScale = 'linear' } = props;
  const { smoothing = null, direction = null, sampledTo = null, grouping = null } = props;
  // Objects that mean the same are the same: a parent may write them anew at each render.
  const axis = JSON.stringify(x);
  const smooth = JSON.stringify(smoothing);
  return useMemo(
    () =>
      chartModel({
        chart,
        metricName,
        experiments,
        x: JSON.parse(axis) as XAxis,
        xScale,
        yScale,
        smoothing: JSON.parse(smooth) as Smoothing | null,
        direction,
        hidden,
        dark,
        sampledTo,
        grouping,
      }),
    [chart, metricName, experiments, axis, xScale, yScale, smooth, direction, hidden, dark, sampledTo, grouping],
  );
}

/** Why a chart draws nothing, or null when it draws. */
function emptyText(model: ChartModel): string | null {
  if (model.legend.length === 0) return `No experiment here has logged ${model.metricName}.`;
  if (model.lines.length === 0 && model.legend.every((entry) => entry.hidden))
    return 'Every experiment is switched off in the legend.';
  if (model.lines.every((line) => line.series.x.length === 0)) {
    if (model.nonPositive > 0)
      return 'Every value is zero or less, which a log scale cannot show. Choose the linear scale.';
    if (model.nan + model.infinite > 0) return 'Every value is NaN or infinite.';
    return model.notes.has('without-x') ? `No point has a ${model.xTitle}. Choose another x axis.` : 'No values yet.';
  }
  return null;
}

/** One metric of many experiments over time. */
export function Chart(props: ChartProps): ReactElement {
  const { title, height = 240, hover, onZoom, legend = true } = props;
  const theme = typeof props.theme === 'string' ? chartTheme(props.theme) : props.theme;
  const contrast = typeof props.theme === 'string' && props.theme.startsWith('high-contrast');
  const [ownHidden, setOwnHidden] = useState<readonly string[]>(nothingHidden);
  const [ownZoom, setOwnZoom] = useState<Zoom | null>(null);
  const zoom = props.zoom === undefined ? ownZoom : props.zoom;
  const model = useModel(props, theme.dark, props.hidden ?? ownHidden);
  const plot = useRef<HTMLDivElement>(null);
  const view = useRef<ChartView | null>(null);
  const latest = useRef({ model, zoom, theme, onZoom });
  latest.current = { model, zoom, theme, onZoom };
  const [stats, setStats] = useState<ChartStats | null>(null);
  const [reading, setReading] = useState<Reading | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    let live = true;
    import('./chart-view.ts').then(
      ({ mountChart }) => {
        if (!live || !plot.current) return;
        view.current = mountChart(plot.current, latest.current.model, {
          theme: latest.current.theme,
          zoom: latest.current.zoom,
          height,
          ...(hover ? { hover } : {}),
          onZoom: (next) => {
            setOwnZoom(next);
            latest.current.onZoom?.(next);
          },
          onReading: (next) => setReading(next?.own ? next : null),
          onDrawn: setStats,
        });
      },
      () => live && setFailure('The chart code could not be loaded. Reload the page to try again.'),
    );
    return () => {
      live = false;
      view.current?.dispose();
      view.current = null;
    };
  }, [height, hover]);
  useEffect(() => view.current?.update(model), [model]);
  useEffect(() => view.current?.setZoom(zoom), [zoom]);
  useEffect(() => view.current?.setTheme(theme), [theme]);

  const message = failure ?? emptyText(model);
  const reset = () => {
    setOwnZoom(null);
    onZoom?.(null);
  };
  /** What to say when it is done; null when it failed, which was said elsewhere. */
  const exportAs = async (exports: ChartExports, format: ExportFormat): Promise<string | null> => {
    const drawn = view.current?.drawn();
    if (!drawn || !stats) return null;
    const { x = 'step', smoothing = null, chart: data, experiments } = props;
    const { xScale, yScale } = model;
    try {
      const { exportChart } = await import('./export/export-chart.ts');
      const { caption } = stats;
      const chart = { ...drawn, title, caption, model, experiments, x, xScale, yScale, smoothing, zoom, data };
      await exportChart(format, chart, exports);
      return format === 'python' || format === 'typescript' ? 'Copied' : 'Saved';
    } catch (error) {
      exports.report(error);
      return null;
    }
  };
  const hide = (hidden: string[]) => {
    setOwnHidden(hidden);
    props.onHiddenChange?.(hidden);
  };
  return (
    <figure
      className="tracklens-chart"
      data-dark={theme.dark ? '' : undefined}
      data-contrast={contrast ? '' : undefined}
    >
      <div className="tracklens-chart-heading">
        <figcaption className="tracklens-chart-title" title={title}>
          {title}
        </figcaption>
        {zoom ? (
          <button
            type="button"
            className="tracklens-chart-reset"
            onClick={reset}
            title="Show everything (double-click, or Escape)"
          >
            Reset zoom
          </button>
        ) : null}
        {props.exports && stats && !message ? (
          <ChartMenu title={title} onChoose={(format) => exportAs(props.exports!, format)} />
        ) : null}
      </div>
      <div style={{ position: 'relative', height }}>
        <div ref={plot} className="tracklens-plot" style={{ height }} />
        {message ? <div className="tracklens-chart-message">{message}</div> : null}
        {reading && reading.entries.length > 0 ? (
          <ChartTooltip model={model} reading={reading} width={plot.current?.clientWidth ?? 0} />
        ) : null}
      </div>
      <div className="tracklens-chart-caption">{stats?.caption ?? '\u00a0'}</div>
      {legend && model.legend.length > 1 ? (
        <ChartLegend legend={model.legend} onHiddenChange={hide} onEmphasis={(key) => view.current?.emphasize(key)} />
      ) : null}
    </figure>
  );
}
