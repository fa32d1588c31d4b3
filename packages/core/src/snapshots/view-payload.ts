import * as v from 'valibot';
import { ChartEntrySchema } from '../charts/chart-data.ts';
import { Target } from '../targets/target.ts';
import { readViewState, ViewState } from '../targets/view-state.ts';
import { shortenedEnd } from './shortened-end.ts';
import { SnapshotContent } from './snapshot-content.ts';

/** Maximum size of a snapshot as JSON text, so that notebooks stay small. */
export const snapshotBudgetBytes = 150_000;

const text = v.pipe(v.string(), v.maxLength(100_000));
const millis = v.nullish(v.number());

const ExperimentMetadata = v.object({
  /** Key of the experiment. */
  experimentKey: v.pipe(v.string(), v.maxLength(100)),
  /** Name of the experiment. */
  experimentName: v.nullish(text),
  /** Name of its workspace. */
  workspaceName: text,
  /** Name of its project. */
  projectName: text,
  /** Whether the experiment is archived. */
  archived: v.optional(v.boolean()),
  /** Whether the experiment is running. */
  running: v.optional(v.boolean()),
  /** Whether the experiment crashed. */
  hasCrashed: v.nullish(v.boolean()),
  /** Start, in milliseconds since 1970. */
  startTimeMillis: millis,
  /** End, in milliseconds since 1970. */
  endTimeMillis: millis,
  /** Duration, in milliseconds. */
  durationMillis: millis,
  /** Name of the script. */
  fileName: v.nullish(text),
  /** Path of the script. */
  filePath: v.nullish(text),
});

const Summary = v.object({
  /** Name of the metric, parameter or other item. */
  name: text,
  /** Lowest value. */
  valueMin: v.nullish(text),
  /** Highest value. */
  valueMax: v.nullish(text),
  /** Last value. */
  valueCurrent: v.nullish(text),
  /** Step of the lowest value. */
  stepMin: v.nullish(v.number()),
  /** Step of the highest value. */
  stepMax: v.nullish(v.number()),
  /** Last step. */
  stepCurrent: v.nullish(v.number()),
  /** Time of the lowest value, in milliseconds since 1970. */
  timestampMin: millis,
  /** Time of the highest value, in milliseconds since 1970. */
  timestampMax: millis,
  /** Time of the last value, in milliseconds since 1970. */
  timestampCurrent: millis,
});

/** Snapshot of the data that a view shows, in the response formats of the service. @interface */
export const Snapshot = v.object({
  /** Time of the snapshot, in milliseconds since 1970. */
  takenAtMillis: v.number(),
  /** Experiments with their summaries. */
  experiments: v.array(
    v.object({
      /** Metadata of the experiment. */
      metadata: ExperimentMetadata,
      /** Tags of the experiment. */
      tags: v.array(text),
      /** Summaries of its metrics. */
      metrics: v.array(Summary),
      /** Summaries of its parameters. */
      parameters: v.array(Summary),
      /** Summaries of its other items. */
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
      /** Names in the chart options that no compared experiment has logged, as `metric:NAME` or `parameter:NAME`. */
      unknown: v.optional(v.array(text)),
      /** For an experiment: numbers of its records. */
      records: v.optional(
        v.object({
          /** Number of its metrics. */
          metrics: v.number(),
          /** Number of its parameters. */
          parameters: v.number(),
          /** Number of its other items. */
          others: v.optional(v.number()),
        }),
      ),
    }),
  ),
  /** For an experiment: the content of its open tab. */
  content: v.optional(SnapshotContent),
  /** For a model target: the registered model with its versions. */
  model: v.optional(
    v.looseObject({
      /** Name of the model. */
      modelName: text,
      /** Number of its versions. */
      numberOfVersions: v.optional(v.number()),
      /** Versions of the model, of which the snapshot may contain only a part. */
      versions: v.optional(v.array(v.unknown())),
    }),
  ),
  /** For project and query targets. */
  project: v.optional(
    v.looseObject({
      /** Name of the project. */
      projectName: text,
    }),
  ),
});

/** Snapshot of the data that a view shows. */
export interface Snapshot extends v.InferOutput<typeof Snapshot> {}

/** One experiment of a snapshot. */
export type SnapshotExperiment = Snapshot['experiments'][number];

/** Smallest and largest height of a view in a notebook, in CSS pixels. */
export const heightRange = {
  /** Smallest height. */
  min: 100,
  /** Largest height. */
  max: 5000,
} as const;

/** Content of `application/vnd.tracklens.view.v1+json`. @interface */
export const ViewPayload = v.object({
  /** Target that the output shows. */
  target: Target,
  /** Arrangement of the view. */
  state: v.optional(ViewState),
  /** Data of the view. */
  snapshot: v.optional(Snapshot),
  /** URL of the target's page on its service; shown as a link, opened only by the user. */
  url: v.optional(v.pipe(v.string(), v.maxLength(2000), v.regex(/^https?:\/\//))),
  /** Whether the static forms contain charts and images. Default: true. */
  images: v.optional(v.boolean()),
  /** Height of the view in a notebook, in CSS pixels. Default: that of its content. */
  height: v.optional(v.pipe(v.number(), v.minValue(heightRange.min), v.maxValue(heightRange.max))),
});

/** Content of a cell's output: target, state and snapshot. */
export interface ViewPayload extends v.InferOutput<typeof ViewPayload> {}

/** Parsed payload, or the reason why it is invalid. An invalid state or snapshot is dropped and is not fatal. */
export type ReadPayload = ValidPayload | InvalidPayload;

/** Successfully parsed payload. */
export interface ValidPayload {
  /** Distinguishes the two results. */
  readonly ok: true;
  /** Content of the output. */
  readonly payload: ViewPayload;
}

/** Reason why a payload is invalid. */
export interface InvalidPayload {
  /** Distinguishes the two results. */
  readonly ok: false;
  /** Problem and remedy, as full sentences. */
  readonly problem: string;
}

/** Parses a value; without one of its fields if only that is invalid, such as with a tab of a newer version. */
function parsedWithout<Schema extends v.GenericSchema>(schema: Schema, value: unknown, field: string) {
  const whole = v.safeParse(schema, value);
  return whole.success ? whole : v.safeParse(schema, { ...(value as object), [field]: undefined });
}

/** Validates an untrusted payload of a notebook output. Never throws. */
export function readViewPayload(value: unknown): ReadPayload {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, problem: 'The saved view is not an object. Run the cell again to make a new one.' };
  }
  const fields = value as Record<string, unknown>;
  const target = parsedWithout(Target, fields.target, 'tab');
  if (!target.success) {
    const [issue] = target.issues;
    const where = v.getDotPath(issue) ?? 'target';
    // The message quotes the value.
    const message = shortenedEnd(issue.message, 300);
    return {
      ok: false,
      problem: `The saved view has no valid target (${where}: ${message}). Run the cell again to make a new one.`,
    };
  }
  const snapshot = parsedWithout(Snapshot, fields.snapshot, 'content');
  const url = v.safeParse(ViewPayload.entries.url, fields.url);
  const height = v.safeParse(ViewPayload.entries.height, fields.height);
  return {
    ok: true,
    payload: {
      target: target.output,
      ...(fields.state === undefined ? {} : { state: readViewState(fields.state) }),
      ...(snapshot.success ? { snapshot: snapshot.output } : {}),
      ...(url.success && url.output !== undefined ? { url: url.output } : {}),
      ...(typeof fields.images === 'boolean' ? { images: fields.images } : {}),
      ...(height.success && height.output !== undefined ? { height: height.output } : {}),
    },
  };
}
