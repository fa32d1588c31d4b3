import * as v from 'valibot';
import { experimentTags } from './cache-tags.ts';
import { clientlib, write, writeByGet } from './endpoint.ts';
import { WriteReply } from './records/index.ts';

const maybeText = v.nullish(v.string());

const RunReply = v.object({
  runId: v.string(),
  project_id: v.nullish(v.string()),
  /** Address of the project page. The page of an experiment is this address and its key, so it ends with a slash. */
  focusUrl: v.nullish(v.string()),
  name: v.nullish(v.string()),
  githubEnabled: v.nullish(v.boolean()),
  lastOffset: v.nullish(v.number()),
  upload_file_size_limit_in_mb: v.nullish(v.number()),
  uploadVideoMaxSizeMB: v.nullish(v.number()),
  asset_upload_file_size_limit_in_mb: v.nullish(v.number()),
  /** Address of a websocket. Python SDKs before 3.44 require it, but do not open it when configured for HTTP. */
  ws_url: v.nullish(v.string()),
  featureToggles: v.nullish(v.array(v.object({ name: v.string(), enabled: v.boolean() }))),
  s3DirectAccessEnabled: v.nullish(v.boolean()),
  msg: v.nullish(v.string()),
});

/** Endpoints for the handshake and the heartbeat of a training script that logs while it runs. */
export const logging = {
  /** Starts a run under a key created by the client; 400 with code 90999 when the key exists. */
  addRun: write(clientlib('logger/add/run'), {
    body: v.object({
      experimentKey: maybeText,
      offline: v.nullish(v.boolean()),
      projectName: maybeText,
      teamName: maybeText,
      libVersion: maybeText,
      getOrCreateEnabled: v.nullish(v.boolean()),
      local_timestamp: v.nullish(v.number()),
    }),
    response: RunReply,
    invalidates: ['experiments', 'projects', 'workspaces'],
  }),
  /** Resumes an existing run. */
  getRun: write(clientlib('logger/get/run'), {
    body: v.object({ previousExperiment: v.string(), libVersion: maybeText, local_timestamp: v.nullish(v.number()) }),
    response: RunReply,
    repeatable: true,
    invalidates: ['experiments', 'projects'],
  }),
  /** Starts a run as a copy of another up to a step. */
  copySteps: write(clientlib('logger/copy-steps-from-experiment'), {
    body: v.object({
      copiedExperimentKey: v.string(),
      newExperimentKey: v.string(),
      stepToCopyTo: v.nullish(v.number()),
      localTimestamp: v.nullish(v.number()),
      libVersion: maybeText,
    }),
    response: RunReply,
    invalidates: [...experimentTags, 'projects'],
  }),
  /** Reports that a run is alive, or with `is_alive` false that it has ended. */
  heartbeat: write(clientlib('status-report/update'), {
    body: v.object({
      experimentKey: v.string(),
      runId: maybeText,
      projectId: maybeText,
      is_alive: v.nullish(v.boolean()),
      local_timestamp: v.nullish(v.number()),
      offline: v.nullish(v.boolean()),
    }),
    response: v.object({
      is_alive_beat_duration_millis: v.number(),
      gpu_monitor_interval_millis: v.number(),
      cpu_monitor_interval_millis: v.nullish(v.number()),
      parameter_update_interval_millis: v.nullish(v.number()),
      pending_rpcs: v.nullish(v.boolean()),
    }),
    repeatable: true,
    invalidates: ['experiments', 'projects'],
  }),
  /** Sets start and end time of a run that was logged offline. */
  offlineTimes: write(clientlib('status-report/offline-metadata'), {
    body: v.object({
      experimentKey: v.string(),
      runId: maybeText,
      startTimestamp: v.nullish(v.number()),
      endTimestamp: v.nullish(v.number()),
    }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['experiments', 'projects'],
  }),
  /** Registers a function of the run for remote calls. */
  registerRemoteAction: write(clientlib('rpc/register-rpc'), {
    body: v.object({
      experimentKey: v.string(),
      functionName: v.string(),
      functionDocumentation: maybeText,
      argumentNames: v.nullish(v.array(v.string())),
    }),
    response: WriteReply,
    repeatable: true,
    invalidates: [],
  }),
  // A write, because each call is returned only once: no page or view may take the calls of a run.
  /** Returns the pending remote calls of the run. */
  pendingRemoteActions: writeByGet(clientlib('rpc/get-pending-rpcs'), {
    query: { experimentKey: v.string() },
    response: v.object({
      remoteProcedureCalls: v.array(
        v.object({
          callId: v.string(),
          userName: v.string(),
          functionName: v.string(),
          cometDefined: v.boolean(),
          arguments: v.array(v.object({ name: v.string(), value: v.unknown() })),
          createdAt: v.number(),
        }),
      ),
    }),
    invalidates: [],
  }),
  /** Stores the result of a remote call. */
  saveRemoteActionResult: write(clientlib('rpc/save-rpc-result'), {
    body: v.object({
      experimentKey: v.string(),
      callId: v.string(),
      result: v.nullish(v.unknown()),
      errorMessage: maybeText,
      errorStackTrace: maybeText,
      startTimeMs: v.nullish(v.number()),
      endTimeMs: v.nullish(v.number()),
    }),
    response: WriteReply,
    repeatable: true,
    invalidates: [],
  }),
};
