import * as v from 'valibot';
import { paletteNames } from './palette.ts';

const name = v.pipe(v.string(), v.maxLength(1000));
const names = v.pipe(v.array(name), v.maxLength(10_000));
const range = v.tuple([v.number(), v.number()]);
const flag = v.optional(v.boolean());
const scale = v.optional(v.picklist(['linear', 'log', 'symlog']));

/** What a person chose for the charts of a view; what is absent is as the view begins. */
export const ChartChoices = v.object({
  /** What the horizontal axis shows; another metric by `{ metric }`. */
  xAxis: v.optional(v.union([v.picklist(['step', 'epoch', 'wall', 'duration']), v.object({ metric: v.string() })])),
  xScale: scale,
  yScale: scale,
  smoothing: v.optional(
    v.object({
      method: v.picklist(['ema', 'mean', 'median', 'half-life']),
      /**
       * Weight 0..0.999 for `ema`; window length in points for `mean` and `median`; for `half-life` the distance over which a
       * point's weight halves.
       */
      amount: v.pipe(v.number(), v.minValue(0)),
      /** What a half-life is measured in: steps (unless told) or milliseconds. */
      of: v.optional(v.picklist(['steps', 'millis'])),
    }),
  ),
  /** The values an axis shows where nobody zoomed: all of them unless told, with zero, or without the outermost 5 %. */
  yRange: v.optional(v.picklist(['zero', 'middle'])),
  /** Whether the charts of a group of metrics show the same range of values. */
  sameY: flag,
  /** Metrics with a chart, in order; absent means the view's own choice. */
  metrics: v.optional(names),
  /** Zoom per metric name: the visible part of each axis in data units. */
  zoom: v.optional(v.record(v.string(), v.object({ x: v.optional(range), y: v.optional(range) }))),
  /** Whether a zoomed part moves on with the newest points. */
  follow: flag,
  /** Series switched off in the legend, by experiment key. */
  hidden: v.optional(names),
  search: v.optional(v.string()),
  /** Charts side by side; absent means as many as fit. */
  columns: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8))),
  /** One line for all experiments that share a value, with a band of how far they are apart. */
  group: v.optional(
    v.object({
      /** `parameter:lr` or `tag`. */
      by: name,
      center: v.picklist(['mean', 'median']),
      band: v.picklist(['std', 'stderr', 'ci95', 'range', 'none']),
      /** Whether the line of each experiment is drawn behind. */
      members: v.boolean(),
    }),
  ),
  palette: v.optional(v.picklist(paletteNames)),
  /** Colours of experiments, by key, in place of the palette's. */
  colors: v.optional(v.record(v.string(), v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/)))),
  /** How experiments are called: `{name} lr={param.lr}`. */
  label: v.optional(v.pipe(v.string(), v.maxLength(300))),
  /** A reading that stays, per metric name. */
  pins: v.optional(v.record(v.string(), v.object({ x: v.number(), experimentKey: v.nullable(name) }))),
  /** Metrics whose values are shown as a table in place of the drawing. */
  tables: v.optional(names),
  /** Metrics of which every point is asked for and drawn. */
  full: v.optional(names),
  /** Whether pictures are saved on white, whatever the theme. */
  onWhite: flag,
  /** Which end of a metric is good, where its name does not tell or tells wrongly. */
  directions: v.optional(v.record(v.string(), v.picklist(['min', 'max', 'none']))),
  /** Groups of metrics that stand open or closed other than they begin, by the beginning of their names. */
  opened: v.optional(v.record(v.string(), v.boolean())),
});

/** What a person chose for the charts of a view. */
export type ChartChoices = v.InferOutput<typeof ChartChoices>;
