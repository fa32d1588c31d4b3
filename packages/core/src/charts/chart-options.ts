import * as v from 'valibot';
import { paletteNames } from './palette.ts';

const name = v.pipe(v.string(), v.maxLength(1000));
const names = v.pipe(v.array(name), v.maxLength(10_000));
const range = v.tuple([v.number(), v.number()]);
const flag = v.optional(v.boolean());
const scale = v.optional(v.picklist(['linear', 'log', 'symlog']));

/** User settings of the charts of a view. An absent field means the default. @interface */
export const ChartOptions = v.object({
  /** Values of the horizontal axis. `{ metric }` selects another metric. */
  xAxis: v.optional(v.union([v.picklist(['step', 'epoch', 'wall', 'duration']), v.object({ metric: v.string() })])),
  xScale: scale,
  yScale: scale,
  smoothing: v.optional(
    v.object({
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
  /** Metrics that have a chart, in order. Default: chosen by the view. */
  metrics: v.optional(names),
  /** Zoom by metric name: the visible range of each axis in data units. */
  zoom: v.optional(v.record(v.string(), v.object({ x: v.optional(range), y: v.optional(range) }))),
  /** Whether a zoomed viewport follows the newest points. */
  follow: flag,
  /** Keys of the experiments that are hidden in the legend. */
  hidden: v.optional(names),
  search: v.optional(v.string()),
  /** Number of charts per row. Default: as many as fit. */
  columns: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8))),
  /** Aggregates all experiments that share a value into one line, with a band that shows their spread. */
  group: v.optional(
    v.object({
      /** Grouping column: `parameter:lr` or `tag`. */
      by: name,
      center: v.picklist(['mean', 'median']),
      band: v.picklist(['std', 'stderr', 'ci95', 'range', 'none']),
      /** Whether the line of each member is drawn behind the group's line. */
      members: v.boolean(),
    }),
  ),
  palette: v.optional(v.picklist(paletteNames)),
  /** Colours that override the palette, by experiment key. */
  colors: v.optional(v.record(v.string(), v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/)))),
  /** Template of the experiment names: `{name} lr={param.lr}`. */
  label: v.optional(v.pipe(v.string(), v.maxLength(300))),
  /** Pinned hover value, by metric name. */
  pins: v.optional(v.record(v.string(), v.object({ x: v.number(), experimentKey: v.nullable(name) }))),
  /** Metrics that are shown as a table of values instead of a chart. */
  tables: v.optional(names),
  /** Metrics whose points are requested and drawn without downsampling. */
  full: v.optional(names),
  /** Whether images are saved on a white background, whatever the theme. */
  onWhite: flag,
  /** Which end of a metric is better, for metrics whose name gives no hint or a wrong one. */
  directions: v.optional(v.record(v.string(), v.picklist(['min', 'max', 'none']))),
  /** Metric groups whose open or closed state differs from the default, by name prefix. */
  opened: v.optional(v.record(v.string(), v.boolean())),
});

/** User settings of the charts of a view. */
export type ChartOptions = v.InferOutput<typeof ChartOptions>;
