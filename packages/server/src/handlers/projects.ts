import type { Project, ProjectView } from '@tracklens/core/contract';
import { projectAddress } from '../http/addresses.ts';
import { projectActivity } from '../store/experiments/experiment-lists.ts';
import { lockExperiment } from '../store/experiments/experiment-lock.ts';
import { linkExperiments } from '../store/experiments/experiment-moves.ts';
import { listProjectViews, removeProjectView, saveProjectView } from '../store/experiments/project-views.ts';
import {
  createProject,
  ensureProject,
  listProjects,
  requireProject,
  updateProject,
} from '../store/experiments/projects.ts';
import { createShareKey, deleteShareKey, listShareKeys } from '../store/experiments/share-keys.ts';
import { removeProject } from '../store/removal/project-removal.ts';
import { parseExactJson } from '../store/tables/exact-json.ts';
import type { ProjectRow } from '../store/tables/project-tables.ts';
import type { ProjectViewRow } from '../store/tables/project-view-tables.ts';
import { type Handlers, writeReply } from './handler.ts';
import { newProject } from './new-project.ts';

function projectRecord(row: ProjectRow, activity: { count: number; lastUpdated: number } | undefined): Project {
  return {
    projectId: row.project_id,
    projectName: row.project_name,
    ownerUserName: row.owner,
    projectDescription: row.description,
    workspaceName: row.workspace_name,
    numberOfExperiments: activity?.count ?? 0,
    lastUpdated: Math.max(row.last_updated, activity?.lastUpdated ?? 0),
    public: row.is_public === 1,
    isPublic: row.is_public === 1,
  };
}

function viewRecord(row: ProjectViewRow): ProjectView {
  return {
    viewId: row.view_id,
    viewName: row.view_name,
    state: parseExactJson(row.state) as Record<string, unknown>,
    isDefault: row.is_default === 1,
    ownerUserName: row.owner,
    createdAt: row.created_at,
    lastUpdated: row.last_updated,
  };
}

/** Handlers of the `projects` endpoints. */
export const projects: Handlers<'projects'> = {
  list: async ({ query }, { store }) => {
    const rows = await listProjects(store, query.workspaceName);
    const activity = await projectActivity(
      store.db,
      rows.map((row) => row.project_id),
    );
    return { projects: rows.map((row) => projectRecord(row, activity.get(row.project_id))) };
  },

  get: async ({ query }, { store }) => {
    const row = await requireProject(store.db, query);
    const activity = await projectActivity(store.db, [row.project_id]);
    return projectRecord(row, activity.get(row.project_id));
  },

  create: async ({ body }, { store, session, now }) => {
    const wanted = newProject(session, {
      workspaceName: body.workspaceName,
      projectName: body.projectName,
      description: body.projectDescription ?? '',
      isPublic: body.isPublic ?? false,
    });
    const project = await store.db.transaction().execute((trx) => createProject(trx, wanted, now()));
    return { projectId: project.project_id };
  },

  update: async ({ body }, { store, now }) => {
    const changes = { name: body.newProjectName, description: body.newProjectDescription, isPublic: body.isPublic };
    await updateProject(store, body, changes, now());
    return writeReply();
  },

  remove: async ({ body }, { store, session, now }) => {
    const { project_id: projectId } = await requireProject(store.db, body);
    const deleteExperiments = body.deleteAllExperiments ?? false;
    await removeProject(store, projectId, { deleteExperiments, owner: session.userName, now: now() });
    return writeReply('Deleted');
  },

  notes: async ({ query }, { store }) => ({ notes: (await requireProject(store.db, query)).notes }),

  setNotes: async ({ body }, { store, now }) => {
    await updateProject(store, { projectId: body.projectId }, { notes: body.notes }, now());
    return writeReply();
  },

  shareKeys: async ({ query }, { store }) => ({ shareCodes: await listShareKeys(store, query.projectId) }),

  createShareKey: async ({ query }, { store, now }) => ({
    shareCode: await createShareKey(store, query.projectId, now()),
  }),

  deleteShareKey: async ({ query }, { store }) => {
    await deleteShareKey(store, query.projectId, query.shareCode);
    return writeReply('Deleted');
  },

  views: async ({ query }, { store }) => ({ views: (await listProjectViews(store, query)).map(viewRecord) }),

  saveView: async ({ body }, { store, session, now }) =>
    viewRecord(await saveProjectView(store, body, body, { owner: session.userName, now: now() })),

  removeView: async ({ body }, { store }) => {
    await removeProjectView(store, body, body.viewId);
    return writeReply('Deleted');
  },

  symlink: async ({ query }, { store, session, origin, now }) => {
    const target = await store.db.transaction().execute(async (trx) => {
      const experiment = await lockExperiment(trx, query.experimentKey);
      const { workspace_name: workspaceName } = await requireProject(trx, { projectId: experiment.project_id });
      const project = await ensureProject(
        trx,
        newProject(session, { workspaceName, projectName: query.projectName }),
        now(),
      );
      if (project.project_id !== experiment.project_id) {
        await linkExperiments(trx, [query.experimentKey], project.project_id, now());
      }
      return project;
    });
    return {
      link: `${projectAddress(origin, target.workspace_name, target.project_name)}${encodeURIComponent(query.experimentKey)}`,
    };
  },
};
