import type { VersionName } from '@tracklens/ui';
import type { Selection } from '../sidebar/selection.ts';
import type { Tracklens } from '../tokens.ts';

/** Dependencies of the commands on registered models and artifacts. */
export interface RegistryContext {
  readonly tracklens: Tracklens;
  readonly selection: Selection;
}

/** Returns the display title of a version. */
export function titleOf({ modelName, version }: VersionName): string {
  return `${modelName} ${version}`;
}
