import type { ExperimentMetadata } from '../contract/index.ts';
import { type Tab, tabIds, tabOf } from './tabs.ts';
import type { ExperimentTarget, Target } from './target.ts';

/** Project that contains an experiment: part of the URL of its page, but not of its target. */
export interface ParentProject {
  /** Name of the workspace. */
  readonly workspace: string;
  /** Name of the project. */
  readonly projectName: string;
  /** Whether the experiment is archived. Default: false. */
  readonly archived?: boolean;
}

/** Path segment for the registered models of a workspace, in the position of a project name. */
const registry = 'model-registry';

/** First path segment of the addresses of a service that are no pages, in the position of a workspace. */
const api = 'api';

const page = (root: string, segments: readonly string[], query: Readonly<Record<string, string>> = {}) => {
  const search = new URLSearchParams(query).toString();
  return `${root}/${segments.map((name) => encodeURIComponent(name.toWellFormed())).join('/')}${search && `?${search}`}`;
};

const experimentPageOf = (root: string, { workspace, projectName, archived }: ParentProject, key: string, tab?: Tab) =>
  page(root, [workspace, projectName, ...(archived ? ['archive'] : []), key], tab && { 'experiment-tab': tabIds[tab] });

/** Returns the URL of an experiment's page; empty when the service address is unknown. */
export function experimentPage(
  root: string,
  experiment: Pick<ExperimentMetadata, 'workspaceName' | 'projectName' | 'experimentKey' | 'archived'>,
  tab?: Tab,
): string {
  const { workspaceName: workspace, projectName, experimentKey, archived } = experiment;
  return root && experimentPageOf(root, { workspace, projectName, archived }, experimentKey, tab);
}

/** Returns the URL of a target's page; null for an experiment whose project is unknown. */
export function pageOfTarget(root: string, target: Exclude<Target, ExperimentTarget>): string;
export function pageOfTarget(root: string, target: Target, parent: ParentProject | null): string | null;
export function pageOfTarget(root: string, target: Target, parent: ParentProject | null = null): string | null {
  switch (target.kind) {
    case 'experiment':
      return parent && experimentPageOf(root, parent, target.experimentKey, target.tab);
    case 'project': {
      const { workspace, projectName, viewId } = target;
      return page(root, [workspace, projectName], viewId === undefined ? {} : { viewId });
    }
    case 'query': {
      const { workspace, projectName, query, archived } = target;
      return page(root, [workspace, projectName], { query, ...(archived ? { archived: '' } : {}) });
    }
    case 'model': {
      const { workspace, modelName, version } = target;
      return page(root, [workspace, registry, modelName, ...(version ? [version] : [])]);
    }
  }
}

/**
 * Returns a URL that redirects to a project's page by project id, optionally to a named view; empty when the service
 * address is unknown.
 */
export function projectPage(root: string, projectId: string, viewId?: string): string {
  if (root === '') return '';
  return page(root, [api, 'projects', 'redirect'], { projectId, ...(viewId === undefined ? {} : { viewId }) });
}

/** Returns the target of a page URL of the service; null for any other URL. */
export function targetOfPage(root: string, address: string): Target | null {
  const url = URL.parse(address, root === '' ? undefined : root);
  if (url === null || (root !== '' && url.origin !== root)) return null;
  let parts: string[];
  try {
    parts = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
  const [workspace, projectName, ...rest] = parts;
  const { searchParams } = url;
  if (workspace === undefined || projectName === undefined || workspace === api) return null;
  if (projectName === registry) {
    const [modelName, version = searchParams.get('version')] = rest;
    return modelName === undefined ? null : { kind: 'model', workspace, modelName, ...(version ? { version } : {}) };
  }
  const experimentKey = rest[0] === 'archive' ? rest[1] : rest[0];
  if (experimentKey !== undefined) {
    const tab = tabOf(searchParams.get('experiment-tab') ?? '');
    return { kind: 'experiment', experimentKey, ...(tab === null ? {} : { tab }) };
  }
  const query = searchParams.get('query');
  if (query !== null) {
    const archived = searchParams.has('archived') ? { archived: true } : {};
    return { kind: 'query', workspace, projectName, query, ...archived };
  }
  const viewId = searchParams.get('viewId');
  return { kind: 'project', workspace, projectName, ...(viewId ? { viewId } : {}) };
}
