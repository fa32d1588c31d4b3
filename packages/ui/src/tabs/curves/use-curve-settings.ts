import { curveMetrics } from '@tracklens/core/charts';
import { type ChartSettings, chartSettings } from '@tracklens/core/display';
import { useMemo } from 'react';
import { useMetricSettings } from '../../gallery/use-chart-options.ts';

/**
 * Returns the settings of the chart of a curve, and what changes them. It shares colors with the charts of metrics, but
 * not their axes and smoothing.
 */
export function useCurveSettings(name: string): {
  readonly settings: ChartSettings;
  readonly onChange: (change: Partial<ChartSettings>) => void;
} {
  const { settings: stored, onChange } = useMetricSettings(`curve:${name}`);
  const settings = useMemo<ChartSettings>(() => {
    const { zoom, pin, table, hidden, palette, colors, onWhite } = stored;
    const shared = { zoom, pin, table, hidden, palette, colors, onWhite };
    return { ...chartSettings(undefined, name), ...shared, xAxis: { metric: curveMetrics.x }, direction: 'none' };
  }, [stored, name]);
  return { settings, onChange };
}
