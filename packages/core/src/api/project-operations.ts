import { isRestApiException, RestApiException } from '../client/errors.ts';
import { mappingArgument } from '../client/validate-arguments.ts';
import { contract, type Project, type ProjectView, type WriteReply } from '../contract/index.ts';
import type { BaseExperiment } from '../experiment/base-experiment.ts';
import { AccountOperations } from './account-operations.ts';
import type { OperationOptions } from './connection.ts';
import { operations } from './operation-arguments.ts';

const { projects } = contract;

/** What `updateProject` may change; what is absent stays. */
export interface ProjectChanges extends OperationOptions {
  readonly newProjectName?: string;
  readonly description?: string;
  readonly public?: boolean;
}

/** What `saveProjectView` may set; what is absent stays. */
export interface ProjectViewChanges extends OperationOptions {
  /** The view to change; without it one is made, which needs a `viewName` and a `state`. */
  readonly viewId?: string;
  readonly viewName?: string;
  /** A view's state as `onStateChange` of the views gives it. */
  readonly state?: Readonly<Record<string, unknown>>;
  readonly isDefault?: boolean;
}

/** A project by its workspace and name, or by its id. */
export type ProjectChoice =
  | { readonly workspace: string; readonly projectName: string; readonly projectId?: undefined }
  | { readonly projectId: string; readonly workspace?: undefined; readonly projectName?: undefined };

/** Absent is null where the interface says None. */
async function nullWhenAbsent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isRestApiException(error) && error.code === 'not-found') return null;
    throw error;
  }
}

/** Projects, their notes and share keys (section 4.2). */
export abstract class ProjectOperations<E extends BaseExperiment> extends AccountOperations<E> {
  /**
   * The projects of a workspace, whole objects (section 4.2).
   * @throws RestApiException `not-found` when the workspace is absent
   */
  async getProjects(workspace: string, options: OperationOptions = {}): Promise<Project[]> {
    const query = { workspaceName: workspace };
    return (await this.connection.call('getProjects', projects.list, { query }, options)).projects;
  }

  /** One project, or null when the workspace or the project does not exist (sections 4.2, 7.2). */
  async getProject(workspace: string, projectName: string, options: OperationOptions = {}): Promise<Project | null> {
    const query = { workspaceName: workspace, projectName };
    return await nullWhenAbsent(this.connection.call('getProject', projects.get, { query }, options));
  }

  /** One project by its id, or null when there is none (sections 4.2, 7.2). */
  async getProjectById(projectId: string, options: OperationOptions = {}): Promise<Project | null> {
    return await nullWhenAbsent(
      this.connection.call('getProjectById', projects.get, { query: { projectId } }, options),
    );
  }

  /**
   * Makes a project, private unless told otherwise (section 4.2).
   * @returns its id
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

  /** Changes name, description or visibility of a project (section 4.2). */
  async updateProject(workspace: string, projectName: string, changes: ProjectChanges = {}): Promise<WriteReply> {
    return await this.sendProjectChanges('updateProject', { workspaceName: workspace, projectName }, changes);
  }

  /** The same by id (section 4.2). */
  async updateProjectById(projectId: string, changes: ProjectChanges = {}): Promise<WriteReply> {
    return await this.sendProjectChanges('updateProjectById', { projectId }, changes);
  }

  /** Deletes a project; its experiments too only with `deleteExperiments` (section 4.2). */
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
   * The notes of a project, Markdown as written (section 4.2).
   * @throws RestApiException `not-found` when the project is absent
   */
  async getProjectNotes(workspace: string, projectName: string, options: OperationOptions = {}): Promise<string> {
    const { projectId } = await this.presentProject('getProjectNotes', workspace, projectName, options);
    return (await this.connection.call('getProjectNotes', projects.notes, { query: { projectId } }, options)).notes;
  }

  /**
   * Replaces the notes of a project (sections 4.2, 7.4).
   * @returns the service's reply; `code` is 200 and `sdk_error_code` 0 on success
   * @throws RestApiException `not-found` when the project is absent
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

  /** The share keys of a private project (section 4.2). */
  async getProjectShareKeys(projectId: string, options: OperationOptions = {}): Promise<string[]> {
    const answer = await this.connection.call(
      'getProjectShareKeys',
      projects.shareKeys,
      { query: { projectId } },
      options,
    );
    return answer.shareCodes;
  }

  /** Makes a share key: whoever has it can read the project of a hosted account. The local service keeps it and opens nothing by it (section 4.2). */
  async createProjectShareKey(projectId: string, options: OperationOptions = {}): Promise<string> {
    const query = { projectId };
    return (await this.connection.call('createProjectShareKey', projects.createShareKey, { query }, options)).shareCode;
  }

  /** Withdraws a share key (section 4.2). */
  async deleteProjectShareKey(
    projectId: string,
    shareKey: string,
    options: OperationOptions = {},
  ): Promise<WriteReply> {
    const query = { projectId, shareCode: shareKey };
    return await this.connection.call('deleteProjectShareKey', projects.deleteShareKey, { query }, options);
  }

  /**
   * The named views of a project, by name. Not part of the wire of a hosted account.
   * @throws RestApiException `not-found` when the project is absent, or the service keeps no views
   */
  async getProjectViews(
    workspace: string,
    projectName: string,
    options: OperationOptions = {},
  ): Promise<ProjectView[]> {
    const query = { workspaceName: workspace, projectName };
    return (await this.connection.call('getProjectViews', projects.views, { query }, options)).views;
  }

  /** Makes or changes a named view of a project (see `getProjectViews`); `displayProject({ viewId })` shows it. */
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
