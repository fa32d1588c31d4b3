import { combinedLimit, type MetricChart } from '@tracklens/core/charts';
import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { combinedChange } from './combined-charts.ts';
import type { GalleryData } from './gallery-data.ts';
import { useChartOptions } from './use-chart-options.ts';

/** Combination of a chart's metrics with others. */
export interface Combination {
  /** Chart of related metrics that the chart can be combined into, or null. */
  readonly related: MetricChart | null;
  /** Opens the form that chooses the metrics. */
  open(): void;
  close(): void;
  /** Draws metrics in one chart; without a title, the names of the metrics are the title. */
  combine(chart: MetricChart): void;
  separate(): void;
}

/** Returns what combines the metrics of a chart with others, and its form while that is open. */
export function useCombination(
  { metricNames, relatedByName }: Pick<GalleryData, 'metricNames' | 'relatedByName'>,
  shown: MetricChart,
  card: RefObject<HTMLElement>,
): Combination & { readonly isOpen: boolean } {
  const { change } = useChartOptions();
  const [isOpen, setOpen] = useState(false);
  const [first] = shown.metrics as [string];
  const related = relatedByName.get(first) ?? null;
  const replace = (charts: readonly MetricChart[], focused: string) => {
    const gallery = card.current?.closest('.tl-gallery');
    // The card of the chart may be another one afterwards, in another group.
    flushSync(() => {
      setOpen(false);
      change((before) => combinedChange(before, metricNames, charts, shown.metrics));
    });
    focusChart(gallery?.querySelector<HTMLElement>(`[data-metric="${CSS.escape(focused)}"]`));
  };
  return {
    isOpen,
    close() {
      setOpen(false);
      focusChart(card.current);
    },
    open: () => setOpen(true),
    related: related && withMissing(shown, related),
    combine: (chart) =>
      chart.metrics.length > 1 ? replace([chart], chart.metrics[0]!) : replace([], chart.metrics[0] ?? first),
    separate: () => replace([], first),
  };
}

/** Returns a chart with its related metrics, which come first; null if it has all of them. */
function withMissing({ metrics }: MetricChart, related: MetricChart): MetricChart | null {
  const all = [...new Set([...related.metrics, ...metrics])];
  return all.length === metrics.length || all.length > combinedLimit ? null : { title: related.title, metrics: all };
}

/** Moves the focus to the chart of a card, or to the card itself before its chart is drawn. */
function focusChart(card: HTMLElement | null | undefined): void {
  const plot = card?.querySelector<HTMLElement>('.tracklens-plot');
  if (card && !plot) card.tabIndex = -1;
  (plot ?? card)?.focus();
}
