import * as v from 'valibot';
import { flag, int, maybeText, text } from './fields.ts';

// Records of experiments.

/** Name, location and state of an experiment. Times and durations are in milliseconds. @interface */
export const ExperimentMetadata = v.object({
  /** Whether the experiment is archived. */
  archived: flag,
  /** Duration so far, or until the end. */
  durationMillis: int,
  /** End, in milliseconds since 1970. While the experiment runs, the local service reports the current time. */
  endTimeMillis: int,
  /** Key of the experiment. */
  experimentKey: v.string(),
  /** Name of the experiment; null when it has none. */
  experimentName: maybeText,
  /** Name of the script; null when it is unknown. */
  fileName: maybeText,
  /** Path of the script; null when it is unknown. */
  filePath: maybeText,
  /** Id of the optimization that created the experiment, or null. */
  optimizationId: maybeText,
  /** Id of the project. */
  projectId: text,
  /** Name of the project. */
  projectName: text,
  /** Whether the experiment is running. */
  running: flag,
  /** Start, in milliseconds since 1970. */
  startTimeMillis: int,
  /** Whether the service limits how much the experiment may log. */
  throttle: flag,
  /** Workspace of the project. */
  workspaceName: text,
  /** Not part of the original REST interface. Distinguishes `crashed` from `finished`. */
  hasCrashed: v.optional(v.nullable(v.boolean())),
});
export type ExperimentMetadata = v.InferOutput<typeof ExperimentMetadata>;

/** Reply to a heartbeat: intervals of the next reports in milliseconds. @interface */
export const UpdateStatusReply = v.object({
  /** Interval of heartbeats. */
  isAliveBeatDurationMillis: v.number(),
  /** Interval of GPU metrics. */
  gpuMonitorIntervalMillis: v.number(),
  /** Interval of CPU metrics. */
  cpuMonitorIntervalMillis: int,
});
export type UpdateStatusReply = v.InferOutput<typeof UpdateStatusReply>;
