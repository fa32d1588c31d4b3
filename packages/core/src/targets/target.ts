import * as v from 'valibot';
import { tabs } from './tabs.ts';

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(1000));
const key = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,64}$/, 'an experiment key has letters and digits only'));

/** Schema of what a tree node, a command, a link and a cell output refer to: plain data that any host can open. */
export const Target = v.variant('kind', [
  v.object({
    kind: v.literal('experiment'),
    experimentKey: key,
    tab: v.optional(v.picklist(tabs)),
  }),
  v.object({
    kind: v.literal('project'),
    workspace: name,
    projectName: name,
    viewId: v.optional(name),
  }),
  v.object({
    kind: v.literal('model'),
    workspace: name,
    modelName: name,
    version: v.optional(name),
  }),
  v.object({
    kind: v.literal('query'),
    workspace: name,
    projectName: name,
    query: v.pipe(v.string(), v.maxLength(10_000)),
    archived: v.optional(v.boolean()),
  }),
]);

/** Validated target. */
export type Target = v.InferOutput<typeof Target>;

/** Returns a text that is equal for two targets exactly when they show the same thing. The tab is ignored. */
export function targetIdentity(target: Target): string {
  switch (target.kind) {
    case 'experiment':
      return JSON.stringify([target.kind, target.experimentKey]);
    case 'project':
      return JSON.stringify([target.kind, target.workspace, target.projectName, target.viewId ?? null]);
    case 'model':
      return JSON.stringify([target.kind, target.workspace, target.modelName, target.version ?? null]);
    case 'query':
      return JSON.stringify([
        target.kind,
        target.workspace,
        target.projectName,
        target.query.trim(),
        target.archived ?? false,
      ]);
  }
}
