import { type Tab, tabIds } from '@tracklens/core/display';

/** Where an experiment or a project lies. */
export interface Place {
  readonly workspace: string;
  readonly projectName: string;
  readonly experimentKey?: string | undefined;
  readonly tab?: Tab | undefined;
}

/** The page of an experiment or a project on the service at `root`. */
export function pageAddress(root: string, { workspace, projectName, experimentKey, tab }: Place): string {
  const path = [workspace, projectName, ...(experimentKey ? [experimentKey] : [])].map(encodeURIComponent).join('/');
  return `${root}/${path}${experimentKey && tab ? `?experiment-tab=${tabIds[tab]}` : ''}`;
}
