import * as v from 'valibot';
import { tabs } from './tabs.ts';

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(1000));
const key = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,64}$/, 'an experiment key has letters and digits only'));

const ExperimentTargetSchema = v.object({
  /** Kind of the target. */
  kind: v.literal('experiment'),
  /** Key of the experiment. */
  experimentKey: key,
  /** Tab to show. Default: as the user left it. */
  tab: v.optional(v.picklist(tabs)),
});

const ProjectTargetSchema = v.object({
  /** Kind of the target. */
  kind: v.literal('project'),
  /** Name of the workspace. */
  workspace: name,
  /** Name of the project. */
  projectName: name,
  /** Id of the named view to show. */
  viewId: v.optional(name),
});

const ModelTargetSchema = v.object({
  /** Kind of the target. */
  kind: v.literal('model'),
  /** Name of the workspace. */
  workspace: name,
  /** Name of the registered model. */
  modelName: name,
  /** Version of the model. Default: all. */
  version: v.optional(name),
});

const QueryTargetSchema = v.object({
  /** Kind of the target. */
  kind: v.literal('query'),
  /** Name of the workspace. */
  workspace: name,
  /** Name of the project. */
  projectName: name,
  /** Query in the query language. */
  query: v.pipe(v.string(), v.maxLength(10_000)),
  /** Whether archived experiments are searched. Default: false. */
  archived: v.optional(v.boolean()),
});

/** Target that shows an experiment. */
export interface ExperimentTarget extends v.InferOutput<typeof ExperimentTargetSchema> {}

/** Target that shows a project. */
export interface ProjectTarget extends v.InferOutput<typeof ProjectTargetSchema> {}

/** Target that shows a registered model. */
export interface ModelTarget extends v.InferOutput<typeof ModelTargetSchema> {}

/** Target that shows the experiments that match a query. */
export interface QueryTarget extends v.InferOutput<typeof QueryTargetSchema> {}

/** Schema of what a tree node, a command, a link and a cell output refer to: plain data that any host can open. */
export const Target = v.variant('kind', [
  ExperimentTargetSchema,
  ProjectTargetSchema,
  ModelTargetSchema,
  QueryTargetSchema,
]);

/** Target of a tree node, a command, a link or a cell output: plain data that any host can open. */
export type Target = ExperimentTarget | ProjectTarget | ModelTarget | QueryTarget;
