import { badRequest } from '../errors/service-error.ts';
import type { NewProject } from '../store/experiments/projects.ts';
import type { Session } from './handler.ts';

/**
 * Returns the values of a project that a request of a session may create.
 *
 * @throws ServiceError 400 for a workspace that the session may not write to
 */
export function newProject({ userName, onlyWorkspace }: Session, project: Omit<NewProject, 'owner'>): NewProject {
  if (onlyWorkspace !== undefined && project.workspaceName !== onlyWorkspace) {
    throw badRequest(`Write only to the workspace ${onlyWorkspace}, not to ${project.workspaceName}`);
  }
  return { ...project, owner: userName };
}
