import * as v from 'valibot';
import { Target } from './target.ts';
import { readViewState, ViewState } from './view-state.ts';

/** The MIME type of a view in a notebook output. */
export const viewMimeType = 'application/vnd.tracklens.view.v1+json';

/** Snapshots are thinned to this size as JSON text, so that notebooks stay small. */
export const snapshotBudgetBytes = 150_000;

const text = v.pipe(v.string(), v.maxLength(100_000));
const millis = v.nullish(v.number());

const ExperimentMetadata = v.object({
  experimentKey: v.pipe(v.string(), v.maxLength(100)),
  experimentName: v.nullish(text),
  workspaceName: text,
  projectName: text,
  archived: v.optional(v.boolean()),
  running: v.optional(v.boolean()),
  hasCrashed: v.nullish(v.boolean()),
  startTimeMillis: millis,
  endTimeMillis: millis,
  durationMillis: millis,
  fileName: v.nullish(text),
  filePath: v.nullish(text),
});

const Summary = v.object({
  name: text,
  valueMin: v.nullish(text),
  valueMax: v.nullish(text),
  valueCurrent: v.nullish(text),
  stepMin: v.nullish(v.number()),
  stepMax: v.nullish(v.number()),
  stepCurrent: v.nullish(v.number()),
  timestampMin: millis,
  timestampMax: millis,
  timestampCurrent: millis,
});

/** A point's value on the wire: a number, or text such as `NaN`, `Infinity`, `1e-7`. */
const Value = v.nullable(v.union([v.number(), v.pipe(v.string(), v.maxLength(100))]));

const ChartMetric = v.object({
  metricName: text,
  values: v.array(Value),
  steps: v.nullish(v.array(v.nullable(v.number()))),
  epochs: v.nullish(v.array(v.nullable(v.number()))),
  timestamps: v.nullish(v.array(v.nullable(v.number()))),
  durations: v.nullish(v.array(v.nullable(v.number()))),
  /** Points logged in all, where it is known to differ from the points listed. */
  total: v.optional(v.number()),
});

const ChartEntry = v.object({
  experiment_key: v.optional(text),
  steps: v.nullish(v.array(v.nullable(v.number()))),
  epochs: v.nullish(v.array(v.nullable(v.number()))),
  metrics: v.array(ChartMetric),
  params: v.nullish(v.record(v.string(), v.unknown())),
});

/** A dated copy of what the open view needs, in the shapes the service answers with. */
export const Snapshot = v.object({
  takenAtMillis: v.number(),
  experiments: v.array(
    v.object({
      metadata: ExperimentMetadata,
      tags: v.array(text),
      metrics: v.array(Summary),
      parameters: v.array(Summary),
      others: v.optional(v.array(Summary)),
    }),
  ),
  /** As `getMetricsForChart` answers: by experiment key, thinned by min/max. */
  chart: v.record(v.string(), ChartEntry),
  /** What the copy was taken of, where it does not hold all of it. */
  whole: v.optional(
    v.object({
      /** Experiments of the project, or those that the query finds. */
      experiments: v.number(),
      /** Of these, those that the view draws. */
      drawn: v.number(),
      /** Metrics that the view has charts of. */
      metrics: v.number(),
    }),
  ),
  /** For a model target: the registered model with its versions. */
  model: v.optional(v.looseObject({ modelName: text })),
  /** For a project target. */
  project: v.optional(v.looseObject({ projectName: text })),
});

/** A dated copy of what a view shows. */
export type Snapshot = v.InferOutput<typeof Snapshot>;
/** One experiment of a dated copy. */
export type SnapshotExperiment = Snapshot['experiments'][number];

/** What `application/vnd.tracklens.view.v1+json` holds. */
export const ViewPayload = v.object({
  target: Target,
  state: v.optional(ViewState),
  snapshot: v.optional(Snapshot),
  /** The page of the target on its service; shown as a link, opened only by a person. */
  url: v.optional(v.pipe(v.string(), v.maxLength(2000), v.regex(/^https?:\/\//))),
});

/** What a cell's output holds: target, state and dated copy. */
export type ViewPayload = v.InferOutput<typeof ViewPayload>;

/** A payload that was understood, or why it was not. A broken state or snapshot is left out, not fatal. */
export type ReadPayload =
  | { readonly ok: true; readonly payload: ViewPayload }
  | { readonly ok: false; readonly problem: string };

/** Checks an untrusted payload of a notebook output. Never throws. */
export function readViewPayload(value: unknown): ReadPayload {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, problem: 'The saved view is not an object. Run the cell again to make a new one.' };
  }
  const given = value as Record<string, unknown>;
  const target = v.safeParse(Target, given.target);
  if (!target.success) {
    const where = v.getDotPath(target.issues[0]) ?? 'target';
    return {
      ok: false,
      problem: `The saved view does not say what to show (${where}: ${target.issues[0].message}). Run the cell again to make a new one.`,
    };
  }
  const snapshot = v.safeParse(Snapshot, given.snapshot);
  const url = v.safeParse(ViewPayload.entries.url, given.url);
  return {
    ok: true,
    payload: {
      target: target.output,
      ...(given.state === undefined ? {} : { state: readViewState(given.state) }),
      ...(snapshot.success ? { snapshot: snapshot.output } : {}),
      ...(url.success && url.output !== undefined ? { url: url.output } : {}),
    },
  };
}
