import type { ChartOptions as StoredOptions } from '@tracklens/core/display';
import { useCallback, useMemo } from 'react';
import type { ChartAction, Direction, Pin, Zoom } from '../charts/index.ts';
import { useView } from '../view/view-context.ts';
import { metricDirection } from './metric-groups.ts';

/** User options of one chart, with their setters and menu entries. */
export interface ChartOptions {
  readonly zoom: Zoom | null;
  readonly pin: Pin | null;
  readonly every: boolean;
  readonly table: boolean;
  readonly direction: Direction | null;
  readonly actions: readonly ChartAction[];
  onZoom(zoom: Zoom | null): void;
  onPin(pin: Pin | null): void;
  onEvery(every: boolean): void;
  onTable(table: boolean): void;
  onHiddenChange(hidden: string[]): void;
  onKey(key: string): boolean;
}

/** Returns an own entry of a record with user-defined keys. `constructor` is a valid key. */
function own<Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | null {
  return record !== undefined && Object.hasOwn(record, name) ? record[name]! : null;
}

/** Returns a copy of a record with an entry set, or removed when the value is null. */
function withEntry<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string,
  value: NoInfer<Value> | null,
) {
  const others = Object.entries(record ?? {}).filter(([other]) => other !== name);
  return Object.fromEntries(value === null ? others : [...others, [name, value]]);
}

const withName = (names: readonly string[] | undefined, name: string, wanted: boolean) => [
  ...(names ?? []).filter((other) => other !== name),
  ...(wanted ? [name] : []),
];

/**
 * Toggles the best marker: returns `none` when `end` is already marked, or else `end`.
 * @internal Exported for tests: tested without a menu.
 */
export function toggledBest(shown: Direction | null, end: Direction): Direction | 'none' {
  return shown === end ? 'none' : end;
}

/** Returns the options of a metric's chart. */
export function useChartOptions(metricName: string): ChartOptions {
  const { state, setState, t } = useView();
  const charts: StoredOptions = state.charts ?? {};
  const change = useCallback(
    (make: (charts: StoredOptions) => StoredOptions) =>
      setState((before) => ({ ...before, charts: { ...before.charts, ...make(before.charts ?? {}) } })),
    [setState],
  );
  const changes = useMemo(
    () => ({
      onZoom: (zoom: Zoom | null) =>
        change((before) => ({ zoom: withEntry(before.zoom, metricName, zoom && copyOf(zoom)) })),
      onPin: (pin: Pin | null) => change((before) => ({ pins: withEntry(before.pins, metricName, pin) })),
      onEvery: (every: boolean) => change((before) => ({ full: withName(before.full, metricName, every) })),
      onTable: (table: boolean) => change((before) => ({ tables: withName(before.tables, metricName, table) })),
      onHiddenChange: (hidden: string[]) => change(() => ({ hidden })),
    }),
    [change, metricName],
  );
  const chosen = own(charts.directions, metricName);
  const direction = chosen === 'none' ? null : (chosen ?? metricDirection(metricName));
  const table = charts.tables?.includes(metricName) ?? false;
  const best = (end: Direction): ChartAction => ({
    id: `best-${end}`,
    text: end === 'min' ? t('Mark the lowest value as best') : t('Mark the highest value as best'),
    checked: direction === end,
    onChoose: () =>
      change((before) => ({
        directions: withEntry(before.directions, metricName, toggledBest(direction, end)),
      })),
  });
  return {
    ...changes,
    zoom: own(charts.zoom, metricName),
    pin: own(charts.pins, metricName),
    every: charts.full?.includes(metricName) ?? false,
    table,
    direction,
    actions: [
      { id: 'table', text: t('Show the values as a table'), checked: table, onChoose: () => changes.onTable(!table) },
      best('min'),
      best('max'),
      {
        id: 'white',
        text: t('Save pictures on white'),
        checked: charts.onWhite ?? false,
        onChoose: () => change((before) => ({ onWhite: !before.onWhite })),
      },
    ],
    onKey(key) {
      if (key === 't') changes.onTable(true);
      else if (key === 'l')
        change((before) => ({ yScale: before.yScale === 'log' ? 'linear' : 'log', zoom: undefined }));
      else if (key === 'L')
        change((before) => ({ xScale: before.xScale === 'log' ? 'linear' : 'log', zoom: undefined }));
      else return false;
      return true;
    },
  };
}

/** Copies a zoom into the form that the view state stores. */
function copyOf(zoom: Zoom) {
  return {
    ...(zoom.x === undefined ? {} : { x: [zoom.x[0], zoom.x[1]] as [number, number] }),
    ...(zoom.y === undefined ? {} : { y: [zoom.y[0], zoom.y[1]] as [number, number] }),
  };
}
