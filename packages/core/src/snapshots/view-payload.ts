import * as v from 'valibot';
import { ChartEntrySchema } from '../charts/chart-data.ts';
import { Target } from '../targets/target.ts';
import { readViewState, ViewState } from '../targets/view-state.ts';

/** MIME type of a view in a notebook output. */
export const viewMimeType = 'application/vnd.tracklens.view.v1+json';

/** Maximum size of a snapshot as JSON text, so that notebooks stay small. */
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

/** Snapshot of the data that a view shows, in the response formats of the service. @interface */
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
  /** Points by experiment key, in the format of `getMetricsForChart`, downsampled. */
  chart: v.record(v.string(), ChartEntrySchema),
  /** Counts of the complete view, of which the snapshot may contain only a part. */
  whole: v.optional(
    v.object({
      /** Number of experiments in the project, or matched by the query. */
      experiments: v.number(),
      /** Number of these that the view draws. */
      drawn: v.number(),
      /** Number of metrics that the view charts. */
      metrics: v.number(),
    }),
  ),
  /** For a model target: the registered model with its versions. */
  model: v.optional(v.looseObject({ modelName: text })),
  /** For project and query targets. */
  project: v.optional(v.looseObject({ projectName: text })),
});

/** Snapshot of the data that a view shows. */
export type Snapshot = v.InferOutput<typeof Snapshot>;
/** One experiment of a snapshot. */
export type SnapshotExperiment = Snapshot['experiments'][number];

/** Content of `application/vnd.tracklens.view.v1+json`. @interface */
export const ViewPayload = v.object({
  target: Target,
  state: v.optional(ViewState),
  snapshot: v.optional(Snapshot),
  /** URL of the target's page on its service; shown as a link, opened only by the user. */
  url: v.optional(v.pipe(v.string(), v.maxLength(2000), v.regex(/^https?:\/\//))),
});

/** Content of a cell's output: target, state and snapshot. */
export type ViewPayload = v.InferOutput<typeof ViewPayload>;

/** Parsed payload, or the reason why it is invalid. An invalid state or snapshot is dropped and is not fatal. */
export type ReadPayload =
  | { readonly ok: true; readonly payload: ViewPayload }
  | { readonly ok: false; readonly problem: string };

/** Validates an untrusted payload of a notebook output. Never throws. */
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
      problem: `The saved view has no valid target (${where}: ${target.issues[0].message}). Run the cell again to make a new one.`,
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
