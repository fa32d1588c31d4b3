import * as v from 'valibot';
import { ChartChoices } from './chart-choices.ts';
import { TabChoices } from './tab-choices.ts';
import { tabs } from './tabs.ts';

const names = v.pipe(v.array(v.pipe(v.string(), v.maxLength(1000))), v.maxLength(10_000));
const scale = v.picklist(['linear', 'log']);

/** What a person can change in a view, as one serialisable object: a cell, a panel and a link restore it exactly. */
export const ViewState = v.object({
  version: v.literal(1),
  tab: v.optional(v.picklist(tabs)),
  /** Choices within the tabs of an experiment. */
  tabs: v.optional(TabChoices),
  /** The named view of a project that this arrangement came from, by its id; it may have been changed since. */
  view: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(1000))),
  /** Choices for the charts. */
  charts: v.optional(ChartChoices),
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
      /** Shows only the experiments that a query finds. */
      query: v.optional(v.pipe(v.string(), v.maxLength(10_000))),
      compare: v.optional(
        v.object({
          /** Parts that stand other than they begin: open or closed. */
          toggled: v.optional(v.pipe(v.array(v.string()), v.maxLength(20))),
          /** Which value of the metrics; the last one unless told. */
          metric: v.optional(v.picklist(['valueCurrent', 'valueMin', 'valueMax'])),
          /** Whose texts are compared, by experiment key. */
          from: v.optional(v.string()),
          to: v.optional(v.string()),
          /** The images that are side by side: a name, the newest at each step unless told. */
          image: v.optional(v.pipe(v.string(), v.maxLength(1000))),
          step: v.optional(v.number()),
        }),
      ),
    }),
  ),
  /** Experiments chosen for overlaid charts and comparison, by key. */
  selection: v.optional(names),
});

/** Everything that a person changed in a view. */
export type ViewState = v.InferOutput<typeof ViewState>;

/** The state of a view nobody has touched. */
export const initialViewState: ViewState = { version: 1 };

/**
 * A state from outside (a saved output, a link, a restored panel). What cannot be understood is left out and the rest is kept; a
 * state of another version gives the initial one.
 */
export function readViewState(value: unknown): ViewState {
  const whole = v.safeParse(ViewState, value);
  if (whole.success) return whole.output;
  if (!isRecord(value) || value.version !== 1) return initialViewState;
  const parts = v.safeParse(ViewState, understood(ViewState.entries, value));
  return parts.success ? parts.output : initialViewState;
}

/** Whether a state was written by a version of this software that knows more than this one. */
export function isNewerViewState(value: unknown): boolean {
  return isRecord(value) && typeof value.version === 'number' && value.version > 1;
}

/**
 * Whether two states show the same: fields that are absent, and lists and texts that are empty where absent means empty, count as
 * equal. Which named view a state came from does not count.
 */
export function sameArrangement(a: ViewState, b: ViewState): boolean {
  return canonical({ ...a, view: undefined }) === canonical({ ...b, view: undefined });
}

/** JSON with names in order and without what is absent or an empty text or group. */
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

/** The fields that fit; of a group that does not fit as a whole, those of its fields that do. */
function understood(entries: v.ObjectEntries, value: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(entries)) {
    if (!Object.hasOwn(value, name)) continue;
    const given = value[name];
    const group = 'wrapped' in schema ? (schema.wrapped as { readonly entries?: v.ObjectEntries }).entries : undefined;
    if (v.is(schema, given)) kept[name] = given;
    else if (group !== undefined && isRecord(given)) {
      const fields = understood(group, given);
      if (v.is(schema, fields)) kept[name] = fields;
    }
  }
  return kept;
}
