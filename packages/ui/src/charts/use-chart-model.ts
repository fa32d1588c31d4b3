import type { LookChoices } from '@tracklens/core/display';
import { useMemo } from 'react';
import type { Translate } from '../text/translate.ts';
import { type ChartModel, chartModel } from './chart-model.ts';
import { type ChartProps, themeOf } from './chart-props.ts';
import type { ChartExperiment, Smoothing, XAxis } from './chart-settings.ts';

/** Builds the model of a chart. Recomputed only when one of its inputs changes. */
export function useChartModel(props: ChartProps, dark: boolean, hidden: readonly string[]): ChartModel {
  const { chart, metricName, experiments, x = 'step', xScale = 'linear', yScale = 'linear', strings: t } = props;
  const { smoothing = null, direction = null, sampledTo = null, grouping = null, looks = {} } = props;
  // Compares by value: a parent may create these objects on each render.
  const same = JSON.stringify({ x, smoothing, looks });
  return useMemo(() => {
    const parts = JSON.parse(same) as { x: XAxis; smoothing: Smoothing | null; looks: LookChoices };
    const asked = { chart, metricName, experiments, xScale, yScale, direction, hidden, dark, sampledTo, grouping };
    return chartModel({ ...asked, ...parts, t });
  }, [chart, metricName, experiments, same, xScale, yScale, direction, hidden, dark, sampledTo, grouping, t]);
}

/** Builds the same model with the colours for a white background. */
export function modelOnWhite(props: ChartProps, hidden: readonly string[]): ChartModel {
  const { chart, metricName, x = 'step', xScale = 'linear', yScale = 'linear', grouping = null, strings: t } = props;
  const { smoothing = null, direction = null, sampledTo = null, looks } = props;
  const plain = <Item extends ChartExperiment>(one: Item): Item =>
    looks?.colors && Object.hasOwn(looks.colors, one.key) ? one : { ...one, color: undefined };
  // Colours chosen for a dark background are replaced; those chosen by the user are retained.
  const experiments = themeOf(props).dark ? props.experiments.map(plain) : props.experiments;
  const groups = grouping && { ...grouping, groups: grouping.groups.map(plain) };
  const asked = { chart, metricName, experiments, x, xScale, yScale, smoothing, direction, hidden, sampledTo, looks };
  return chartModel({ ...asked, dark: false, grouping: groups, t });
}

/** Returns why a chart is empty, or null when it is not. */
export function emptyText(model: ChartModel, t: Translate): string | null {
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
