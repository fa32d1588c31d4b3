import * as v from 'valibot';
import { tabs } from './tabs.ts';

const names = v.pipe(v.array(v.pipe(v.string(), v.maxLength(1000))), v.maxLength(10_000));
const scale = v.picklist(['linear', 'log']);
const range = v.tuple([v.number(), v.number()]);

/** What a person can change in a view, as one serialisable object: a cell, a panel and a link restore it exactly. */
export const ViewState = v.object({
  version: v.literal(1),
  tab: v.optional(v.picklist(tabs)),
  charts: v.optional(
    v.object({
      /** What the horizontal axis shows; another metric by `{ metric }`. */
      xAxis: v.optional(v.union([v.picklist(['step', 'epoch', 'wall', 'duration']), v.object({ metric: v.string() })])),
      xScale: v.optional(v.picklist(['linear', 'log', 'symlog'])),
      yScale: v.optional(v.picklist(['linear', 'log', 'symlog'])),
      smoothing: v.optional(
        v.object({
          method: v.picklist(['ema', 'mean', 'median']),
          /** Weight 0..0.999 for `ema`; window length in points for `mean` and `median`. */
          amount: v.pipe(v.number(), v.minValue(0)),
        }),
      ),
      /** Metrics with a chart, in order; absent means the view's own choice. */
      metrics: v.optional(names),
      /** Zoom per metric name: the visible part of each axis in data units. */
      zoom: v.optional(v.record(v.string(), v.object({ x: v.optional(range), y: v.optional(range) }))),
      /** Series switched off in the legend, by experiment key. */
      hidden: v.optional(names),
      search: v.optional(v.string()),
      /** Charts side by side; absent means as many as fit. */
      columns: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8))),
      /** One line for all experiments that share a value, with a band of how far they are apart. */
      group: v.optional(
        v.object({
          /** `parameter:lr` or `tag`. */
          by: v.pipe(v.string(), v.maxLength(1000)),
          center: v.picklist(['mean', 'median']),
          band: v.picklist(['std', 'stderr', 'range', 'none']),
          /** Whether the line of each experiment is drawn behind. */
          members: v.boolean(),
        }),
      ),
    }),
  ),
  table: v.optional(
    v.object({
      /** Visible columns, in order, as `kind:name` (`metric:loss`, `parameter:lr`, `tag`, `state`). */
      columns: v.optional(names),
      sort: v.optional(v.object({ column: v.string(), descending: v.boolean() })),
      search: v.optional(v.string()),
      /** Columns that stay in sight when the table is scrolled sideways. */
      pinned: v.optional(names),
      /** Leaves out the parameters that all experiments share. */
      differencesOnly: v.optional(v.boolean()),
      /** Parameters that do not count as a difference, by name. */
      ignored: v.optional(names),
    }),
  ),
  /** What stands below a project's table, `charts` unless told, with the choices of each. */
  project: v.optional(
    v.object({
      part: v.optional(v.picklist(['charts', 'scatter', 'parallel', 'compare'])),
      scatter: v.optional(
        v.object({ x: v.string(), y: v.string(), xScale: v.optional(scale), yScale: v.optional(scale) }),
      ),
      /** The axes of the parallel coordinates, from the left; the last one gives the colour. */
      axes: v.optional(names),
    }),
  ),
  /** Experiments chosen for overlaid charts and comparison, by key. */
  selection: v.optional(names),
});

export type ViewState = v.InferOutput<typeof ViewState>;

/** The state of a view nobody has touched. */
export const initialViewState: ViewState = { version: 1 };

/** A state from outside (a saved output, a link, a restored panel); what cannot be understood gives the initial state. */
export function readViewState(value: unknown): ViewState {
  const parsed = v.safeParse(ViewState, value);
  return parsed.success ? parsed.output : initialViewState;
}
