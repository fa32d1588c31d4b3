import { equalSettings } from '@tracklens/core/charts';
import { type ChartOptions, type ChartSettings, chartSettings } from '@tracklens/core/display';
import { useCallback, useMemo } from 'react';
import { useStable } from '../components/use-stable.ts';
import { useView } from '../view/view-context.ts';
import { withChartOptions, withChartSettings } from './changed-options.ts';

/** Changes options: to these values, or to those that follow from the latest ones. */
export type ChangeOptions = (
  change: Partial<ChartOptions> | ((options: ChartOptions) => Partial<ChartOptions>),
) => void;

const noOptions: ChartOptions = {};

/** Returns the options of the charts of the view, and what changes them. */
export function useChartOptions(): { readonly options: ChartOptions; readonly change: ChangeOptions } {
  const { state, setState } = useView();
  const change = useCallback<ChangeOptions>(
    (next) =>
      setState((before) => {
        const options = before.charts ?? noOptions;
        return { ...before, charts: withChartOptions(options, typeof next === 'function' ? next(options) : next) };
      }),
    [setState],
  );
  return { options: state.charts ?? noOptions, change };
}

/** Returns the settings of one metric's chart, and what changes them. */
export function useMetricSettings(metricName: string): {
  readonly settings: ChartSettings;
  readonly onChange: (change: Partial<ChartSettings>) => void;
} {
  const { state, setState } = useView();
  const current = useMemo(() => chartSettings(state.charts, metricName), [state.charts, metricName]);
  const onChange = useCallback(
    (change: Partial<ChartSettings>) =>
      setState((before) => ({ ...before, charts: withChartSettings(before.charts, metricName, change) })),
    [setState, metricName],
  );
  return { settings: useStable(current, equalSettings), onChange };
}
