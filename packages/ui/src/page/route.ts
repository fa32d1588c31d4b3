import { type Target, tabIds, targetOfPage } from '@tracklens/core/display';
import { pageServing } from './page-element.ts';

/** Content shown at an address of the page. */
export type Route =
  | { readonly kind: 'start' }
  | { readonly kind: 'workspace'; readonly workspace: string }
  | { readonly kind: 'registry'; readonly workspace: string }
  | { readonly kind: 'search'; readonly workspace?: string; readonly projectName?: string }
  | { readonly kind: 'target'; readonly target: Target; readonly parent: ParentProject | null }
  | { readonly kind: 'unknown' };

/** Project that contains an experiment: part of its address, but not of its target. */
export interface ParentProject {
  readonly workspace: string;
  readonly projectName: string;
  readonly archived?: boolean;
}

/**
 * Path segment for the registered models of a workspace, in the position of a project name. The experiments of a
 * project with this name are still reachable.
 */
const registry = 'model-registry';

function segmentsOf(pathname: string): string[] | null {
  try {
    return pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/**
 * Parses an address: `/`, `/workspace`, `/workspace/project`, `/workspace/project/key`,
 * `/workspace/project/archive/key`, `/workspace/model-registry/name`. A project accepts `?viewId=`, `?query=` (with
 * `&archived`) or `?search`; an experiment `?experiment-tab=`; a model `?version=`. `root` is the path of the start
 * page.
 */
export function routeOf(given: URL, root: string = pageServing.root): Route {
  if (!isWithin(given.pathname, root)) return { kind: 'unknown' };
  const url = new URL(given);
  url.pathname = given.pathname.slice(root.length);
  const segments = segmentsOf(url.pathname);
  if (segments === null) return { kind: 'unknown' };
  const [workspace, projectName, third] = segments;
  const { searchParams } = url;
  if (workspace === undefined) return searchParams.has('search') ? { kind: 'search' } : { kind: 'start' };
  if (projectName === undefined) return { kind: 'workspace', workspace };
  if (projectName === registry) {
    if (third === undefined) return { kind: 'registry', workspace };
    const version = searchParams.get('version');
    const target = { kind: 'model' as const, workspace, modelName: third, ...(version ? { version } : {}) };
    return segments.length === 3 ? { kind: 'target', target, parent: null } : { kind: 'unknown' };
  }
  const parent = { workspace, projectName, ...(third === 'archive' ? { archived: true } : {}) };
  if (third === undefined) {
    const query = searchParams.get('query');
    if (query !== null) {
      const archived = searchParams.has('archived') ? { archived: true } : {};
      return { kind: 'target', target: { kind: 'query', workspace, projectName, query, ...archived }, parent };
    }
    if (searchParams.has('search')) return { kind: 'search', workspace, projectName };
  }
  const target = segments.length <= (third === 'archive' ? 4 : 3) ? targetOfPage(url.origin, url.href) : null;
  return target === null ? { kind: 'unknown' } : { kind: 'target', target, parent };
}

/** Whether a path belongs to the page whose start page is at `root`. */
export function isWithin(pathname: string, root: string = pageServing.root): boolean {
  return root === '' || pathname === root || pathname.startsWith(`${root}/`);
}

const path = (...segments: string[]) => `/${segments.map(encodeURIComponent).join('/')}`;

/** Address of the start page. */
export const startAddress = `${pageServing.root}/`;

/** Returns the path of a route with its query; `null` for an experiment whose project is unknown. */
export function addressOf(route: Exclude<Route, { kind: 'unknown' }>, root: string = pageServing.root): string | null {
  const address = addressWithin(route);
  return address === null ? null : root + address;
}

function addressWithin(route: Exclude<Route, { kind: 'unknown' }>): string | null {
  switch (route.kind) {
    case 'start':
      return '/';
    case 'workspace':
      return path(route.workspace);
    case 'registry':
      return path(route.workspace, registry);
    case 'search':
      return `${route.workspace && route.projectName ? path(route.workspace, route.projectName) : '/'}?search`;
    case 'target':
      return addressOfTarget(route.target, route.parent);
  }
}

function addressOfTarget(target: Target, parent: ParentProject | null): string | null {
  switch (target.kind) {
    case 'experiment': {
      if (parent === null) return null;
      const { workspace, projectName, archived } = parent;
      const page = path(workspace, projectName, ...(archived ? ['archive'] : []), target.experimentKey);
      return target.tab === undefined ? page : `${page}?experiment-tab=${tabIds[target.tab]}`;
    }
    case 'project': {
      const view = target.viewId === undefined ? '' : `?${new URLSearchParams({ viewId: target.viewId })}`;
      return path(target.workspace, target.projectName) + view;
    }
    case 'query': {
      const query = new URLSearchParams({ query: target.query, ...(target.archived ? { archived: '' } : {}) });
      return `${path(target.workspace, target.projectName)}?${query}`;
    }
    case 'model': {
      const version = target.version === undefined ? '' : `?${new URLSearchParams({ version: target.version })}`;
      return path(target.workspace, registry, target.modelName) + version;
    }
  }
}
