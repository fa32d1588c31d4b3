import type { ReactElement } from 'react';
import { Suspense, useId, useState } from 'react';
import { lazyWithRetry } from '../components/lazy-with-retry.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { ChartAnnouncements } from './ChartAnnouncements.tsx';
import { ChartCaption } from './ChartCaption.tsx';
import { ChartHeading } from './ChartHeading.tsx';
import { ChartLegend } from './ChartLegend.tsx';
import { type ChartAction, ChartMenu } from './ChartMenu.tsx';
import { ChartPlot } from './ChartPlot.tsx';
import { ChartRange } from './ChartRange.tsx';
import type { ChartProps } from './chart-props.ts';
import { MetricLegend } from './MetricLegend.tsx';
import { useChart } from './use-chart.ts';

const ChartKeys = lazyWithRetry(async () => (await import('./ChartKeys.tsx')).ChartKeys);

/** Line chart of metrics for any number of experiments. */
export function Chart(props: ChartProps): ReactElement {
  const { title, exports, height = 240 } = props;
  const t = useTranslate();
  const [dialog, setDialog] = useState<'range' | 'keys' | null>(null);
  const onKey = (key: string) => {
    if (key === '?') setDialog('keys');
    return key === '?' || (props.onKey?.(key) ?? false);
  };
  const chart = useChart(props, height, onKey);
  const { theme, settings, onChange, model, zoom, plot, view, stats, hovered, message } = chart;
  const keysId = useId();
  const focusPlot = () => plot.current?.focus();
  const closeDialog = () => {
    setDialog(null);
    focusPlot();
  };
  const actions: ChartAction[] = [
    { id: 'range', text: t('Set the range…'), onChoose: () => setDialog('range') },
    ...(props.actions ?? []),
    { id: 'keys', text: t('Keys and gestures…'), onChoose: () => setDialog('keys') },
  ];
  return (
    <figure
      className="tracklens-chart"
      data-dark={theme.dark ? '' : undefined}
      data-contrast={typeof props.theme === 'string' && props.theme.startsWith('high-contrast') ? '' : undefined}
    >
      <ChartHeading title={title} zoom={zoom} onLeave={focusPlot}>
        {stats && !message ? (
          <ChartMenu
            title={title}
            actions={actions}
            formats={exports?.formats}
            onExport={exports ? (format) => chart.exportAs(exports, format) : null}
          />
        ) : null}
      </ChartHeading>
      {dialog === 'range' ? (
        <ChartRange model={model} zoom={settings.zoom} onChoose={zoom.onZoom} onLeave={closeDialog} />
      ) : null}
      <ChartPlot
        plot={plot}
        title={title}
        height={height}
        model={model}
        message={message}
        hovered={hovered}
        describedBy={keysId}
        exports={exports ?? null}
        onUnpin={() => onChange({ pin: null })}
      />
      <MetricLegend
        model={model}
        onEmphasis={(name) => view.current?.emphasize(name === null ? null : { experimentKey: null, metricName: name })}
      />
      <ChartCaption
        stats={stats}
        full={settings.full}
        onFull={props.canShowAll && !model.grouped ? (full) => onChange({ full }) : null}
      />
      <ChartAnnouncements model={model} hovered={hovered} zoom={zoom} keysId={keysId} />
      {dialog === 'keys' ? (
        <Suspense>
          <ChartKeys title={title} hasParentKeys={props.onKey !== undefined} onLeave={closeDialog} />
        </Suspense>
      ) : null}
      {props.legend !== false && model.legend.length > 1 ? (
        <ChartLegend
          legend={model.legend}
          onHiddenChange={(hidden) => onChange({ hidden })}
          onEmphasis={(key) => view.current?.emphasize(key === null ? null : { experimentKey: key, metricName: null })}
        />
      ) : null}
    </figure>
  );
}
