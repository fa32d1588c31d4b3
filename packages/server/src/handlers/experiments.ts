import { badRequest, sdkErrorCode } from '../errors/service-error.ts';
import { projectAddress } from '../http/addresses.ts';
import { inBatches, listPieces, streamedJson } from '../http/reply.ts';
import { newId } from '../store/database/new-id.ts';
import { createExperiment } from '../store/experiments/experiment-creation.ts';
import { experimentsInBatches } from '../store/experiments/experiment-lists.ts';
import { lockExperiments } from '../store/experiments/experiment-lock.ts';
import { linkExperiments, moveExperiments } from '../store/experiments/experiment-moves.ts';
import { findExperimentInProject, updateExperiment } from '../store/experiments/experiments.ts';
import { defaultProjectName, ensureProject, requireProject } from '../store/experiments/projects.ts';
import { removeExperiments } from '../store/removal/experiment-removal.ts';
import { checkExperimentKey } from './experiment-keys.ts';
import { experimentRecord } from './experiment-records.ts';
import { type Handlers, writeReply } from './handler.ts';
import { loggedItems } from './logged-items.ts';
import { loggedTexts } from './logged-texts.ts';
import { newProject } from './new-project.ts';
import { runLifecycle } from './run-lifecycle.ts';

/** Handlers of the `experiments` endpoints. */
export const experiments: Handlers<'experiments'> = {
  ...runLifecycle,
  ...loggedItems,
  ...loggedTexts,

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
    const end = size === undefined ? '}' : `,"pageSize":${size}}`;
    return await streamedJson(store.longReads, listPieces('{"experiments":', records(), end));
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
    const experimentKey = body.experimentKey ?? newId();
    checkExperimentKey(experimentKey);
    const at = now();
    const experiment = {
      experimentKey,
      project: newProject(session, {
        workspaceName: body.workspaceName,
        projectName: body.projectName || defaultProjectName,
      }),
      name: body.experimentName ?? undefined,
      liveness: 'none',
      startTime: at,
    } as const;
    const { project, name } = await store.db.transaction().execute((trx) => createExperiment(trx, experiment, at));
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
    return writeReply('Archived');
  },

  restore: async ({ query }, { store, now }) => {
    await updateExperiment(store.db, query.experimentKey, { archived: 0, last_updated: now() });
    return writeReply('Restore');
  },

  remove: async ({ query }, { store }) => {
    await removeExperiments(store, [query.experimentKey]);
    return writeReply('Deleted');
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
      const others = rows.filter((row) => row.project_id !== target.project_id);
      const keys = others.map((row) => row.experiment_key);
      await (body.symlink ? linkExperiments : moveExperiments)(trx, keys, target.project_id, now());
    });
    return writeReply();
  },
};
