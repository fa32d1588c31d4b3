import * as v from 'valibot';
import { paletteNames } from './palette.ts';
import { isSystemMetric } from './system-metric.ts';

const name = v.pipe(v.string(), v.maxLength(1000));
const names = v.pipe(v.array(name), v.maxLength(10_000));
const range = v.tuple([v.number(), v.number()]);
const flag = v.optional(v.boolean());
/** Maximum number of metrics in a chart: a line for each core of most machines. */
export const combinedLimit = 128;
/** Number of the newest experiments that a view draws without a selection. */
export const defaultSelectionSize = 10;

const scale = v.optional(v.picklist(['linear', 'log', 'symlog']));

/** Options that hold for each chart of a view. */
const sharedEntries = {
  /** Values of the horizontal axis. `{ metric }` selects another metric. */
  xAxis: v.optional(
    v.union([
      v.picklist([/* message */ 'step', /* message */ 'epoch', 'wall', /* message */ 'duration']),
      v.object({
        /** Name of the other metric. */
        metric: v.string(),
      }),
    ]),
  ),
  /** Scale of the horizontal axis. Wall time is always linear. */
  xScale: scale,
  /** Scale of the vertical axis. */
  yScale: scale,
  /** Smoothing of the lines. Default: none. */
  smoothing: v.optional(
    v.object({
      /** Moving average, its window, or an average whose weights halve over a distance. */
      method: v.picklist(['ema', 'mean', 'median', 'half-life']),
      /**
       * Weight 0..0.999 for `ema`; window length in points for `mean` and `median`; for `half-life` the distance over
       * which the weight of a point halves.
       */
      amount: v.pipe(v.number(), v.minValue(0)),
      /** Unit of a half-life: steps (default) or milliseconds. */
      of: v.optional(v.picklist(['steps', 'millis'])),
    }),
  ),
  /**
   * Range of the vertical axis without a zoom: all values (default), including zero, or without the outermost 5 %.
   */
  yRange: v.optional(v.picklist(['zero', 'middle'])),
  /** Whether the charts of a metric group share one vertical range. */
  sameY: flag,
  /** Whether a zoomed viewport follows the newest points. */
  follow: flag,
  /** Keys of the experiments that are hidden in the legend. */
  hidden: v.optional(names),
  /** Aggregates all experiments that share a value into one line, with a band that shows their spread. */
  group: v.optional(
    v.object({
      /** Grouping column: `parameter:lr` or `tag`. */
      by: name,
      /** Value of the group's line at each x. */
      center: v.picklist(['mean', 'median']),
      /** Spread that the band shows: standard deviation or error, 95 % confidence interval, minimum to maximum. */
      band: v.picklist(['std', 'stderr', 'ci95', 'range', 'none']),
      /** Whether the line of each member is drawn behind the group's line. */
      members: v.boolean(),
    }),
  ),
  /** Colors of the series. */
  palette: v.optional(v.picklist(paletteNames)),
  /** Colors that override the palette, by experiment key. */
  colors: v.optional(v.record(v.string(), v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/)))),
  /** Template of the experiment names: `{name} lr={param.lr}`. */
  label: v.optional(v.pipe(v.string(), v.maxLength(300))),
  /** Whether images are saved on a white background, whatever the theme. */
  onWhite: flag,
} as const;

/** Options of one chart, stored by the name of its metric. */
const metricEntries = {
  /** Zoom by metric name: the visible range of each axis in data units. */
  zoom: v.optional(
    v.record(
      v.string(),
      v.object({
        /** Visible range of the horizontal axis. */
        x: v.optional(range),
        /** Visible range of the vertical axis. */
        y: v.optional(range),
      }),
    ),
  ),
  /** Pinned hover value, by metric name. */
  pins: v.optional(
    v.record(
      v.string(),
      v.object({
        /** Position on the horizontal axis. */
        x: v.number(),
        /** Key of the nearest experiment, or null. */
        experimentKey: v.nullable(name),
        /** Metric of the nearest line, in a chart of several metrics. */
        metric: v.optional(name),
      }),
    ),
  ),
  /** Metrics that are shown as a table of values instead of a chart. */
  tables: v.optional(names),
  /** Metrics whose points are requested and drawn without downsampling. */
  full: v.optional(names),
  /** Which end of a metric is better, for metrics whose name gives no hint or a wrong one. */
  directions: v.optional(v.record(v.string(), v.picklist(['min', 'max', 'none']))),
} as const;

/** Options of the gallery: which charts it shows, and how they are arranged. */
const galleryEntries = {
  /** Metrics that have a chart, in order. Default: chosen by the view. */
  metrics: v.optional(names),
  /**
   * Charts of several metrics. A metric is drawn in the first one that has it. Default: a chart for each measure of the
   * GPUs, and one for the cores of the processor.
   */
  combined: v.optional(
    v.pipe(
      v.array(
        v.object({
          /** Title of the chart. Default: the names of its metrics. */
          title: v.optional(name),
          /** Names of its metrics, in the order of the lines. */
          metrics: v.pipe(v.array(name), v.minLength(2), v.maxLength(combinedLimit)),
        }),
      ),
      v.maxLength(1000),
    ),
  ),
  /** Words that the names of the shown metrics contain. */
  search: v.optional(v.string()),
  /** Number of charts per row. Default: as many as fit. */
  columns: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8))),
  /** Metric groups whose open or closed state differs from the default, by name prefix. */
  opened: v.optional(v.record(v.string(), v.boolean())),
} as const;

/**
 * User options of the charts of a view, as they are stored. An absent field means the default. An option is defined
 * here, has a control in the gallery (`ui/src/gallery/option-controls.ts`), and is read where it is drawn: everything
 * between passes the options on as a whole. @interface
 */
export const ChartOptions = v.object({ ...sharedEntries, ...metricEntries, ...galleryEntries });

/** User options of the charts of a view, as they are stored. */
export interface ChartOptions extends v.InferOutput<typeof ChartOptions> {}

type SharedOptions = v.InferOutput<v.ObjectSchema<typeof sharedEntries, undefined>>;

/** Values of the shared options that are absent. Those without a value here are then off. */
export const chartDefaults = {
  /** Steps are the horizontal axis; of system metrics, the duration. */
  xAxis: 'step',
  /** Scale of the horizontal axis. */
  xScale: 'linear',
  /** Scale of the vertical axis. */
  yScale: 'linear',
  /** Each chart has its own vertical range. */
  sameY: false,
  /** A zoomed viewport keeps its range. */
  follow: false,
  /** No experiment is hidden. */
  hidden: [] as string[],
  /** Name of the first palette. */
  palette: 'standard',
  /** Images are saved on the background of the theme. */
  onWhite: false,
} as const satisfies SharedOptions;

type Direction = NonNullable<ChartOptions['directions']>[string];

/** Visible range of each axis in data units. An absent axis uses its default range. */
export interface Zoom {
  /** Range of the horizontal axis. */
  readonly x?: readonly [number, number] | undefined;
  /** Range of the vertical axis. */
  readonly y?: readonly [number, number] | undefined;
}

/** Pinned position of the hover values. */
export interface Pin {
  /** Position on the horizontal axis. */
  readonly x: number;
  /** Key of the nearest experiment, or null. */
  readonly experimentKey: string | null;
  /** Metric of the nearest line, in a chart of several metrics. */
  readonly metric?: string | undefined;
}

/** Shared options, complete with the defaults. */
type SharedSettings = Omit<SharedOptions, keyof typeof chartDefaults> & {
  [Name in keyof typeof chartDefaults]: NonNullable<SharedOptions[Name]>;
};

/** Options of one chart, complete with the defaults. Charts are drawn from these, in views and in outputs. */
export type ChartSettings = Readonly<SharedSettings> & {
  /** Visible range; null shows everything. */
  readonly zoom: Zoom | null;
  /** Pinned position, or null. */
  readonly pin: Pin | null;
  /** Whether the values are shown as a table. */
  readonly table: boolean;
  /** Whether all points are read and drawn. */
  readonly full: boolean;
  /** Which end of the metric is better; null follows from its name. */
  readonly direction: Direction | null;
};

/** Returns the x axis of a metric without a choice of the user: the SDK measures the machine by time, not by step. */
export function defaultXAxis(metricName: string): 'step' | 'duration' {
  return isSystemMetric(metricName) ? 'duration' : chartDefaults.xAxis;
}

/** Returns the settings of a metric's chart from the options of its view. */
export function chartSettings(options: ChartOptions | undefined, metricName: string): ChartSettings {
  const { zoom, pins, tables, full, directions } = options ?? {};
  return {
    ...chartDefaults,
    xAxis: defaultXAxis(metricName),
    ...sharedOptions(options),
    zoom: ownEntry(zoom, metricName),
    pin: ownEntry(pins, metricName),
    table: tables?.includes(metricName) ?? false,
    full: full?.includes(metricName) ?? false,
    direction: ownEntry(directions, metricName),
  };
}

/** Returns the shared options that are present. */
function sharedOptions(options: ChartOptions | undefined): Partial<SharedSettings> {
  const present = Object.entries(options ?? {}).filter(([key, value]) => key in sharedEntries && value !== undefined);
  return Object.fromEntries(present);
}

/** Returns an own entry of a record with user-defined keys. `constructor` is a valid key. */
function ownEntry<Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | null {
  return record !== undefined && Object.hasOwn(record, key) ? record[key]! : null;
}
