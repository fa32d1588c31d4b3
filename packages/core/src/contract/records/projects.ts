import * as v from 'valibot';
import { flag, int, text } from './fields.ts';

// Records of projects.

/** Project of a workspace. @interface */
export const Project = v.object({
  /** Id of the project. */
  projectId: v.string(),
  /** Name of the project. */
  projectName: text,
  /** User who created the project. */
  ownerUserName: text,
  /** Description; empty when there is none. */
  projectDescription: text,
  /** Workspace of the project. */
  workspaceName: text,
  /** Number of experiments that are not archived. */
  numberOfExperiments: int,
  /** Milliseconds since 1970. */
  lastUpdated: int,
  /** Whether everyone can see the project. */
  public: flag,
  /** The same flag under the name that other clients read. */
  isPublic: v.optional(v.nullable(v.boolean())),
});
export type Project = v.InferOutput<typeof Project>;

/** Named layout of a project page. Only the views interpret its state; the service stores it unchanged. @interface */
export const ProjectView = v.object({
  /** Id of the view. */
  viewId: v.string(),
  /** Name of the view. */
  viewName: v.string(),
  /** Layout and settings of the page. */
  state: v.record(v.string(), v.unknown()),
  /** Whether the project opens in this view by default. True for at most one view. */
  isDefault: v.nullish(v.boolean(), false),
  /** User who saved the view. */
  ownerUserName: v.nullish(v.string(), ''),
  /** Milliseconds since 1970. */
  createdAt: v.nullish(v.number(), 0),
  /** Milliseconds since 1970. */
  lastUpdated: v.nullish(v.number(), 0),
});
export type ProjectView = v.InferOutput<typeof ProjectView>;

/** Column of a project that a query can test, with its source and the type of its values. @interface */
export const Column = v.object({
  /** Name of the column. */
  name: v.string(),
  /** Source of the values, for example `metrics`. */
  source: v.string(),
  /** `string`, `boolean`, `double`, `datetime` or `timenumber`. */
  type: v.string(),
});
export type Column = v.InferOutput<typeof Column>;
