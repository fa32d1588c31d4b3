import { type ChartTheme, chartTheme, type LookChoices, type ThemeKind } from '@tracklens/core/display';
import { lazy, type ReactElement, Suspense, useId, useMemo, useState } from 'react';
import { english, type Translate } from '../text/translate.ts';
import { ChartLegend } from './ChartLegend.tsx';
import { type ChartAction, ChartMenu } from './ChartMenu.tsx';
import { ChartRange } from './ChartRange.tsx';
import { ChartTooltip } from './ChartTooltip.tsx';
import { type ChartModel, chartModel } from './chart-model.ts';
import type {
  ChartData,
  ChartExperiment,
  Direction,
  Grouping,
  Pin,
  ScaleKind,
  Smoothing,
  XAxis,
  YRange,
  Zoom,
} from './chart-settings.ts';
import type { ChartStats } from './chart-stats.ts';
import type { ChartExports, ExportFormat } from './export/export-chart.ts';
import type { HoverBus } from './hover-bus.ts';
import type { ReadingEntry } from './reading.ts';
import { readingTable, spokenEntry, zoomText } from './reading-text.ts';
import type { SameRange } from './same-range.ts';
import { useChartView } from './use-chart-view.ts';
import { noZoomHistory, steppedZoom, zoomed } from './zoom-history.ts';

const ChartKeys = lazy(async () => ({ default: (await import('./ChartKeys.tsx')).ChartKeys }));

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
  /** The values shown where nobody zoomed; all of them unless told. */
  readonly yRange?: YRange | undefined;
  /** Shared by the charts that show the same range of values. */
  readonly sameY?: SameRange | undefined;
  /** Whether a zoomed part keeps its width and moves on with the newest points. */
  readonly follow?: boolean | undefined;
  /** Whether each point is drawn; with `onEvery` a person may ask for it. */
  readonly every?: boolean | undefined;
  readonly onEvery?: ((every: boolean) => void) | undefined;
  /** A reading that stays. */
  readonly pin?: Pin | null | undefined;
  readonly onPin?: ((pin: Pin | null) => void) | undefined;
  /** A key pressed in the plot that the chart itself does not know; true when it did something. */
  readonly onKey?: ((key: string) => boolean) | undefined;
  /** Palette and colours, where an experiment brings none of its own. */
  readonly looks?: LookChoices | undefined;
  /** More for the chart's menu. */
  readonly actions?: readonly ChartAction[] | undefined;
  /** Whether pictures are saved on white, whatever the theme. */
  readonly onWhite?: boolean | undefined;
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
  /** The person's language, stable while it is the same; English without it. */
  readonly strings?: Translate | undefined;
  /** False leaves the legend out, where a view shows one for all its charts. */
  readonly legend?: boolean | undefined;
}

const nothingHidden: readonly string[] = [];

function useModel(props: ChartProps, dark: boolean, hidden: readonly string[]): ChartModel {
  const { chart, metricName, experiments, x = 'step', xScale = 'linear', yScale = 'linear', strings: t } = props;
  const { smoothing = null, direction = null, sampledTo = null, grouping = null, looks = {} } = props;
  // Objects that mean the same are the same: a parent may write them anew at each render.
  const same = JSON.stringify({ x, smoothing, looks });
  return useMemo(() => {
    const parts = JSON.parse(same) as { x: XAxis; smoothing: Smoothing | null; looks: LookChoices };
    const asked = { chart, metricName, experiments, xScale, yScale, direction, hidden, dark, sampledTo, grouping };
    return chartModel({ ...asked, ...parts, t });
  }, [chart, metricName, experiments, same, xScale, yScale, direction, hidden, dark, sampledTo, grouping, t]);
}

/** Why a chart draws nothing, or null when it draws. */
function emptyText(model: ChartModel, t: Translate): string | null {
  if (model.legend.length === 0) return t('No experiment here has logged %1.', model.metricName);
  if (model.lines.length === 0 && model.legend.every((entry) => entry.hidden))
    return t('Every experiment is switched off in the legend.');
  if (model.lines.every((line) => line.series.x.length === 0)) {
    if (model.nonPositive > 0)
      return t('Every value is zero or less, which a log scale cannot show. Choose the linear scale.');
    if (model.nan + model.infinite > 0) return t('Every value is NaN or infinite.');
    if (model.notes.has('without-x')) return t('No point has a %1. Choose another x axis.', model.xTitle);
    return t('No values yet.');
  }
  return null;
}

/** The same chart in the colours of a white page. */
function modelOnWhite(props: ChartProps, hidden: readonly string[]): ChartModel {
  const { chart, metricName, x = 'step', xScale = 'linear', yScale = 'linear', grouping = null, strings: t } = props;
  const { smoothing = null, direction = null, sampledTo = null, looks } = props;
  const plain = <Item extends ChartExperiment>(one: Item): Item =>
    looks?.colors && Object.hasOwn(looks.colors, one.key) ? one : { ...one, color: undefined };
  // Colours that were chosen for a dark ground are chosen again; those that a person chose stay.
  const experiments = themeOf(props).dark ? props.experiments.map(plain) : props.experiments;
  const groups = grouping && { ...grouping, groups: grouping.groups.map(plain) };
  const asked = { chart, metricName, experiments, x, xScale, yScale, smoothing, direction, hidden, sampledTo, looks };
  return chartModel({ ...asked, dark: false, grouping: groups, t });
}

const themeOf = ({ theme }: ChartProps): ChartTheme => (typeof theme === 'string' ? chartTheme(theme) : theme);

/** One metric of many experiments over time. */
export function Chart(props: ChartProps): ReactElement {
  const { title, height = 240, hover, sameY, legend = true, yRange = 'all', follow = false, every = false } = props;
  const { strings: t = english } = props;
  const theme = themeOf(props);
  const contrast = typeof props.theme === 'string' && props.theme.startsWith('high-contrast');
  const [ownHidden, setOwnHidden] = useState<readonly string[]>(nothingHidden);
  const [ownZoom, setOwnZoom] = useState<Zoom | null>(null);
  const [ownPin, setOwnPin] = useState<Pin | null>(null);
  const [history, setHistory] = useState(noZoomHistory);
  const [asking, setAsking] = useState<'range' | 'keys' | null>(null);
  const zoom = props.zoom === undefined ? ownZoom : props.zoom;
  const pin = props.pin === undefined ? ownPin : props.pin;
  const hidden = props.hidden ?? ownHidden;
  const model = useModel(props, theme.dark, hidden);
  const keys = useId();

  const show = (next: Zoom | null) => {
    setOwnZoom(next);
    props.onZoom?.(next);
  };
  const onZoom = (next: Zoom | null) => {
    if (JSON.stringify(next) === JSON.stringify(zoom)) return;
    setHistory(zoomed(history, zoom));
    show(next);
  };
  const onStep = (by: -1 | 1) => {
    const to = steppedZoom(history, zoom, by);
    if (!to) return;
    setHistory(to.history);
    show(to.zoom);
  };
  const ask = (what: 'range' | 'keys') => {
    setAsking(what);
    return true;
  };
  const onPin = (next: Pin | null) => {
    setOwnPin(next);
    props.onPin?.(next);
  };
  const { plot, view, stats, reading, failure } = useChartView(
    model,
    { theme, zoom, yRange, follow, every, pin },
    { height, t, ...(hover ? { hover } : {}), ...(sameY ? { sameY } : {}) },
    { onZoom, onStep, onPin, onKey: (key) => (key === '?' ? ask('keys') : (props.onKey?.(key) ?? false)) },
  );

  const message = failure ?? emptyText(model, t);
  /** What to say when it is done; null when it failed, which was said elsewhere. */
  const exportAs = async (exports: ChartExports, format: ExportFormat): Promise<string | null> => {
    const white = props.onWhite && theme.background !== '#ffffff';
    const shown = white ? modelOnWhite(props, hidden) : model;
    const drawn = view.current?.drawn(white ? { model: shown, theme: chartTheme('light') } : undefined);
    if (!drawn || !stats) return null;
    const { x = 'step', smoothing = null, chart: data, experiments } = props;
    const { xScale, yScale } = model;
    try {
      const { exportChart } = await import('./export/export-chart.ts');
      const { caption } = stats;
      const { rows, plot: picture } = drawn;
      const about = { title, caption, model: shown, experiments, x, xScale, yScale, smoothing, zoom, data };
      await exportChart(format, { ...about, rows, plot: picture }, exports);
      return format === 'python' || format === 'typescript' ? t('Copied') : t('Saved');
    } catch (error) {
      exports.report(error);
      return null;
    } finally {
      drawn.dispose();
    }
  };
  const hide = (next: string[]) => {
    setOwnHidden(next);
    props.onHiddenChange?.(next);
  };
  const copyReading = async (exports: ChartExports, entries: readonly ReadingEntry[]) => {
    try {
      await exports.copy(readingTable(model, entries));
      return true;
    } catch (error) {
      exports.report(error);
      return false;
    }
  };
  const spoken = reading?.walked ? reading.entries.find(({ line }) => line.key === reading.nearestKey) : undefined;
  const leave = () => {
    setAsking(null);
    plot.current?.focus();
  };
  const actions: ChartAction[] = [
    { id: 'range', text: t('Set the range…'), onChoose: () => ask('range') },
    ...(props.actions ?? []),
    { id: 'keys', text: t('Keys and gestures…'), onChoose: () => ask('keys') },
  ];
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
        <span className="tracklens-chart-buttons">
          {history.past.length > 0 || history.future.length > 0 ? (
            <>
              <ZoomStep by={-1} enabled={history.past.length > 0} onStep={onStep} t={t} />
              <ZoomStep by={1} enabled={history.future.length > 0} onStep={onStep} t={t} />
            </>
          ) : null}
          {zoom ? (
            <button
              type="button"
              className="tracklens-chart-reset"
              onClick={() => {
                onZoom(null);
                // The button goes, and the focus with it.
                plot.current?.focus();
              }}
              title={t('Show everything (double-click, or Escape)')}
            >
              {t('Reset zoom')}
            </button>
          ) : null}
          {stats && !message ? (
            <ChartMenu
              title={title}
              actions={actions}
              t={t}
              onExport={props.exports ? (format) => exportAs(props.exports!, format) : null}
            />
          ) : null}
        </span>
      </div>
      {asking === 'range' ? <ChartRange model={model} zoom={zoom} onChoose={onZoom} onLeave={leave} t={t} /> : null}
      {/* Screen readers keep the arrow keys to themselves elsewhere. */}
      <div role="application" aria-label={t('Chart of %1', title)} style={{ position: 'relative', height }}>
        <div
          ref={plot}
          className="tracklens-plot"
          style={{ height }}
          role="img"
          aria-label={stats?.summary ?? title}
          aria-describedby={keys}
        />
        {message ? <div className="tracklens-chart-message">{message}</div> : null}
        {reading && reading.entries.length > 0 ? (
          <ChartTooltip
            model={model}
            reading={reading}
            width={plot.current?.clientWidth ?? 0}
            onCopy={props.exports ? () => copyReading(props.exports!, reading.entries) : null}
            t={t}
            onUnpin={() => onPin(null)}
          />
        ) : null}
      </div>
      <div className="tracklens-chart-caption">
        {stats?.caption ?? '\u00a0'}
        {props.onEvery && stats && (every || leftOut(stats) > 0) && !model.grouped ? (
          <button type="button" aria-pressed={every} onClick={() => props.onEvery!(!every)}>
            {every ? t('Thin again') : t('Show all points')}
          </button>
        ) : null}
      </div>
      <span id={keys} className="tracklens-chart-hidden">
        {t(keysText)}
      </span>
      <span role="status" className="tracklens-chart-hidden">
        {spoken ? spokenEntry(model, spoken, reading?.walked === 'line', t) : ''}
      </span>
      <span role="status" className="tracklens-chart-hidden">
        {history.past.length + history.future.length > 0 ? zoomText(model, zoom, t) : ''}
      </span>
      {asking === 'keys' ? (
        <Suspense>
          <ChartKeys title={title} more={props.onKey !== undefined} onLeave={leave} t={t} />
        </Suspense>
      ) : null}
      {legend && model.legend.length > 1 ? (
        <ChartLegend
          legend={model.legend}
          onHiddenChange={hide}
          onEmphasis={(key) => view.current?.emphasize(key)}
          t={t}
        />
      ) : null}
    </figure>
  );
}

/** Points that are logged and neither drawn nor marked. */
const leftOut = ({ pointsShown, pointsTotal, nan, infinite }: ChartStats) => pointsTotal - pointsShown - nan - infinite;

const keysText =
  'Left and right arrows walk the points, up and down the experiments. Plus and minus zoom, Escape shows everything. ' +
  'Question mark lists all keys.';

function ZoomStep({
  by,
  enabled,
  onStep,
  t,
}: {
  readonly by: -1 | 1;
  readonly enabled: boolean;
  readonly onStep: (by: -1 | 1) => void;
  readonly t: Translate;
}): ReactElement {
  const text = by < 0 ? t('Zoom before (Backspace)') : t('Zoom after (Shift+Backspace)');
  return (
    <button
      type="button"
      className="tracklens-chart-step"
      disabled={!enabled}
      aria-label={text}
      title={text}
      onClick={() => onStep(by)}
    >
      <svg width={12} height={12} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path
          d={by < 0 ? 'M10 3.500l-4.500 4.500l4.500 4.500' : 'M6 3.500l4.500 4.500l-4.500 4.500'}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.8}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}
