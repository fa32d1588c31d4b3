import * as v from 'valibot';
import { experimentTags } from './cache-tags.ts';
import { read, rest, write, writeByGet } from './endpoint.ts';
import { projectFields } from './project-fields.ts';
import { Project, ProjectView, WriteReply } from './records/index.ts';

/** Endpoints of projects, their notes and their share keys. */
export const projects = {
  /** The projects of a workspace. */
  list: read(rest('projects'), {
    query: { workspaceName: v.string() },
    response: v.object({ projects: v.array(Project) }),
    reads: ['projects'],
  }),
  /** One project by names or by id; 404 when absent. */
  get: read(rest('project'), {
    query: projectFields,
    response: Project,
    cached: true,
    reads: ['projects'],
  }),
  /** Creates a project. */
  create: write(rest('write/project/create'), {
    body: v.object({
      workspaceName: v.string(),
      projectName: v.string(),
      projectDescription: v.nullish(v.string()),
      isPublic: v.nullish(v.boolean()),
    }),
    response: v.object({ projectId: v.string() }),
    invalidates: ['projects', 'project-notes', 'workspaces'],
  }),
  /** Changes name, description or visibility; absent fields are unchanged. */
  update: write(rest('write/project/update'), {
    body: v.object({
      ...projectFields,
      newProjectName: v.optional(v.string()),
      newProjectDescription: v.optional(v.string()),
      isPublic: v.optional(v.boolean()),
    }),
    response: WriteReply,
    invalidates: ['projects', 'project-notes', 'project-views', 'experiments'],
  }),
  /** Deletes a project, with its experiments only when asked to. */
  remove: write(rest('write/project/delete'), {
    body: v.object({ ...projectFields, deleteAllExperiments: v.nullish(v.boolean()) }),
    response: WriteReply,
    // There may be a very large number of files.
    timeout: 'list',
    invalidates: [...experimentTags, 'projects', 'project-notes', 'project-views', 'share-keys'],
  }),
  /** The notes of a project. */
  notes: read(rest('project/notes'), {
    query: { projectId: v.string() },
    response: v.object({ notes: v.nullish(v.string(), '') }),
    cached: true,
    reads: ['project-notes'],
  }),
  /** Replaces the notes of a project. */
  setNotes: write(rest('write/project/notes'), {
    body: v.object({ projectId: v.string(), notes: v.string() }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['project-notes', 'projects'],
  }),
  /** The share keys of a private project. */
  shareKeys: read(rest('project/get-project-share-links'), {
    query: { projectId: v.string() },
    response: v.object({ shareCodes: v.array(v.string()) }),
    reads: ['share-keys'],
  }),
  /** Creates a share key. */
  createShareKey: writeByGet(rest('write/project/add-share-link'), {
    query: { projectId: v.string() },
    response: v.object({ shareCode: v.string() }),
    invalidates: ['share-keys'],
  }),
  /** Revokes a share key. */
  deleteShareKey: writeByGet(rest('write/project/delete-project-share-link'), {
    query: { projectId: v.string(), shareCode: v.string() },
    response: WriteReply,
    repeatable: true,
    invalidates: ['share-keys'],
  }),
  /** The named views of a project, by name. Local service only: a hosted account returns 404. */
  views: read(rest('project/named-views'), {
    query: projectFields,
    response: v.object({ views: v.array(ProjectView) }),
    reads: ['project-views'],
  }),
  /** Changes the given fields of a named view; without `viewId` creates one, whose name must be unique. */
  saveView: write(rest('write/project/named-view'), {
    body: v.object({
      ...projectFields,
      viewId: v.optional(v.string()),
      viewName: v.optional(v.string()),
      state: v.optional(v.record(v.string(), v.unknown())),
      isDefault: v.optional(v.boolean()),
    }),
    response: ProjectView,
    invalidates: ['project-views'],
  }),
  /** Deletes a named view; succeeds if it does not exist. */
  removeView: write(rest('write/project/named-view/delete'), {
    body: v.object({ ...projectFields, viewId: v.string() }),
    response: WriteReply,
    repeatable: true,
    invalidates: ['project-views'],
  }),
  /** Shows an experiment in a second project of its workspace. */
  symlink: writeByGet(rest('write/project/symlink'), {
    query: { experimentKey: v.string(), projectName: v.string() },
    alsoAt: ['/clientlib/symlink/new'],
    response: v.object({ link: v.nullish(v.string(), '') }),
    repeatable: true,
    invalidates: ['experiments', 'projects'],
  }),
};
