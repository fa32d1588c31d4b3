import type { Target } from '@tracklens/core/display';

/** Returns the tab label and the tooltip of a panel. */
export function panelTitle(target: Target): { readonly label: string; readonly caption: string } {
  switch (target.kind) {
    case 'experiment':
      return { label: target.experimentKey.slice(0, 9), caption: target.experimentKey };
    case 'project':
      return { label: target.projectName, caption: `${target.workspace} / ${target.projectName}` };
    case 'model':
      return {
        label: [target.modelName, target.version].filter(Boolean).join(' '),
        caption: `${target.workspace} / ${target.modelName}`,
      };
    case 'query':
      return {
        label: `${target.projectName}: ${target.query.trim() || 'all'}`.slice(0, 40),
        caption: `${target.workspace} / ${target.projectName}\n${target.query}`,
      };
  }
}
