import { chartTheme } from '@tracklens/core/display';
import { type ReactElement, Suspense, useId, useState } from 'react';
import { lazyWithRetry } from '../components/lazy-with-retry.tsx';
import { english } from '../text/translate.ts';
import { ChartHeading } from './ChartHeading.tsx';
import { ChartLegend } from './ChartLegend.tsx';
import { type ChartAction, ChartMenu } from './ChartMenu.tsx';
import { ChartRange } from './ChartRange.tsx';
import { ChartTooltip } from './ChartTooltip.tsx';
import { type ChartProps, themeOf } from './chart-props.ts';
import type { Pin } from './chart-settings.ts';
import type { ChartStats } from './chart-stats.ts';
import type { ChartExports, ExportFormat } from './export/export-chart.ts';
import { hoverTable, spokenEntry, zoomText } from './hover-text.ts';
import type { HoverValue } from './hover-value.ts';
import { emptyText, modelOnWhite, useChartModel } from './use-chart-model.ts';
import { useChartView } from './use-chart-view.ts';
import { useZoom } from './use-zoom.ts';

const ChartKeys = lazyWithRetry(async () => (await import('./ChartKeys.tsx')).ChartKeys);

const nothingHidden: readonly string[] = [];

/** Line chart of one metric for any number of experiments. */
export function Chart(props: ChartProps): ReactElement {
  const { title, height = 240, hover, sameY, legend = true, yRange = 'all', follow = false, every = false } = props;
  const { strings: t = english } = props;
  const theme = themeOf(props);
  const contrast = typeof props.theme === 'string' && props.theme.startsWith('high-contrast');
  const [ownHidden, setOwnHidden] = useState<readonly string[]>(nothingHidden);
  const [ownPin, setOwnPin] = useState<Pin | null>(null);
  const [asking, setAsking] = useState<'range' | 'keys' | null>(null);
  const { zoom, history, onZoom, onStep } = useZoom(props);
  const pin = props.pin === undefined ? ownPin : props.pin;
  const hidden = props.hidden ?? ownHidden;
  const model = useChartModel(props, theme.dark, hidden);
  const keys = useId();

  const ask = (what: 'range' | 'keys') => {
    setAsking(what);
    return true;
  };
  const onPin = (next: Pin | null) => {
    setOwnPin(next);
    props.onPin?.(next);
  };
  const { plot, view, stats, hovered, failure } = useChartView(
    model,
    { theme, zoom, yRange, follow, every, pin },
    { height, t, ...(hover ? { hover } : {}), ...(sameY ? { sameY } : {}) },
    { onZoom, onStep, onPin, onKey: (key) => (key === '?' ? ask('keys') : (props.onKey?.(key) ?? false)) },
  );

  const message = failure ?? emptyText(model, t);
  /** Exports the chart and returns the message to show. Null when it failed: `exports.report` has shown the error. */
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
      const { rows, plot: image } = drawn;
      const about = { title, caption, model: shown, experiments, x, xScale, yScale, smoothing, zoom, data };
      await exportChart(format, { ...about, rows, plot: image }, exports);
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
  const copyValues = async (exports: ChartExports, entries: readonly HoverValue[]) => {
    try {
      await exports.copy(hoverTable(model, entries));
      return true;
    } catch (error) {
      exports.report(error);
      return false;
    }
  };
  const spoken = hovered?.movedBy ? hovered.entries.find(({ line }) => line.key === hovered.nearestKey) : undefined;
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
      <ChartHeading title={title} zoom={{ zoom, history, onZoom, onStep }} onLeave={() => plot.current?.focus()} t={t}>
        {stats && !message ? (
          <ChartMenu
            title={title}
            actions={actions}
            t={t}
            onExport={props.exports ? (format) => exportAs(props.exports!, format) : null}
          />
        ) : null}
      </ChartHeading>
      {asking === 'range' ? <ChartRange model={model} zoom={zoom} onChoose={onZoom} onLeave={leave} t={t} /> : null}
      {/* Outside `role="application"`, screen readers handle the arrow keys themselves. */}
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
        {hovered && hovered.entries.length > 0 ? (
          <ChartTooltip
            model={model}
            hovered={hovered}
            width={plot.current?.clientWidth ?? 0}
            onCopy={props.exports ? () => copyValues(props.exports!, hovered.entries) : null}
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
        {spoken ? spokenEntry(model, spoken, hovered?.movedBy === 'line', t) : ''}
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

/** Returns the number of logged points that are neither drawn nor marked. */
const leftOut = ({ pointsShown, pointsTotal, nan, infinite }: ChartStats) => pointsTotal - pointsShown - nan - infinite;

const keysText =
  'Left and right arrows walk the points, up and down the experiments. Plus and minus zoom, Escape shows everything. ' +
  'Question mark lists all keys.';
