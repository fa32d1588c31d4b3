import { type ParentProject, pageOfTarget, type Target, targetOfPage } from '@tracklens/core/display';
import { pageServing } from './page-element.ts';

/** Content shown at an address of the page. */
export type Route =
  | { readonly kind: 'start' }
  | { readonly kind: 'workspace'; readonly workspace: string }
  | { readonly kind: 'registry'; readonly workspace: string }
  | { readonly kind: 'search'; readonly workspace?: string; readonly projectName?: string; readonly query?: string }
  | { readonly kind: 'target'; readonly target: Target; readonly parent: ParentProject | null }
  | { readonly kind: 'unknown' };

/** Path segment for the registered models of a workspace, in the position of a project name. */
const registry = 'model-registry';

function segmentsOf(pathname: string): string[] | null {
  try {
    return pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/**
 * Parses an address: `/`, `/workspace`, `/workspace/model-registry`, or that of a target (`pageOfTarget`). The start
 * page and a project accept `?search`, a project also with the query that is run. `root` is the path of the start page.
 */
export function routeOf(given: URL, root: string = pageServing.root): Route {
  if (!isWithin(given.pathname, root)) return { kind: 'unknown' };
  const url = new URL(given);
  url.pathname = given.pathname.slice(root.length);
  const segments = segmentsOf(url.pathname);
  if (segments === null) return { kind: 'unknown' };
  const [workspace, projectName, third] = segments;
  const search = url.searchParams.get('search');
  if (workspace === undefined) return search !== null ? { kind: 'search' } : { kind: 'start' };
  if (projectName === undefined) return { kind: 'workspace', workspace };
  if (projectName === registry && third === undefined) return { kind: 'registry', workspace };
  const isArchived = third === 'archive' && projectName !== registry;
  const target =
    segments.length <= (isArchived || projectName === registry ? 4 : 3) && targetOfPage(url.origin, url.href);
  if (!target) return { kind: 'unknown' };
  if (target.kind === 'project' && search !== null)
    return { kind: 'search', workspace, projectName, ...(search === '' ? {} : { query: search }) };
  const parent = { workspace, projectName, ...(isArchived ? { archived: true } : {}) };
  return { kind: 'target', target, parent: target.kind === 'model' ? null : parent };
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
      if (!route.workspace || !route.projectName) return '/?search';
      return `${path(route.workspace, route.projectName)}?search${route.query ? `=${encodeURIComponent(route.query)}` : ''}`;
    case 'target':
      return pageOfTarget('', route.target, route.parent);
  }
}
