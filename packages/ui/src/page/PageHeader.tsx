import type { ParentProject } from '@tracklens/core/display';
import { Fragment, type ReactElement } from 'react';
import { Icon } from '../components/Icon.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { usePage } from './page-context.ts';
import { addressOf, type Route, startAddress } from './route.ts';
import type { SidebarChoice } from './use-sidebar.ts';

/** Breadcrumb item. */
interface Crumb {
  readonly label: string;
  readonly address: string;
}

/** Returns the breadcrumbs of a route; `name` is that of the experiment, once it is loaded. */
export function crumbsOf(route: Route, name: string | null): readonly Crumb[] {
  const workspaceCrumb = (workspace: string): Crumb => ({
    label: workspace,
    address: addressOf({ kind: 'workspace', workspace })!,
  });
  const projectCrumb = ({ workspace, projectName }: ParentProject): Crumb => ({
    label: projectName,
    address: addressOf({ kind: 'target', target: { kind: 'project', workspace, projectName }, parent: null })!,
  });
  switch (route.kind) {
    case 'start':
    case 'unknown':
      return [];
    case 'workspace':
      return [workspaceCrumb(route.workspace)];
    case 'registry':
      return [workspaceCrumb(route.workspace), { label: 'Model registry', address: addressOf(route)! }];
    case 'search': {
      const { workspace, projectName } = route;
      const within = workspace !== undefined && projectName !== undefined ? { workspace, projectName } : null;
      const above = within === null ? [] : [workspaceCrumb(within.workspace), projectCrumb(within)];
      return [...above, { label: 'Search', address: addressOf(route)! }];
    }
    case 'target': {
      const { target, parent } = route;
      const address = addressOf(route)!;
      if (target.kind === 'model') {
        const registry = addressOf({ kind: 'registry', workspace: target.workspace })!;
        const above = [workspaceCrumb(target.workspace), { label: 'Model registry', address: registry }];
        return [...above, { label: target.modelName, address }];
      }
      const above = parent === null ? [] : [workspaceCrumb(parent.workspace), projectCrumb(parent)];
      if (target.kind === 'experiment') return [...above, { label: name ?? target.experimentKey.slice(0, 9), address }];
      return target.kind === 'query' ? [...above, { label: 'Search results', address }] : above;
    }
  }
}

/** Header of the page: breadcrumbs and navigation. */
export function PageHeader({
  route,
  name,
  sidebar,
  onSignOut,
}: {
  readonly route: Route;
  readonly name: string | null;
  readonly sidebar: SidebarChoice;
  readonly onSignOut: () => void;
}): ReactElement {
  const t = useTranslate();
  const { serving } = usePage();
  const crumbs = crumbsOf(route, name);
  const parent = route.kind === 'target' ? route.parent : null;
  const search = addressOf(route.kind === 'search' ? route : { kind: 'search', ...parent })!;
  const sidebarLabel = sidebar.shown ? t('Hide the sidebar') : t('Show the sidebar');
  return (
    <header className="tl-page-header">
      <button
        type="button"
        className="tl-icon-button"
        title={sidebarLabel}
        aria-label={sidebarLabel}
        aria-expanded={sidebar.shown}
        aria-controls="sidebar"
        onClick={sidebar.toggle}
      >
        <Icon name="columns" />
      </button>
      <nav aria-label={t('Breadcrumbs')} className="tl-page-crumbs">
        <a
          className="tl-link tl-page-brand"
          href={startAddress}
          aria-current={crumbs.length === 0 ? 'page' : undefined}
        >
          Tracklens
        </a>
        {crumbs.map(({ label, address }, index) => (
          <Fragment key={address}>
            <span aria-hidden="true" className="tl-quiet">
              /
            </span>
            <a
              className="tl-link"
              href={address}
              title={label}
              aria-current={index === crumbs.length - 1 ? 'page' : undefined}
            >
              {label}
            </a>
          </Fragment>
        ))}
      </nav>
      <span className="tl-space" />
      <a className="tl-link tl-page-search" href={search} title={t('Search experiments')}>
        <Icon name="search" />
        <span>{t('Search')}</span>
      </a>
      {!serving.isBehindJupyter && (
        <button type="button" className="tl-button" onClick={onSignOut}>
          {t('Sign out')}
        </button>
      )}
    </header>
  );
}
