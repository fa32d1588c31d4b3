import type { Target } from './target.ts';

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
