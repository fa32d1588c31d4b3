import { lockExperiment, withExperimentLock } from '../store/experiments/experiment-lock.ts';
import { changeProcesses, isAlive, manualRunId, readProcesses } from '../store/experiments/experiment-processes.ts';
import { stateOf } from '../store/experiments/experiment-state.ts';
import { timesToSet } from '../store/experiments/experiment-times.ts';
import { requireExperiment, updateExperiment } from '../store/experiments/experiments.ts';
import {
  crashOf,
  crashReportOf,
  endSetTo,
  heartbeatOf,
  processesOf,
  runningSetBy,
} from '../store/experiments/process-reports.ts';
import { offersFunction, requestStop } from '../store/experiments/remote-actions.ts';
import { type Handlers, writeReply } from './handler.ts';
import { cpuMonitorMillis, gpuMonitorMillis, heartbeatMillis } from './heartbeat-intervals.ts';

/** Handlers of the `experiments` endpoints for the state and the times of an experiment. */
export const runLifecycle = {
  stop: async ({ query }, { store, session, now }) => {
    const { experimentKey } = query;
    const at = now();
    await store.db.transaction().execute(async (trx) => {
      const row = await lockExperiment(trx, experimentKey);
      if (!stateOf(row, at).running) return;
      const processes = processesOf(row, await readProcesses(trx, experimentKey));
      const listens = processes.some((process) => isAlive(process, at) && process.run_id !== manualRunId);
      if (listens || (await offersFunction(trx, experimentKey, 'stop'))) {
        await requestStop(trx, experimentKey, session.userName, at);
      } else {
        // No process listens for the request.
        await changeProcesses(trx, row, at, () => endSetTo(processes, at, { endTime: at, hasCrashed: false }));
      }
    });
    return writeReply('Stop Requested');
  },

  keepAlive: async ({ query }, { store, now }) => {
    const at = now();
    await store.db.transaction().execute(async (trx) => {
      const row = await lockExperiment(trx, query.experimentKey);
      await changeProcesses(trx, row, at, (processes) => heartbeatOf(processes, manualRunId, at));
    });
    return {
      isAliveBeatDurationMillis: heartbeatMillis,
      gpuMonitorIntervalMillis: gpuMonitorMillis,
      cpuMonitorIntervalMillis: cpuMonitorMillis,
    };
  },

  updateStatus: async ({ body }, { store, now }) => {
    const at = now();
    await store.db.transaction().execute(async (trx) => {
      const row = await lockExperiment(trx, body.experimentKey);
      if (body.error != null) {
        await updateExperiment(trx, body.experimentKey, { error: body.error, last_updated: at });
      }
      await changeProcesses(trx, row, at, (known) => {
        const processes = processesOf(row, known);
        if (body.hasCrashed && body.runId) return crashOf(processes, body.runId, at);
        if (body.isAlive === false) {
          return endSetTo(processes, at, { endTime: row.end_time || at, hasCrashed: body.hasCrashed ?? false });
        }
        if (body.hasCrashed) return crashReportOf(processes, at, row.crash_reports);
        // A process that reports an error sends heartbeats, or has reported its end.
        const reports = body.error != null && processes.some(({ run_id }) => run_id !== manualRunId);
        if (body.isAlive !== true || reports) return { processes: known };
        return runningSetBy(processes, at);
      });
    });
    return writeReply();
  },

  setStartEndTime: async ({ body }, { store, now }) => {
    await withExperimentLock(store, body.experimentKey, async (trx) => {
      const row = await requireExperiment(trx, body.experimentKey);
      const changes = timesToSet(row, body, now());
      await updateExperiment(trx, body.experimentKey, { ...changes, last_updated: now() });
    });
    return writeReply();
  },
} satisfies Partial<Handlers<'experiments'>>;
