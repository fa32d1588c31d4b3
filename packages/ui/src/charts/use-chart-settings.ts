import { type ChartSettings, equalSettings } from '@tracklens/core/charts';
import { chartSettings } from '@tracklens/core/display';
import { useMemo, useState } from 'react';
import { useStable } from '../components/use-stable.ts';
import type { ChartProps } from './chart-props.ts';

/** Settings of a chart, and what changes them. */
export interface UsedChartSettings {
  readonly settings: ChartSettings;
  /** Changes the settings that are named. */
  onChange(change: Partial<ChartSettings>): void;
}

/**
 * Returns the settings of a chart, complete with the defaults. The chart stores changes itself where the parent does
 * not handle them.
 */
export function useChartSettings(props: Pick<ChartProps, 'metrics' | 'settings' | 'onChange'>): UsedChartSettings {
  const [own, setOwn] = useState<Partial<ChartSettings>>({});
  const { settings: given, onChange } = props;
  const metricName = props.metrics[0]!;
  const current = useMemo(
    () => ({ ...chartSettings(undefined, metricName), ...given, ...(onChange ? {} : own) }),
    [metricName, given, onChange, own],
  );
  const settings = useStable<ChartSettings>(current, equalSettings);
  return { settings, onChange: onChange ?? ((change) => setOwn((before) => ({ ...before, ...change }))) };
}
