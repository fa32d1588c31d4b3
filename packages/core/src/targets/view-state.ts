import * as v from 'valibot';
import { ChartOptions } from '../charts/chart-options.ts';
import { TabChoices, tabs } from './tabs.ts';

const name = v.pipe(v.string(), v.maxLength(1000));
const names = v.pipe(v.array(name), v.maxLength(10_000));
const scale = v.picklist(['linear', 'log']);

const sortOrder = v.object({
  /** Column, as `kind:name`. */
  column: v.string(),
  /** Whether the highest value comes first. */
  descending: v.boolean(),
});

const scatterAxes = v.object({
  /** Column of the horizontal axis, as `kind:name`. */
  x: v.string(),
  /** Column of the vertical axis, as `kind:name`. */
  y: v.string(),
  /** Scale of the horizontal axis. */
  xScale: v.optional(scale),
  /** Scale of the vertical axis. */
  yScale: v.optional(scale),
});

/**
 * Everything a user can change in a view, as one serializable object: a cell, a panel and a link restore it exactly.
 *
 * @interface
 */
export const ViewState = v.object({
  /** Version of the format. */
  version: v.literal(1),
  /** Selected tab of an experiment. */
  tab: v.optional(v.picklist(tabs)),
  /** Settings within the tabs of an experiment. */
  tabs: v.optional(TabChoices),
  /** Id of the named view of a project that this state was loaded from. The state may have been changed since. */
  view: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(1000))),
  /** Settings of the charts. */
  charts: v.optional(ChartOptions),
  /** Settings of a project's table. */
  table: v.optional(
    v.object({
      /** Visible columns, in order, as `kind:name` (`metric:loss`, `parameter:lr`, `tag`, `state`). */
      columns: v.optional(names),
      /** Column that the rows are sorted by, and the direction. */
      sort: v.optional(sortOrder),
      /** Words that the rows contain. */
      search: v.optional(v.string()),
      /** Columns that stay visible when the table is scrolled horizontally. */
      pinned: v.optional(names),
      /** Hides the parameters that are equal in all experiments. */
      differencesOnly: v.optional(v.boolean()),
      /** Parameters whose differences are ignored, by name. */
      ignored: v.optional(names),
      /** Keys of the experiments that stay at the top. */
      top: v.optional(names),
      /** Metric that marks the best experiment. Default: guessed from the names of the metrics. */
      objective: v.optional(
        v.object({
          /** Name of the metric. */
          metric: name,
          /** Whether the lowest or the highest value is the best. */
          direction: v.picklist(['min', 'max']),
        }),
      ),
      /** Groups whose experiments are shown, as `parameter:name=value` or `tag=value`. */
      opened: v.optional(names),
    }),
  ),
  /** Section below a project's table (default: `charts`), with the settings of each. */
  project: v.optional(
    v.object({
      /** Open section. */
      part: v.optional(v.picklist(['charts', 'scatter', 'parallel', 'compare'])),
      /** Axes of the scatter plot. */
      scatter: v.optional(scatterAxes),
      /** Axes of the parallel coordinates, left to right. */
      axes: v.optional(names),
      /** Scales of these axes, by column. Default: logarithmic for positive values over more than two decades. */
      axisScales: v.optional(v.record(name, scale)),
      /** Ranges of these axes, by column: only the experiments within all of them are highlighted. */
      axisRanges: v.optional(v.record(name, v.tuple([v.number(), v.number()]))),
      /** Shows only the experiments that match a query. */
      query: v.optional(v.pipe(v.string(), v.maxLength(10_000))),
      /** Settings of the comparison. */
      compare: v.optional(
        v.object({
          /** Sections whose open or closed state differs from the default. */
          toggled: v.optional(v.pipe(v.array(v.string()), v.maxLength(20))),
          /** Which value of the metrics is compared. Default: the last one. */
          metric: v.optional(v.picklist(['valueCurrent', 'valueMin', 'valueMax'])),
          /** Key of the experiment whose texts are on the left. */
          from: v.optional(v.string()),
          /** Key of the experiment whose texts are on the right. */
          to: v.optional(v.string()),
          /** Name of the images that are compared side by side. Default: the most common name. */
          image: v.optional(name),
          /** Step of these images. Default: the newest. */
          step: v.optional(v.number()),
          /** Name of the curves that are compared. Default: the most common name. */
          curve: v.optional(name),
          /** Step of these curves. Default: the newest. */
          curveStep: v.optional(v.number()),
        }),
      ),
    }),
  ),
  /** Keys of the experiments selected for overlaid charts and comparison. */
  selection: v.optional(names),
});

/** Everything a user can change in a view. */
export interface ViewState extends v.InferOutput<typeof ViewState> {}

/** Default state of a view. */
export const initialViewState: ViewState = { version: 1 };

/**
 * Parses an untrusted state (a saved output, a link, a restored panel). Invalid fields are dropped and the rest is
 * kept. A state of another version yields the default state.
 */
export function readViewState(value: unknown): ViewState {
  const whole = v.safeParse(ViewState, value);
  if (whole.success) return whole.output;
  if (!isRecord(value) || value.version !== 1) return initialViewState;
  const parts = v.safeParse(ViewState, validFields(ViewState.entries, value));
  return parts.success ? parts.output : initialViewState;
}

/** Returns whether a state was written by a newer version of this software. */
export function isNewerViewState(value: unknown): boolean {
  return isRecord(value) && typeof value.version === 'number' && value.version > 1;
}

/**
 * Returns whether two states show the same. Absent fields, empty texts and empty groups are equal. The named view that
 * a state was loaded from is ignored.
 */
export function sameArrangement(a: ViewState, b: ViewState): boolean {
  return canonical({ ...a, view: undefined }) === canonical({ ...b, view: undefined });
}

/** Serializes a value as JSON with sorted names, without absent fields, empty texts and empty groups. */
function canonical(value: unknown): string {
  return JSON.stringify(pruned(value)) ?? '';
}

function pruned(value: unknown): unknown {
  if (value === '') return undefined;
  if (Array.isArray(value)) return value.map((one) => (isRecord(one) ? pruned(one) : one));
  if (!isRecord(value)) return value;
  const fields = Object.keys(value)
    .sort()
    .map((name) => [name, pruned(value[name])] as const)
    .filter(([, field]) => field !== undefined);
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the valid fields. Of an invalid group it keeps the valid fields. */
function validFields(entries: v.ObjectEntries, value: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(entries)) {
    if (!Object.hasOwn(value, name)) continue;
    const part = value[name];
    const group = 'wrapped' in schema ? (schema.wrapped as { readonly entries?: v.ObjectEntries }).entries : undefined;
    if (v.is(schema, part)) kept[name] = part;
    else if (group !== undefined && isRecord(part)) {
      const fields = validFields(group, part);
      if (v.is(schema, fields)) kept[name] = fields;
    }
  }
  return kept;
}
