import type { ExperimentMetadata } from '../contract/index.ts';
import { type Tab, tabIds, tabOf } from './tabs.ts';
import type { Target } from './target.ts';

const segment = encodeURIComponent;

/** Returns the URL of an experiment's page; empty when the service address is unknown. */
export function experimentPage(
  root: string,
  experiment: Pick<ExperimentMetadata, 'workspaceName' | 'projectName' | 'experimentKey' | 'archived'>,
  tab?: Tab,
): string {
  if (root === '') return '';
  const { workspaceName, projectName, experimentKey, archived } = experiment;
  const parts = [workspaceName, projectName, ...(archived ? ['archive'] : []), experimentKey].map(segment);
  return `${root}/${parts.join('/')}${tab === undefined ? '' : `?experiment-tab=${tabIds[tab]}`}`;
}

/**
 * Returns a URL that redirects to a project's page by project id, optionally to a named view; empty when the service
 * address is unknown.
 */
export function projectPage(root: string, projectId: string, viewId?: string): string {
  if (root === '') return '';
  const query = new URLSearchParams({ projectId, ...(viewId === undefined ? {} : { viewId }) });
  return `${root}/api/projects/redirect?${query}`;
}

/** Returns the target of a page URL of the service; null for any other URL. */
export function targetOfPage(root: string, address: string): Target | null {
  let url: URL;
  try {
    url = new URL(address, root === '' ? undefined : root);
  } catch {
    return null;
  }
  if (root !== '' && url.origin !== root) return null;
  let parts: string[];
  try {
    parts = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
  const [workspace, projectName, ...rest] = parts;
  if (workspace === undefined || projectName === undefined) return null;
  const experimentKey = rest[0] === 'archive' ? rest[1] : rest[0];
  if (experimentKey === undefined) {
    const viewId = url.searchParams.get('viewId');
    return { kind: 'project', workspace, projectName, ...(viewId ? { viewId } : {}) };
  }
  const tab = tabOf(url.searchParams.get('experiment-tab') ?? '');
  return { kind: 'experiment', experimentKey, ...(tab === null ? {} : { tab }) };
}
