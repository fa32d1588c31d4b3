import { equalSettings } from '@tracklens/core/charts';
import { type ChartOptions, type ChartSettings, chartSettings } from '@tracklens/core/display';
import { useCallback, useMemo } from 'react';
import { useStable } from '../components/use-stable.ts';
import { useView, useViewState } from '../view/view-context.ts';
import { withChartOptions, withChartSettings } from './changed-options.ts';

/** Changes options: to these values, or to those that follow from the latest ones. */
export type ChangeOptions = (
  change: Partial<ChartOptions> | ((options: ChartOptions) => Partial<ChartOptions>),
) => void;

const noOptions: ChartOptions = {};

/** Returns the options of the charts of the view, and what changes them. */
export function useChartOptions(): { readonly options: ChartOptions; readonly change: ChangeOptions } {
  const { setState } = useView().store;
  const change = useCallback<ChangeOptions>(
    (next) =>
      setState((before) => {
        const options = before.charts ?? noOptions;
        return { ...before, charts: withChartOptions(options, typeof next === 'function' ? next(options) : next) };
      }),
    [setState],
  );
  return { options: useViewState((state) => state.charts) ?? noOptions, change };
}

/** Returns the settings of one metric's chart, and what changes them. */
export function useMetricSettings(metricName: string): {
  readonly settings: ChartSettings;
  readonly onChange: (change: Partial<ChartSettings>) => void;
} {
  const { setState } = useView().store;
  const charts = useViewState((state) => state.charts);
  const current = useMemo(() => chartSettings(charts, metricName), [charts, metricName]);
  const onChange = useCallback(
    (change: Partial<ChartSettings>) =>
      setState((before) => ({ ...before, charts: withChartSettings(before.charts, metricName, change) })),
    [setState, metricName],
  );
  return { settings: useStable(current, equalSettings), onChange };
}
