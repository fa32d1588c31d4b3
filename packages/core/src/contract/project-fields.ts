import * as v from 'valibot';

/** Query or body fields that identify a project: by its workspace and name, or by its id. */
export const projectFields = {
  workspaceName: v.optional(v.string()),
  projectName: v.optional(v.string()),
  projectId: v.optional(v.string()),
};
