import type { Target } from '@tracklens/core/display';
import { t } from '../sentence.ts';

/** Returns the initial title of a panel, derived from its target without a request. */
export function panelTitle(target: Target): string {
  switch (target.kind) {
    case 'experiment':
      return target.experimentKey.slice(0, 9);
    case 'project':
      return target.projectName;
    case 'model':
      return target.version ? `${target.modelName} ${target.version}` : target.modelName;
    case 'query':
      return t('Query: {0}', clipped(target.query));
  }
}

function clipped(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
