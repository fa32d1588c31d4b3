import {
  type ChartExperiment,
  type ChartModel,
  type ChartSettings,
  chartModel,
  equalSettings,
  type ModelSettings,
} from '@tracklens/core/charts';
import { useMemo } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import { useStable } from '../components/use-stable.ts';
import type { Translate } from '../text/translate.ts';
import { type ChartProps, themeOf } from './chart-props.ts';

/** Props of a chart that its model depends on. */
export type ModelProps = Pick<
  ChartProps,
  'chart' | 'title' | 'metrics' | 'experiments' | 'groups' | 'sampledTo' | 'window' | 'theme'
>;

/** Builds the model of a chart. Recomputed only when the data or a setting changes that the model depends on. */
export function useChartModel(props: ModelProps, settings: ChartSettings): ChartModel {
  const t = useTranslate();
  const { chart, title, metrics, experiments, groups = null, sampledTo = null, window = null } = props;
  const { dark } = themeOf(props);
  const modelSettings = useStable<ModelSettings>(modelSettingsOf(settings), equalSettings);
  return useMemo(() => {
    const data = { chart, title, metrics, experiments, groups, sampledTo, window };
    return chartModel({ ...data, settings: modelSettings, dark, t });
  }, [chart, title, metrics, experiments, groups, modelSettings, dark, sampledTo, window, t]);
}

/** Builds the same model with the colors for a white background. */
export function modelOnWhite(props: ModelProps, settings: ChartSettings, t: Translate): ChartModel {
  const { chart, title, metrics, groups = null, sampledTo = null, window = null } = props;
  const plain = <Item extends ChartExperiment>(one: Item): Item =>
    settings.colors && Object.hasOwn(settings.colors, one.key) ? one : { ...one, color: undefined };
  // Colors chosen for a dark background are replaced; those chosen by the user are retained.
  const experiments = themeOf(props).dark ? props.experiments.map(plain) : props.experiments;
  const data = { chart, title, metrics, experiments, groups: groups?.map(plain) ?? null };
  return chartModel({ ...data, settings, sampledTo, window, dark: false, t });
}

function modelSettingsOf({ zoom, pin: _pin, ...settings }: ChartSettings): ModelSettings {
  return settings.group && zoom?.x ? { ...settings, zoom: { x: zoom.x } } : settings;
}

/** Returns why a chart is empty, or null when it is not. */
export function emptyText(model: ChartModel, t: Translate): string | null {
  if (model.legend.length === 0) return t('No experiment here has logged %1.', model.title);
  if (model.lines.length === 0 && model.legend.every((entry) => entry.hidden))
    return t('Every experiment is hidden in the legend.');
  if (model.lines.every((line) => line.series.x.length === 0)) {
    if (model.nonPositive > 0)
      return t('Every value is zero or less, which a log scale cannot show. Choose the linear scale.');
    if (model.nan + model.infinite > 0) return t('Every value is NaN or infinite.');
    if (model.notes.has('without-x')) return t('No point has a %1. Choose another x axis.', model.xTitle);
    return t('No values yet.');
  }
  return null;
}
