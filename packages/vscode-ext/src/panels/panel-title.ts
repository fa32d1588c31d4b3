import type { Target } from '@tracklens/core/display';
import { shortenedMiddle } from '@tracklens/ui/trees';
import { t } from '../sentence.ts';

/** Maximum number of characters of a query in a title. */
const queryLength = 30;

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
      return t('Query: {0}', shortenedMiddle(target.query, queryLength));
  }
}
