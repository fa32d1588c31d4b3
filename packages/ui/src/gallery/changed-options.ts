import type { ChartOptions, ChartSettings, Zoom } from '@tracklens/core/display';

/** Returns the options of a view after a change of the settings of a metric's chart. */
export function withChartSettings(
  options: ChartOptions | undefined,
  metricName: string,
  change: Partial<ChartSettings>,
): ChartOptions {
  const { zoom, pin, table, full, direction, ...shared } = change;
  const before = options ?? {};
  return withChartOptions(before, {
    ...(shared as Partial<ChartOptions>),
    ...(zoom !== undefined && { zoom: withEntry(before.zoom, metricName, zoom && storedZoom(zoom)) }),
    ...(pin !== undefined && { pins: withEntry(before.pins, metricName, pin) }),
    ...(table !== undefined && { tables: withName(before.tables, metricName, table) }),
    ...(full !== undefined && { full: withName(before.full, metricName, full) }),
    ...(direction !== undefined && { directions: withEntry(before.directions, metricName, direction) }),
  });
}

/**
 * Returns the options after a change. What is only valid for a former axis or grouping is removed: zooms and pins,
 * hidden keys.
 */
export function withChartOptions(options: ChartOptions | undefined, change: Partial<ChartOptions>): ChartOptions {
  return {
    ...options,
    ...(('xAxis' in change || 'xScale' in change || 'yScale' in change) && { zoom: undefined }),
    ...('xAxis' in change && { pins: undefined }),
    ...('group' in change && { hidden: undefined }),
    ...change,
  };
}

/** Returns a copy of a record with an entry set, or removed when the value is null. */
function withEntry<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  key: string,
  value: NoInfer<Value> | null,
) {
  const others = Object.entries(record ?? {}).filter(([other]) => other !== key);
  return Object.fromEntries(value === null ? others : [...others, [key, value]]) as { [name: string]: Value };
}

const withName = (list: readonly string[] | undefined, one: string, wanted: boolean) => [
  ...(list ?? []).filter((other) => other !== one),
  ...(wanted ? [one] : []),
];

/** Copies a zoom into the form that is stored. */
function storedZoom({ x, y }: Zoom): NonNullable<ChartOptions['zoom']>[string] {
  return { ...(x && { x: [x[0], x[1]] as [number, number] }), ...(y && { y: [y[0], y[1]] as [number, number] }) };
}
