import { randomUUID } from 'node:crypto';
import type { GitMetadata } from '@tracklens/core/contract';
import { badRequest, sdkErrorCode } from '../errors/service-error.ts';
import { projectAddress } from '../http/addresses.ts';
import { inBatches, listPieces, streamedJson } from '../http/reply.ts';
import type { Executor } from '../store/database/executor.ts';
import {
  addTags,
  logValues,
  readTags,
  readText,
  readValues,
  removeTags,
  saveText,
  writeText,
} from '../store/experiments/experiment-items.ts';
import { lockExperiment, lockExperiments, withExperimentLock } from '../store/experiments/experiment-lock.ts';
import { experimentNameFor } from '../store/experiments/experiment-names.ts';
import {
  changeProcesses,
  crashOf,
  crashReportOf,
  endSetTo,
  heartbeatOf,
  isAlive,
  manualRunId,
  processesOf,
  readProcesses,
  runningSetBy,
} from '../store/experiments/experiment-processes.ts';
import { stateOf } from '../store/experiments/experiment-state.ts';
import {
  experimentsInBatches,
  findExperimentInProject,
  insertExperiment,
  linkExperiments,
  requireExperiment,
  updateExperiment,
} from '../store/experiments/experiments.ts';
import { appendOutput, readOutput, stderrRanges } from '../store/experiments/output-lines.ts';
import { defaultProjectName, ensureProject, requireProject } from '../store/experiments/projects.ts';
import { offersFunction, requestStop } from '../store/experiments/remote-actions.ts';
import { isNewBatch } from '../store/metrics/metric-batches.ts';
import { removeExperiments } from '../store/removal/experiment-removal.ts';
import type { ExperimentRow } from '../store/tables/experiment-tables.ts';
import type { TextKind } from '../store/tables/item-tables.ts';
import type { ProjectRow } from '../store/tables/project-tables.ts';
import { experimentRecord, valueAsText, valueRecord } from './experiment-records.ts';
import { readGitPatch, saveGitPatch } from './git-patch.ts';
import { type HandlerContext, type Handlers, written } from './handler.ts';
import { cpuMonitorMillis, gpuMonitorMillis, heartbeatMillis } from './heartbeat-intervals.ts';
import { keyedBatch } from './keyed-batch.ts';
import { loggedCode } from './logged-code.ts';
import { newProject } from './new-project.ts';
import { millisOf } from './timestamps.ts';

/** Format of the keys that clients generate: 32 to 50 letters and digits. */
const keyForm = /^[A-Za-z0-9]{32,50}$/;

/**
 * Throws for a key that is not valid in a URL.
 *
 * @throws ServiceError 400 for a key that is not 32 to 50 letters and digits.
 */
export function checkExperimentKey(key: string): void {
  if (!keyForm.test(key)) {
    throw badRequest(
      `An experiment key must have 32 to 50 letters and digits, unlike ${JSON.stringify(key.slice(0, 60))}`,
    );
  }
}

async function readExisting(context: HandlerContext, experimentKey: string, kind: TextKind): Promise<string | null> {
  await requireExperiment(context.store.db, experimentKey);
  return await readText(context.store.db, experimentKey, kind);
}

/** Greatest distance of a `Date` from 1970, in milliseconds. A time beyond it could be written but not read. */
const furthestMillis = 8.64e15;

interface GivenTimes {
  readonly startTimeMillis?: number | null | undefined;
  readonly endTimeMillis?: number | null | undefined;
}

type TimeColumns = Partial<Pick<ExperimentRow, 'start_time' | 'end_time' | 'end_set'>>;

/**
 * Returns the columns to set for a start time, an end time or both. When only one is given and the other would be
 * missing or on the wrong side of it, the other is set one second away.
 *
 * @throws ServiceError 400 for a time that could not be read.
 */
function timesToSet(row: ExperimentRow, body: GivenTimes, now: number): TimeColumns {
  const times = timesFor(row, body, now);
  for (const time of [times.start_time, times.end_time]) {
    if (time !== undefined && !(Math.abs(time) <= furthestMillis)) {
      throw badRequest(`A time must be in milliseconds since 1970, not ${time}`);
    }
  }
  return times;
}

function timesFor(row: ExperimentRow, body: GivenTimes, now: number): TimeColumns {
  const start = body.startTimeMillis ?? undefined;
  const end = body.endTimeMillis ?? undefined;
  const oneSecond = 1000;
  if (start !== undefined && end !== undefined) {
    if (end < start) throw badRequest('The end time is before the start time');
    return { start_time: Math.trunc(start), end_time: Math.trunc(end), end_set: 1 };
  }
  if (start !== undefined) {
    const start_time = Math.trunc(start);
    const { running, endTime } = stateOf(row, now);
    const hasEnd = row.end_set === 1 || row.end_time !== 0 || row.liveness !== 'none';
    // A running experiment gets its end time when it ends.
    if (hasEnd && (endTime >= start || (running && row.end_set === 0))) return { start_time };
    return { start_time, end_time: start_time + oneSecond, ...(hasEnd ? { end_set: 1 } : {}) };
  }
  if (end !== undefined) {
    const early = row.start_time > end;
    return { end_time: Math.trunc(end), end_set: 1, ...(early ? { start_time: Math.trunc(end) - oneSecond } : {}) };
  }
  throw badRequest('Give startTimeMillis, endTimeMillis or both');
}

/** Lines per chunk; the time limit is checked between chunks. */
const linesPerPiece = 500;

/** Yields the output of an experiment as chunks of JSON. */
async function* outputPieces(db: Executor, experimentKey: string): AsyncGenerator<string> {
  const lines = await readOutput(db, experimentKey);
  yield '{"output":"';
  for (let from = 0; from < lines.length; from += linesPerPiece) {
    const text = lines.slice(from, from + linesPerPiece).map((line) => line.text);
    yield JSON.stringify(text.join('')).slice(1, -1);
  }
  yield `","stderrRanges":${JSON.stringify(stderrRanges(lines))}}`;
}

/** Handlers of the `experiments` endpoints. */
export const experiments: Handlers<'experiments'> = {
  list: async ({ query }, { store, now }) => {
    if (query.size !== undefined && (query.size < 1 || !Number.isSafeInteger(query.size))) {
      throw badRequest('The size must be an integer of at least 1');
    }
    const { page, size } = query;
    const isPage = page === undefined || (size !== undefined && page >= 1 && Number.isInteger(page));
    if (!isPage || !Number.isSafeInteger((page ?? 1) * (size ?? 1))) {
      throw badRequest('The page must be an integer of at least 1 and needs a size');
    }
    const project = await requireProject(store.db, query);
    const at = now();
    const listing = { ...query, archived: query.archived ?? false, now: at };
    async function* records() {
      for await (const rows of experimentsInBatches(store.db, project.project_id, listing)) {
        yield* inBatches(rows, (row) => experimentRecord(row, project, at));
      }
    }
    return await streamedJson(store.longReads, listPieces('{"experiments":', records(), '}'));
  },

  metadata: async ({ query }, { store, now }) => {
    const row = await findExperimentInProject(store.db, query.experimentKey);
    // Not 404 as elsewhere: for a missing experiment the Java client accepts only 400, the Python client accepts
    // both.
    if (row === null) {
      throw badRequest(`There is no experiment ${query.experimentKey}`, sdkErrorCode.noSuchExperiment);
    }
    return experimentRecord(row, row, now());
  },

  create: async ({ body }, { store, session, origin, now }) => {
    const experimentKey = body.experimentKey ?? randomUUID().replaceAll('-', '');
    checkExperimentKey(experimentKey);
    const name = body.experimentName || experimentNameFor(experimentKey);
    const at = now();
    const project = await store.db.transaction().execute(async (trx): Promise<ProjectRow> => {
      const target = await ensureProject(
        trx,
        newProject(session, {
          workspaceName: body.workspaceName,
          projectName: body.projectName || defaultProjectName,
        }),
        at,
      );
      const fresh = await insertExperiment(
        trx,
        { experimentKey, projectId: target.project_id, name, runId: randomUUID(), liveness: 'none', startTime: at },
        at,
      );
      if (!fresh) throw badRequest(`The experiment ${experimentKey} already exists`, sdkErrorCode.experimentExists);
      await logValues(trx, 'experiment_others', experimentKey, [{ name: 'Name', value: name, timestamp: at }]);
      return target;
    });
    return {
      experimentKey,
      link: `${projectAddress(origin, project.workspace_name, project.project_name)}${experimentKey}`,
      workspaceName: project.workspace_name,
      projectName: project.project_name,
      name,
    };
  },

  archive: async ({ query }, { store, now }) => {
    await updateExperiment(store.db, query.experimentKey, { archived: 1, last_updated: now() });
    return written('Archived');
  },

  restore: async ({ query }, { store, now }) => {
    await updateExperiment(store.db, query.experimentKey, { archived: 0, last_updated: now() });
    return written('Restore');
  },

  remove: async ({ query }, { store }) => {
    await removeExperiments(store, [query.experimentKey]);
    return written('Deleted');
  },

  stop: async ({ query }, { store, session, now }) => {
    const { experimentKey } = query;
    const at = now();
    await store.db.transaction().execute(async (trx) => {
      const row = await lockExperiment(trx, experimentKey);
      if (!stateOf(row, at).running) return;
      const processes = processesOf(row, await readProcesses(trx, experimentKey));
      const listens = processes.some((one) => isAlive(one, at) && one.run_id !== manualRunId);
      if (listens || (await offersFunction(trx, experimentKey, 'stop'))) {
        await requestStop(trx, experimentKey, session.userName, at);
      } else {
        // No process listens for the request.
        await changeProcesses(trx, row, at, () => endSetTo(processes, at, { endTime: at, hasCrashed: false }));
      }
    });
    return written('Stop Requested');
  },

  move: async ({ body }, { store, session, now }) => {
    await store.db.transaction().execute(async (trx) => {
      const rows = await lockExperiments(trx, body.experimentKeys);
      for (const projectId of new Set(rows.map((row) => row.project_id))) {
        const source = await requireProject(trx, { projectId });
        if (source.workspace_name !== body.targetWorkspaceName) {
          throw badRequest(
            `Experiments stay in their workspace: these are in ${source.workspace_name}, not in ${body.targetWorkspaceName}`,
          );
        }
      }
      const target = await ensureProject(
        trx,
        newProject(session, { workspaceName: body.targetWorkspaceName, projectName: body.targetProjectName }),
        now(),
      );
      const keys = rows.filter((row) => row.project_id !== target.project_id).map((row) => row.experiment_key);
      if (body.symlink) await linkExperiments(trx, keys, target.project_id, now());
      else {
        for (const key of keys) {
          await updateExperiment(trx, key, { project_id: target.project_id, last_updated: now() });
          await trx
            .deleteFrom('experiment_links')
            .where('experiment_key', '=', key)
            .where('project_id', '=', target.project_id)
            .execute();
        }
      }
    });
    return written();
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
    return written();
  },

  setStartEndTime: async ({ body }, { store, now }) => {
    await withExperimentLock(store, body.experimentKey, async (trx) => {
      const row = await requireExperiment(trx, body.experimentKey);
      const changes = timesToSet(row, body, now());
      await updateExperiment(trx, body.experimentKey, { ...changes, last_updated: now() });
    });
    return written();
  },

  tags: async ({ query }, { store }) => {
    await requireExperiment(store.db, query.experimentKey);
    return { tags: await readTags(store.db, query.experimentKey) };
  },

  addTags: async ({ body }, { store, now }) => {
    await withExperimentLock(store, body.experimentKey, (trx) =>
      addTags(trx, body.experimentKey, body.addedTags, now()),
    );
    return written();
  },

  deleteTags: async ({ body }, { store }) => {
    await withExperimentLock(store, body.experimentKey, (trx) => removeTags(trx, body.experimentKey, body.tags));
    return written('Deleted');
  },

  others: async ({ query }, { store }) => {
    await requireExperiment(store.db, query.experimentKey);
    const rows = await readValues(store.db, 'experiment_others', query.experimentKey);
    return { values: rows.map(valueRecord) };
  },

  logOther: async ({ body }, { store, now }) => {
    const value = valueAsText(body.value);
    const timestamp = millisOf(body.timestamp, now());
    // The lower-case key also sets the name, since the web interface stores it that way. The name is read under the
    // SDK's key `Name`.
    const names = body.key === 'name' ? ['name', 'Name'] : [body.key];
    const values = names.map((name) => ({ name, value, timestamp }));
    await withExperimentLock(store, body.experimentKey, async (trx) => {
      await logValues(trx, 'experiment_others', body.experimentKey, values);
      if (names.includes('Name')) await updateExperiment(trx, body.experimentKey, { name: value });
      if (body.key === 'optimizer_id') await updateExperiment(trx, body.experimentKey, { optimization_id: value });
    });
    return written();
  },

  html: async ({ query }, context) => ({ html: await readExisting(context, query.experimentKey, 'html') }),

  logHtml: async ({ body, headers }, { store, now }) => {
    const batch = keyedBatch(headers, now());
    await withExperimentLock(store, body.experimentKey, async (trx) => {
      if (batch !== undefined && !(await isNewBatch(trx, body.experimentKey, batch))) return;
      const before = body.override ? null : await readText(trx, body.experimentKey, 'html');
      await writeText(trx, body.experimentKey, 'html', `${before ?? ''}${body.html}`, now());
    });
    return written();
  },

  output: async ({ query }, { store }) => {
    await requireExperiment(store.db, query.experimentKey);
    return await streamedJson(store.longReads, outputPieces(store.db, query.experimentKey));
  },

  logOutput: async ({ body, headers }, { store, now }) => {
    const batch = keyedBatch(headers, now());
    const lines = body.outputLines.map((line) => ({
      text: line.output,
      stderr: line.stderr ?? false,
      offset: line.offset ?? null,
      // A repeated request with a key is recognized by the key. Without the time, its lines never count as repeated:
      // two calls in a millisecond may log equal lines.
      time: batch === undefined ? (line.localTimestamp ?? null) : null,
    }));
    await withExperimentLock(store, body.experimentKey, async (trx) => {
      if (batch !== undefined && !(await isNewBatch(trx, body.experimentKey, batch))) return;
      await appendOutput(trx, body.experimentKey, lines);
    });
    return written();
  },

  code: async ({ query }, { store }) => ({ code: await loggedCode(store, query.experimentKey) }),

  setCode: async ({ body }, { store, now }) => {
    await saveText(store, body.experimentKey, 'code', body.code, now());
    return written();
  },

  graph: async ({ query }, context) => ({ graph: await readExisting(context, query.experimentKey, 'graph') }),

  setGraph: async ({ body }, { store, now }) => {
    await saveText(store, body.experimentKey, 'graph', body.graph, now());
    return written();
  },

  setFilePath: async ({ body }, { store, now }) => {
    await updateExperiment(store.db, body.experimentKey, {
      file_path: body.filePath,
      file_name: body.filePath.split(/[/\\]/).at(-1) ?? body.filePath,
      last_updated: now(),
    });
    return written();
  },

  gitMetadata: async ({ query }, context) => {
    const text = await readExisting(context, query.experimentKey, 'git');
    const git = text === null ? {} : (JSON.parse(text) as Partial<GitMetadata>);
    const none = { user: null, root: null, branch: null, parent: null, origin: null };
    return { ...none, ...git };
  },

  setGitMetadata: async ({ body }, { store, now }) => {
    const { experimentKey, ...git } = body;
    await saveText(store, experimentKey, 'git', JSON.stringify(git), now());
    return written();
  },

  gitPatch: async ({ query }, { store }) => await readGitPatch(store, query.experimentKey),

  setGitPatch: async ({ query, parts }, { store, now }) => {
    if (parts.file === undefined) throw badRequest('The patch is missing: send it as the part "file"');
    await saveGitPatch(store, query.experimentKey, parts.file, now());
    return written();
  },
};
