import { randomUUID } from 'node:crypto';
import { badRequest, experimentExists, notFound, sdkErrorCode } from '../errors/service-error.ts';
import { projectAddress } from '../http/addresses.ts';
import { acquireAdvisoryLock } from '../store/database/advisory-lock.ts';
import type { Executor } from '../store/database/executor.ts';
import { newId } from '../store/database/new-id.ts';
import { createExperiment } from '../store/experiments/experiment-creation.ts';
import { lockExperiment, withExperimentLock } from '../store/experiments/experiment-lock.ts';
import { changeProcesses } from '../store/experiments/experiment-processes.ts';
import { stateOf } from '../store/experiments/experiment-state.ts';
import { findExperiment, requireExperiment, updateExperiment } from '../store/experiments/experiments.ts';
import { countOutputLines } from '../store/experiments/output-lines.ts';
import { endOf, heartbeatOf, uploadedEndOf, uploadOf } from '../store/experiments/process-reports.ts';
import { defaultProjectName, requireProject } from '../store/experiments/projects.ts';
import {
  dropWaitingCalls,
  pendingCalls,
  registerFunction,
  saveCallResult,
  takeCalls,
} from '../store/experiments/remote-actions.ts';
import { copyExperiment } from '../store/metrics/experiment-copy.ts';
import { isNewBatch } from '../store/metrics/metric-batches.ts';
import type { ExperimentRow } from '../store/tables/experiment-tables.ts';
import { checkExperimentKey } from './experiment-keys.ts';
import { type HandlerContext, type Handlers, writeReply } from './handler.ts';
import { cpuMonitorMillis, gpuMonitorMillis, heartbeatMillis, parameterUpdateMillis } from './heartbeat-intervals.ts';
import { newProject } from './new-project.ts';
import { timedBatch } from './timed-batch.ts';
import { millisOf } from './timestamps.ts';

/** Upload limit reported to clients, which check it before sending. The actual limit is the disk. */
const uploadLimitMegabytes = 100_000;

/**
 * Settings for Python SDKs before 3.44: they require the URL of a websocket, but do not use it when this feature
 * toggle makes them send everything over HTTP. Later SDKs do so by default.
 */
function overHttpAlone(origin: string) {
  return {
    ws_url: `${origin.replace(/^http/, 'ws')}/ws/logger`,
    featureToggles: [{ name: 'sdk_use_http_messages', enabled: true }],
  };
}

/**
 * Returns the reply to a request for a run. Not part of its transaction: to count long output takes a while.
 */
async function runReply(row: ExperimentRow, { store: { db }, origin }: HandlerContext) {
  const project = await requireProject(db, { projectId: row.project_id });
  return {
    runId: row.run_id,
    project_id: row.project_id,
    focusUrl: projectAddress(origin, project.workspace_name, project.project_name),
    name: row.name,
    githubEnabled: false,
    lastOffset: await countOutputLines(db, row.experiment_key),
    upload_file_size_limit_in_mb: uploadLimitMegabytes,
    uploadVideoMaxSizeMB: uploadLimitMegabytes,
    asset_upload_file_size_limit_in_mb: uploadLimitMegabytes,
    ...overHttpAlone(origin),
    s3DirectAccessEnabled: false,
  };
}

/**
 * Assigns an existing experiment the run id of another process. Must run in a transaction that locks the experiment.
 */
async function resume(db: Executor, row: ExperimentRow, at: number): Promise<ExperimentRow> {
  const experimentKey = row.experiment_key;
  // Pending calls are meant for running processes; without one they have no recipient.
  if (!stateOf(row, at).running) await dropWaitingCalls(db, experimentKey);
  await updateExperiment(db, experimentKey, {
    run_id: randomUUID(),
    liveness: 'online',
    ended: 0,
    crashed: 0,
    last_alive: at,
    last_updated: at,
  });
  return await requireExperiment(db, experimentKey);
}

/** Handlers of the `logging` endpoints. */
export const logging: Handlers<'logging'> = {
  addRun: async ({ body }, context) => {
    const { store, session } = context;
    const at = context.now();
    const experimentKey = body.experimentKey ?? newId();
    checkExperimentKey(experimentKey);
    const run = await store.db.transaction().execute(async (trx) => {
      // A client that gets no response retries, possibly while the first request is still in progress.
      await acquireAdvisoryLock(trx, experimentKey);
      const existing = await findExperiment(trx, experimentKey);
      // An archive that is uploaded twice has the same time, but is not the same request.
      const batch = body.offline ? undefined : timedBatch('add/run', body, body.local_timestamp, at);
      if (existing !== null) {
        if (!body.getOrCreateEnabled) {
          const isRepeated = batch !== undefined && !(await isNewBatch(trx, experimentKey, batch));
          if (isRepeated) return existing;
          throw experimentExists(experimentKey);
        }
        return await resume(trx, existing, at);
      }
      const project = newProject(session, {
        workspaceName: body.teamName ?? session.defaultWorkspaceName,
        projectName: body.projectName ?? defaultProjectName,
      });
      const liveness = body.offline ? 'none' : 'online';
      const startTime = body.offline ? millisOf(body.local_timestamp, at) : at;
      await createExperiment(trx, { experimentKey, project, liveness, startTime }, at);
      if (batch !== undefined) await isNewBatch(trx, experimentKey, batch);
      return await requireExperiment(trx, experimentKey);
    });
    return await runReply(run, context);
  },

  getRun: async ({ body }, context) => {
    const at = context.now();
    const run = await context.store.db.transaction().execute(async (trx) => {
      await acquireAdvisoryLock(trx, body.previousExperiment);
      const existing = await findExperiment(trx, body.previousExperiment);
      // Not 404: the client reports these errors to its user by their code, which it reads only from 400 and 403.
      if (existing === null) {
        throw badRequest(`There is no experiment ${body.previousExperiment}`, sdkErrorCode.noSuchExperiment);
      }
      return await resume(trx, existing, at);
    });
    return await runReply(run, context);
  },

  copySteps: async ({ body }, context) => {
    checkExperimentKey(body.newExperimentKey);
    const at = context.now();
    const { copiedExperimentKey: from, newExperimentKey: to, stepToCopyTo: lastStep = null } = body;
    const batch = timedBatch('copy-steps', body, body.localTimestamp, at);
    await copyExperiment(context.store, { from, to, lastStep, batch }, at);
    return await runReply(await requireExperiment(context.store.db, to), context);
  },

  heartbeat: async ({ body }, { store, now }) => {
    const at = now();
    const { experimentKey } = body;
    const ends = body.is_alive === false;
    const waiting = await store.db.transaction().execute(async (trx) => {
      const row = await lockExperiment(trx, experimentKey);
      const runId = body.runId || row.run_id;
      await changeProcesses(trx, row, at, (processes) => {
        if (ends) return endOf(processes, runId, at, row.crash_reports);
        // Sent by an upload: the process itself ran earlier.
        return body.offline ? uploadOf(processes, runId, at) : heartbeatOf(processes, runId, at);
      });
      return ends ? [] : await pendingCalls(trx, experimentKey);
    });
    return {
      is_alive_beat_duration_millis: heartbeatMillis,
      gpu_monitor_interval_millis: gpuMonitorMillis,
      cpu_monitor_interval_millis: cpuMonitorMillis,
      parameter_update_interval_millis: parameterUpdateMillis,
      pending_rpcs: waiting.length > 0,
    };
  },

  offlineTimes: async ({ body }, { store, now }) => {
    const at = now();
    const { experimentKey } = body;
    await store.db.transaction().execute(async (trx) => {
      const row = await lockExperiment(trx, experimentKey);
      if (body.startTimestamp != null) {
        await updateExperiment(trx, experimentKey, { start_time: millisOf(body.startTimestamp, at), last_updated: at });
      }
      if (body.endTimestamp == null) return;
      const end = millisOf(body.endTimestamp, at);
      await changeProcesses(trx, row, at, (processes) => uploadedEndOf(processes, body.runId || row.run_id, at, end));
    });
    return writeReply();
  },

  registerRemoteAction: async ({ body }, { store }) => {
    const offered = {
      name: body.functionName,
      documentation: body.functionDocumentation ?? '',
      argumentNames: body.argumentNames ?? [],
    };
    await withExperimentLock(store, body.experimentKey, (trx) => registerFunction(trx, body.experimentKey, offered));
    return writeReply();
  },

  pendingRemoteActions: async ({ query }, { store, now }) => {
    const calls = await withExperimentLock(store, query.experimentKey, (trx) =>
      takeCalls(trx, query.experimentKey, now()),
    );
    return {
      remoteProcedureCalls: calls.map((call) => ({
        callId: call.call_id,
        userName: call.user_name,
        functionName: call.function_name,
        cometDefined: true,
        arguments: [],
        createdAt: call.created_at,
      })),
    };
  },

  saveRemoteActionResult: async ({ body }, { store }) => {
    const { experimentKey, callId, ...result } = body;
    if (!(await saveCallResult(store.db, experimentKey, callId, result))) throw notFound(`There is no call ${callId}`);
    return writeReply();
  },
};
