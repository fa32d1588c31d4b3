import { argument, flag, record, text } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import { isRestApiException } from '../client/errors.ts';
import type { ListPromise } from '../client/list-promise.ts';
import { defineOperations, type OperationContext } from '../client/operation.ts';
import { contract, type Project, type ProjectView, type WriteReply } from '../contract/index.ts';
import type { AccountSubject } from './account.ts';
import { named } from './arguments.ts';

const { projects } = contract;

/** Changes of `updateProject`. Absent fields are not changed. */
export interface ProjectChanges extends OperationOptions {
  /** New name. */
  readonly newProjectName?: string | undefined;
  /** New description. */
  readonly description?: string | undefined;
  /** Whether everyone can see the project. */
  readonly public?: boolean | undefined;
}

/** Changes of `saveProjectView`. Absent fields are not changed. */
export interface ProjectViewChanges extends OperationOptions {
  /** View to change. If absent, a view is created, which requires `viewName` and `state`. */
  readonly viewId?: string | undefined;
  /** Name of the view. */
  readonly viewName?: string | undefined;
  /** State of a view, as passed to `onStateChange` of the view components. */
  readonly state?: object | undefined;
  /** Whether the project opens in this view by default. */
  readonly isDefault?: boolean | undefined;
}

/** Identifies a project by workspace and name, or by id. */
export type ProjectChoice = ProjectByName | ProjectById;

/** Identifies a project by workspace and name. */
export interface ProjectByName {
  /** Name of the workspace. */
  readonly workspace: string;
  /** Name of the project. */
  readonly projectName: string;
  /** Not given. */
  readonly projectId?: undefined;
}

/** Identifies a project by its id. */
export interface ProjectById {
  /** Id of the project. */
  readonly projectId: string;
  /** Not given. */
  readonly workspace?: undefined;
  /** Not given. */
  readonly projectName?: undefined;
}

/** Operations on projects, their notes, share keys and named views. */
export interface ProjectOperations {
  /**
   * Returns the projects of a workspace.
   * @throws RestApiException `not-found` when the workspace does not exist
   */
  getProjects(workspace: string, options?: OperationOptions): ListPromise<Project>;
  /** Returns a project, or null when the workspace or the project does not exist. */
  getProject(workspace: string, projectName: string, options?: OperationOptions): Promise<Project | null>;
  /** Returns a project by its id, or null when there is none. */
  getProjectById(projectId: string, options?: OperationOptions): Promise<Project | null>;
  /**
   * Creates a project. Default: private.
   * @returns the id of the project
   */
  createProject(
    workspace: string,
    projectName: string,
    options?: OperationOptions & {
      /** Description of the project. Default: none. */
      readonly projectDescription?: string | undefined;
      /** Whether everyone can see the project. Default: false. */
      readonly public?: boolean | undefined;
    },
  ): Promise<{ projectId: string }>;
  /** Changes the name, description or visibility of a project. */
  updateProject(workspace: string, projectName: string, changes?: ProjectChanges): Promise<WriteReply>;
  /** Changes the name, description or visibility of a project by its id. */
  updateProjectById(projectId: string, changes?: ProjectChanges): Promise<WriteReply>;
  /** Deletes a project. Its experiments are deleted only with `deleteExperiments`. */
  deleteProject(
    project: ProjectChoice &
      OperationOptions & {
        /** Whether its experiments are deleted too. */
        readonly deleteExperiments?: boolean | undefined;
      },
  ): Promise<WriteReply>;
  /**
   * Returns the notes of a project as Markdown.
   * @throws RestApiException `not-found` when the project does not exist
   */
  getProjectNotes(workspace: string, projectName: string, options?: OperationOptions): Promise<string>;
  /**
   * Replaces the notes of a project.
   * @returns the reply of the service; `code` is 200 and `sdk_error_code` 0 on success
   * @throws RestApiException `not-found` when the project does not exist
   */
  setProjectNotes(
    workspace: string,
    projectName: string,
    notes: string,
    options?: OperationOptions,
  ): Promise<WriteReply>;
  /** Returns the share keys of a private project. */
  getProjectShareKeys(projectId: string, options?: OperationOptions): Promise<string[]>;
  /**
   * Creates a share key. On a hosted account, anyone with the key can read the project. The local service stores
   * share keys but grants no access by them.
   */
  createProjectShareKey(projectId: string, options?: OperationOptions): Promise<string>;
  /** Revokes a share key. */
  deleteProjectShareKey(projectId: string, shareKey: string, options?: OperationOptions): Promise<WriteReply>;
  /**
   * Returns the named views of a project, sorted by name. Hosted accounts do not support views.
   * @throws RestApiException `not-found` when the project does not exist or the service does not support views
   */
  getProjectViews(workspace: string, projectName: string, options?: OperationOptions): Promise<ProjectView[]>;
  /** Creates or changes a named view of a project (see `getProjectViews`). `displayProject({ viewId })` shows it. */
  saveProjectView(workspace: string, projectName: string, changes: ProjectViewChanges): Promise<ProjectView>;
  /** Deletes a named view of a project (see `getProjectViews`). */
  deleteProjectView(
    workspace: string,
    projectName: string,
    viewId: string,
    options?: OperationOptions,
  ): Promise<WriteReply>;
}

type Context = OperationContext<AccountSubject>;
type ProjectQuery = { readonly projectId: string } | { readonly workspaceName: string; readonly projectName: string };

const changes = { newProjectName: text, description: text, public: flag };

/** Returns a project, or null when the service has none. */
async function findProject({ call }: Context, query: ProjectQuery): Promise<Project | null> {
  try {
    return await call(projects.get, { query });
  } catch (error) {
    if (isRestApiException(error) && error.code === 'not-found') return null;
    throw error;
  }
}

/** @throws RestApiException `not-found` when the project does not exist */
export async function projectNamed(context: Context, workspaceName: string, projectName: string): Promise<Project> {
  const found = await findProject(context, { workspaceName, projectName });
  if (found !== null) return found;
  throw context.failure('not-found', `there is no project ${workspaceName}/${projectName}`, { status: 404 });
}

function changeProject({ call }: Context, project: ProjectQuery, changes: ProjectChanges): Promise<WriteReply> {
  const { newProjectName, description: newProjectDescription, public: isPublic } = changes;
  return call(projects.update, { body: { ...project, newProjectName, newProjectDescription, isPublic } });
}

/** Definitions of the operations on projects. */
export const projectOperations = defineOperations<ProjectOperations, AccountSubject>({
  getProjects: {
    arguments: [named.workspace],
    run: async ({ call }, workspaceName) => (await call(projects.list, { query: { workspaceName } })).projects,
    batches: ({ batches }, workspaceName) => batches(projects.list, { query: { workspaceName } }, 'projects'),
  },
  getProject: {
    arguments: [named.workspace, named.projectName],
    run: (context, workspaceName, projectName) => findProject(context, { workspaceName, projectName }),
  },
  getProjectById: { arguments: [named.projectId], run: (context, projectId) => findProject(context, { projectId }) },
  createProject: {
    arguments: [named.workspace, named.projectName],
    options: { projectDescription: text, public: flag },
    run: ({ call }, workspaceName, projectName, { projectDescription = null, public: isPublic = false }) =>
      call(projects.create, { body: { workspaceName, projectName, projectDescription, isPublic } }),
  },
  updateProject: {
    arguments: [named.workspace, named.projectName],
    options: changes,
    run: (context, workspaceName, projectName, changes) =>
      changeProject(context, { workspaceName, projectName }, changes),
  },
  updateProjectById: {
    arguments: [named.projectId],
    options: changes,
    run: (context, projectId, changes) => changeProject(context, { projectId }, changes),
  },
  deleteProject: {
    options: { workspace: text, projectName: text, projectId: text, deleteExperiments: flag },
    async run({ call, failure }, { workspace: workspaceName, deleteExperiments = false, ...project }) {
      if (project.projectId === undefined && !(workspaceName && project.projectName)) {
        throw failure('invalid', 'give a projectId, or a workspace and a projectName');
      }
      const chosen =
        project.projectId === undefined
          ? { workspaceName: workspaceName!, projectName: project.projectName! }
          : { projectId: project.projectId };
      return await call(projects.remove, { body: { ...chosen, deleteAllExperiments: deleteExperiments } });
    },
  },
  getProjectNotes: {
    arguments: [named.workspace, named.projectName],
    async run(context, workspaceName, projectName) {
      const { projectId } = await projectNamed(context, workspaceName, projectName);
      return (await context.call(projects.notes, { query: { projectId } })).notes;
    },
  },
  setProjectNotes: {
    arguments: [named.workspace, named.projectName, argument('notes', text)],
    async run(context, workspaceName, projectName, notes) {
      const { projectId } = await projectNamed(context, workspaceName, projectName);
      return await context.call(projects.setNotes, { body: { projectId, notes } });
    },
  },
  getProjectShareKeys: {
    arguments: [named.projectId],
    run: async ({ call }, projectId) => (await call(projects.shareKeys, { query: { projectId } })).shareCodes,
  },
  createProjectShareKey: {
    arguments: [named.projectId],
    run: async ({ call }, projectId) => (await call(projects.createShareKey, { query: { projectId } })).shareCode,
  },
  deleteProjectShareKey: {
    arguments: [named.projectId, argument('shareKey', text)],
    run: ({ call }, projectId, shareCode) => call(projects.deleteShareKey, { query: { projectId, shareCode } }),
  },
  getProjectViews: {
    arguments: [named.workspace, named.projectName],
    run: async ({ call }, workspaceName, projectName) =>
      (await call(projects.views, { query: { workspaceName, projectName } })).views,
  },
  saveProjectView: {
    arguments: [named.workspace, named.projectName],
    options: { viewId: text, viewName: text, state: record, isDefault: flag },
    run: ({ call }, workspaceName, projectName, { viewId, viewName, state: given, isDefault }) => {
      const state = given as Readonly<Record<string, unknown>> | undefined;
      return call(projects.saveView, { body: { workspaceName, projectName, viewId, viewName, state, isDefault } });
    },
  },
  deleteProjectView: {
    arguments: [named.workspace, named.projectName, argument('viewId', text)],
    run: ({ call }, workspaceName, projectName, viewId) =>
      call(projects.removeView, { body: { workspaceName, projectName, viewId } }),
  },
});
