import { isSegment } from '@tracklens/core/contract';
import { badRequest, notFound, sdkErrorCode } from '../../errors/service-error.ts';
import { acquireAdvisoryLock } from '../database/advisory-lock.ts';
import type { Executor } from '../database/executor.ts';
import { newId } from '../database/new-id.ts';
import { preparedQuery } from '../database/prepared-query.ts';
import type { Store } from '../database/store.ts';
import type { ProjectRow } from '../tables/project-tables.ts';

/** Project of experiments that specify none. */
export const defaultProjectName = 'general';

const maxNameLength = 100;

/** Reference to a project, by its id or by its workspace and name. */
export interface ProjectReference {
  readonly projectId?: string | undefined;
  readonly workspaceName?: string | undefined;
  readonly projectName?: string | undefined;
}

function checkName(kind: 'workspace' | 'project', name: string): void {
  if (name.trim() === '') throw badRequest(`A ${kind} name must not be empty`, sdkErrorCode.emptyProjectName);
  if (name.length > maxNameLength) {
    throw badRequest(
      `A ${kind} name must have at most ${maxNameLength} characters; this one has ${name.length}`,
      sdkErrorCode.projectNameTooLong,
    );
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is rejected
  if (/[/\\\u0000-\u001f]/.test(name))
    throw badRequest(`A ${kind} name must not contain slashes or control characters: ${name}`);
  if (!isSegment(name)) throw badRequest(`A ${kind} cannot be named ${name}: addresses do not support this name`);
}

/** Returns the names of all workspaces, sorted. */
export async function listWorkspaces({ db }: Store): Promise<string[]> {
  const rows = await db.selectFrom('workspaces').select('workspace_name').orderBy('workspace_name').execute();
  return rows.map((row) => row.workspace_name);
}

/** Creates a workspace if it does not exist. */
export async function ensureWorkspace(db: Executor, workspaceName: string, now: number): Promise<void> {
  checkName('workspace', workspaceName);
  await db
    .insertInto('workspaces')
    .values({ workspace_name: workspaceName, created_at: now })
    .onConflict((conflict) => conflict.column('workspace_name').doNothing())
    .execute();
}

const projectById = preparedQuery((db, projectId: string) =>
  db.selectFrom('projects').selectAll().where('project_id', '=', projectId),
);

const projectByName = preparedQuery((db, workspaceName: string, projectName: string) =>
  db
    .selectFrom('projects')
    .selectAll()
    .where('workspace_name', '=', workspaceName)
    .where('project_name', '=', projectName),
);

/** Returns the project, or null. */
export async function findProject(db: Executor, reference: ProjectReference): Promise<ProjectRow | null> {
  const { projectId, workspaceName, projectName } = reference;
  if (projectId !== undefined) return (await projectById(db, projectId))[0] ?? null;
  if (workspaceName === undefined || projectName === undefined) {
    throw badRequest('Name a project by projectId, or by workspaceName and projectName');
  }
  return (await projectByName(db, workspaceName, projectName))[0] ?? null;
}

/** Returns the project; throws 404 if it does not exist. */
export async function requireProject(db: Executor, reference: ProjectReference): Promise<ProjectRow> {
  const found = await findProject(db, reference);
  if (found === null) {
    throw notFound(
      `There is no project ${reference.projectId ?? `${reference.workspaceName}/${reference.projectName}`}`,
    );
  }
  return found;
}

/** Initial values of a new project. */
export interface NewProject {
  readonly workspaceName: string;
  readonly projectName: string;
  readonly owner: string;
  readonly description?: string;
  readonly isPublic?: boolean;
}

/**
 * Locks names of projects until the end of the transaction, which serializes adding to a project, renaming it and
 * deleting it. In sorted order, so that concurrent callers cannot deadlock.
 */
async function lockNames(trx: Executor, workspaceName: string, projectNames: readonly string[]): Promise<void> {
  for (const name of [...new Set(projectNames)].sort()) {
    await acquireAdvisoryLock(trx, `project ${JSON.stringify([workspaceName, name])}`);
  }
}

/** Locks the name of a project until the end of the transaction. Creates its workspace if it does not exist. */
async function lockProjectName(trx: Executor, project: NewProject, now: number): Promise<void> {
  checkName('project', project.projectName);
  await ensureWorkspace(trx, project.workspaceName, now);
  await lockNames(trx, project.workspaceName, [project.projectName]);
}

/** Creates a project, and its workspace if it does not exist; throws 400 if the name is in use. */
export async function createProject(trx: Executor, project: NewProject, now: number): Promise<ProjectRow> {
  await lockProjectName(trx, project, now);
  const { workspaceName, projectName } = project;
  if ((await findProject(trx, { workspaceName, projectName })) !== null) {
    throw badRequest(`The workspace ${workspaceName} already has a project ${projectName}`);
  }
  return await ensureProject(trx, project, now);
}

/** Returns the project with that name. Creates it and its workspace if they do not exist. */
export async function ensureProject(trx: Executor, project: NewProject, now: number): Promise<ProjectRow> {
  await lockProjectName(trx, project, now);
  await trx
    .insertInto('projects')
    .values({
      project_id: newId(),
      workspace_name: project.workspaceName,
      project_name: project.projectName,
      description: project.description ?? '',
      owner: project.owner,
      is_public: project.isPublic ? 1 : 0,
      notes: '',
      created_at: now,
      last_updated: now,
    })
    .onConflict((conflict) => conflict.columns(['workspace_name', 'project_name']).doNothing())
    .execute();
  return await requireProject(trx, { workspaceName: project.workspaceName, projectName: project.projectName });
}

/** Returns whether a workspace with this name exists. */
async function isWorkspace(db: Executor, workspaceName: string): Promise<boolean> {
  const row = await db
    .selectFrom('workspaces')
    .select('workspace_name')
    .where('workspace_name', '=', workspaceName)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Throws 400, which the Java client recognizes, if the workspace does not exist, so that a misspelled name does not
 * look like an empty workspace.
 */
export async function requireWorkspace(db: Executor, workspaceName: string): Promise<void> {
  if (await isWorkspace(db, workspaceName)) return;
  throw badRequest(`There is no workspace ${workspaceName}`, sdkErrorCode.noSuchWorkspace);
}

/** Returns the projects of a workspace, ordered by name; throws 404 if the workspace does not exist. */
export async function listProjects({ db }: Store, workspaceName: string): Promise<ProjectRow[]> {
  const rows = await db
    .selectFrom('projects')
    .selectAll()
    .where('workspace_name', '=', workspaceName)
    .orderBy('project_name')
    .execute();
  if (rows.length > 0) return rows;
  if (!(await isWorkspace(db, workspaceName))) throw notFound(`There is no workspace ${workspaceName}`);
  return rows;
}

/** Updates the given fields. */
export async function updateProject(
  { db }: Store,
  reference: ProjectReference,
  changes: {
    readonly name?: string | undefined;
    readonly description?: string | undefined;
    readonly isPublic?: boolean | undefined;
    readonly notes?: string | undefined;
  },
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const project = await lockProject(trx, reference);
    if (changes.name !== undefined && changes.name !== project.project_name) {
      checkName('project', changes.name);
      await lockNames(trx, project.workspace_name, [project.project_name, changes.name]);
      const taken = await findProject(trx, { workspaceName: project.workspace_name, projectName: changes.name });
      if (taken !== null) throw badRequest(`The workspace already has a project ${changes.name}`);
    }
    await trx
      .updateTable('projects')
      .set({
        last_updated: now,
        project_name: changes.name,
        description: changes.description,
        is_public: changes.isPublic === undefined ? undefined : Number(changes.isPublic),
        notes: changes.notes,
      })
      .where('project_id', '=', project.project_id)
      .execute();
  });
}

/**
 * Locks a project until the end of the transaction, so that no other holder of the lock changes or deletes it. Throws
 * 404 if it does not exist.
 */
export async function lockProject(trx: Executor, reference: ProjectReference): Promise<ProjectRow> {
  const { project_id: projectId } = await requireProject(trx, reference);
  await acquireAdvisoryLock(trx, projectId);
  return await requireProject(trx, { projectId });
}

/**
 * Locks a project that is to be deleted, so that no experiment is added to it, and the project `general` of its
 * workspace, which may get its experiments. Returns null if it does not exist.
 */
export async function lockForRemoval(trx: Executor, projectId: string): Promise<ProjectRow | null> {
  // Before the names: whoever renames the project has this lock, too.
  await acquireAdvisoryLock(trx, projectId);
  const project = await findProject(trx, { projectId });
  if (project !== null) await lockNames(trx, project.workspace_name, [project.project_name, defaultProjectName]);
  return project;
}

/** Removes a project without experiments, inside a transaction that has locked it for this. */
export async function removeProjectRow(trx: Executor, projectId: string): Promise<void> {
  await trx.deleteFrom('experiment_links').where('project_id', '=', projectId).execute();
  await trx.deleteFrom('project_share_keys').where('project_id', '=', projectId).execute();
  await trx.deleteFrom('project_views').where('project_id', '=', projectId).execute();
  await trx.deleteFrom('projects').where('project_id', '=', projectId).execute();
}
