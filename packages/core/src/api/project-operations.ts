import { isRestApiException, RestApiException } from '../client/errors.ts';
import { mappingArgument } from '../client/validate-arguments.ts';
import { contract, type Project, type ProjectView, type WriteReply } from '../contract/index.ts';
import type { BaseExperiment } from '../experiment/base-experiment.ts';
import { AccountOperations } from './account-operations.ts';
import type { OperationOptions } from './connection.ts';
import { operations } from './operation-arguments.ts';

const { projects } = contract;

/** Changes of `updateProject`. Absent fields are not changed. */
export interface ProjectChanges extends OperationOptions {
  /** New name. */
  readonly newProjectName?: string;
  /** New description. */
  readonly description?: string;
  /** Whether everyone can see the project. */
  readonly public?: boolean;
}

/** Changes of `saveProjectView`. Absent fields are not changed. */
export interface ProjectViewChanges extends OperationOptions {
  /** View to change. If absent, a view is created, which requires `viewName` and `state`. */
  readonly viewId?: string;
  /** Name of the view. */
  readonly viewName?: string;
  /** State of a view, as passed to `onStateChange` of the view components. */
  readonly state?: Readonly<Record<string, unknown>>;
  /** Whether the project opens in this view by default. */
  readonly isDefault?: boolean;
}

/** Identifies a project by workspace and name, or by id. */
export type ProjectChoice =
  | { readonly workspace: string; readonly projectName: string; readonly projectId?: undefined }
  | { readonly projectId: string; readonly workspace?: undefined; readonly projectName?: undefined };

/** Resolves with null instead of rejecting with `not-found`. */
async function nullWhenAbsent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isRestApiException(error) && error.code === 'not-found') return null;
    throw error;
  }
}

/** Operations on projects, their notes, share keys and named views. */
export abstract class ProjectOperations<E extends BaseExperiment> extends AccountOperations<E> {
  /**
   * Returns the projects of a workspace.
   * @throws RestApiException `not-found` when the workspace does not exist
   */
  async getProjects(workspace: string, options: OperationOptions = {}): Promise<Project[]> {
    const query = { workspaceName: workspace };
    return (await this.connection.call('getProjects', projects.list, { query }, options)).projects;
  }

  /** Returns a project, or null when the workspace or the project does not exist. */
  async getProject(workspace: string, projectName: string, options: OperationOptions = {}): Promise<Project | null> {
    const query = { workspaceName: workspace, projectName };
    return await nullWhenAbsent(this.connection.call('getProject', projects.get, { query }, options));
  }

  /** Returns a project by its id, or null when there is none. */
  async getProjectById(projectId: string, options: OperationOptions = {}): Promise<Project | null> {
    return await nullWhenAbsent(
      this.connection.call('getProjectById', projects.get, { query: { projectId } }, options),
    );
  }

  /**
   * Creates a project. Default: private.
   * @returns the id of the project
   */
  async createProject(
    workspace: string,
    projectName: string,
    options: OperationOptions & { readonly projectDescription?: string; readonly public?: boolean } = {},
  ): Promise<{ projectId: string }> {
    const body = {
      workspaceName: workspace,
      projectName,
      projectDescription: options.projectDescription ?? null,
      isPublic: options.public ?? false,
    };
    return await this.connection.call('createProject', projects.create, { body }, options);
  }

  /** Changes the name, description or visibility of a project. */
  async updateProject(workspace: string, projectName: string, changes: ProjectChanges = {}): Promise<WriteReply> {
    return await this.sendProjectChanges('updateProject', { workspaceName: workspace, projectName }, changes);
  }

  /** Changes the name, description or visibility of a project by its id. */
  async updateProjectById(projectId: string, changes: ProjectChanges = {}): Promise<WriteReply> {
    return await this.sendProjectChanges('updateProjectById', { projectId }, changes);
  }

  /** Deletes a project. Its experiments are deleted only with `deleteExperiments`. */
  async deleteProject(
    project: ProjectChoice & OperationOptions & { readonly deleteExperiments?: boolean },
  ): Promise<WriteReply> {
    const { workspace, projectName, projectId } = project;
    if (projectId === undefined && !(workspace && projectName)) {
      const reason = 'give a projectId, or a workspace and a projectName';
      throw RestApiException.from({ code: 'invalid', operation: 'deleteProject', reason });
    }
    const which = projectId === undefined ? { workspaceName: workspace, projectName } : { projectId };
    const body = { ...which, deleteAllExperiments: project.deleteExperiments ?? false };
    return await this.connection.call('deleteProject', projects.remove, { body }, project);
  }

  /**
   * Returns the notes of a project as Markdown.
   * @throws RestApiException `not-found` when the project does not exist
   */
  async getProjectNotes(workspace: string, projectName: string, options: OperationOptions = {}): Promise<string> {
    const { projectId } = await this.presentProject('getProjectNotes', workspace, projectName, options);
    return (await this.connection.call('getProjectNotes', projects.notes, { query: { projectId } }, options)).notes;
  }

  /**
   * Replaces the notes of a project.
   * @returns the reply of the service; `code` is 200 and `sdk_error_code` 0 on success
   * @throws RestApiException `not-found` when the project does not exist
   */
  async setProjectNotes(
    workspace: string,
    projectName: string,
    notes: string,
    options: OperationOptions = {},
  ): Promise<WriteReply> {
    const { projectId } = await this.presentProject('setProjectNotes', workspace, projectName, options);
    return await this.connection.call('setProjectNotes', projects.setNotes, { body: { projectId, notes } }, options);
  }

  /** Returns the share keys of a private project. */
  async getProjectShareKeys(projectId: string, options: OperationOptions = {}): Promise<string[]> {
    const answer = await this.connection.call(
      'getProjectShareKeys',
      projects.shareKeys,
      { query: { projectId } },
      options,
    );
    return answer.shareCodes;
  }

  /**
   * Creates a share key. On a hosted account, anyone with the key can read the project. The local service stores
   * share keys but grants no access by them.
   */
  async createProjectShareKey(projectId: string, options: OperationOptions = {}): Promise<string> {
    const query = { projectId };
    return (await this.connection.call('createProjectShareKey', projects.createShareKey, { query }, options)).shareCode;
  }

  /** Revokes a share key. */
  async deleteProjectShareKey(
    projectId: string,
    shareKey: string,
    options: OperationOptions = {},
  ): Promise<WriteReply> {
    const query = { projectId, shareCode: shareKey };
    return await this.connection.call('deleteProjectShareKey', projects.deleteShareKey, { query }, options);
  }

  /**
   * Returns the named views of a project, sorted by name. Hosted accounts do not support views.
   * @throws RestApiException `not-found` when the project does not exist or the service does not support views
   */
  async getProjectViews(
    workspace: string,
    projectName: string,
    options: OperationOptions = {},
  ): Promise<ProjectView[]> {
    const query = { workspaceName: workspace, projectName };
    return (await this.connection.call('getProjectViews', projects.views, { query }, options)).views;
  }

  /** Creates or changes a named view of a project (see `getProjectViews`). `displayProject({ viewId })` shows it. */
  async saveProjectView(workspace: string, projectName: string, changes: ProjectViewChanges): Promise<ProjectView> {
    const { viewId, viewName, state, isDefault } = changes;
    if (state !== undefined) mappingArgument('saveProjectView', 'state', state);
    const body = {
      workspaceName: workspace,
      projectName,
      ...(viewId === undefined ? {} : { viewId }),
      ...(viewName === undefined ? {} : { viewName }),
      ...(state === undefined ? {} : { state }),
      ...(isDefault === undefined ? {} : { isDefault }),
    };
    return await this.connection.call('saveProjectView', projects.saveView, { body }, changes);
  }

  /** Deletes a named view of a project (see `getProjectViews`). */
  async deleteProjectView(
    workspace: string,
    projectName: string,
    viewId: string,
    options: OperationOptions = {},
  ): Promise<WriteReply> {
    const body = { workspaceName: workspace, projectName, viewId };
    return await this.connection.call('deleteProjectView', projects.removeView, { body }, options);
  }

  private async presentProject(
    operation: string,
    workspace: string,
    projectName: string,
    options: OperationOptions,
  ): Promise<Project> {
    const found = await this.getProject(workspace, projectName, options);
    if (found !== null) return found;
    const reason = `there is no project ${workspace}/${projectName}`;
    throw RestApiException.from({ code: 'not-found', operation, reason, status: 404 });
  }

  private async sendProjectChanges(
    operation: string,
    which: { projectId: string } | { workspaceName: string; projectName: string },
    changes: ProjectChanges,
  ): Promise<WriteReply> {
    const body = {
      ...which,
      ...(changes.newProjectName === undefined ? {} : { newProjectName: changes.newProjectName }),
      ...(changes.description === undefined ? {} : { newProjectDescription: changes.description }),
      ...(changes.public === undefined ? {} : { isPublic: changes.public }),
    };
    return await this.connection.call(operation, projects.update, { body }, changes);
  }
}

operations(ProjectOperations.prototype, {
  getProjects: ['workspace'],
  getProject: ['workspace', 'projectName'],
  getProjectById: ['projectId'],
  createProject: ['workspace', 'projectName'],
  updateProject: ['workspace', 'projectName'],
  updateProjectById: ['projectId'],
  getProjectNotes: ['workspace', 'projectName'],
  setProjectNotes: ['workspace', 'projectName', 'notes'],
  getProjectShareKeys: ['projectId'],
  createProjectShareKey: ['projectId'],
  deleteProjectShareKey: ['projectId', 'shareKey'],
  getProjectViews: ['workspace', 'projectName'],
  saveProjectView: ['workspace', 'projectName'],
  deleteProjectView: ['workspace', 'projectName', 'viewId'],
  deleteProject: [],
});
