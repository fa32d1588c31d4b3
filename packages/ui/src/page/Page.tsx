import { APIExperiment } from '@tracklens/core/browser';
import { type ReactElement, Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Boundary } from '../components/Boundary.tsx';
import { Icon } from '../components/Icon.tsx';
import { lazyWithRetry } from '../components/lazy-with-retry.tsx';
import { Empty } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { experimentLabel } from '../records/experiment-label.ts';
import type { Notices } from './notices.ts';
import { crumbsOf, PageHeader } from './PageHeader.tsx';
import { PageContext, type PageContextValue, usePage } from './page-context.ts';
import { addressOf, type Route, startAddress } from './route.ts';
import type { Visit } from './router.ts';
import { StartPage } from './StartPage.tsx';
import { type SidebarChoice, useSidebar } from './use-sidebar.ts';

// The start page needs no view, and the main content is rendered without waiting for the trees in the sidebar.
const TargetPage = lazyWithRetry(async () => (await import('./TargetPage.tsx')).TargetPage);
const SidebarTrees = lazyWithRetry(async () => (await import('./SidebarTrees.tsx')).SidebarTrees);
const SearchPage = lazyWithRetry(async () => (await import('./SearchPage.tsx')).SearchPage);

/** The whole page: header, sidebar and the content of the current address. */
export function Page({
  value,
  notices,
  signedOut,
  signOut,
}: {
  readonly value: Omit<PageContextValue, 'theme'>;
  readonly notices: Notices;
  readonly signedOut: boolean;
  readonly signOut: () => Promise<void>;
}): ReactElement {
  const t = useTranslate();
  const { router, host } = value;
  const visit = useSyncExternalStore(router.subscribe, () => router.visit);
  const theme = useSyncExternalStore(host.theme.subscribe, () => host.theme.kind);
  const context = useMemo(() => ({ ...value, theme }), [value, theme]);
  const sidebar = useSidebar(visit);
  const name = useExperimentName(context, visit);
  const main = useRef<HTMLElement>(null);
  useTitle(visit.route, name);
  useFocus(main, visit, sidebar.over);
  const leave = () =>
    signOut().catch(() => host.report({ message: t('The service could not be reached to sign out.') }));

  return (
    <PageContext.Provider value={context}>
      <div className="tl-root tl-page" data-theme={theme}>
        {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page. */}
        <a
          className="tl-page-skip"
          href="#main"
          onClick={(event) => {
            // Another address would be another visit, with the initial state of the view.
            event.preventDefault();
            main.current?.focus();
          }}
        >
          {t('Skip to content')}
        </a>
        <PageHeader route={visit.route} name={name} sidebar={sidebar} onSignOut={leave} />
        {signedOut && <SignedOut />}
        <div className="tl-page-body">
          <Sidebar sidebar={sidebar} />
          <main ref={main} id="main" tabIndex={-1}>
            <Boundary key={visit.route.kind}>
              <Suspense>
                <RouteContent visit={visit} />
              </Suspense>
            </Boundary>
          </main>
        </div>
        <NoticeList notices={notices} />
      </div>
    </PageContext.Provider>
  );
}

function RouteContent({ visit }: { readonly visit: Visit }): ReactElement {
  const t = useTranslate();
  const { route } = visit;
  switch (route.kind) {
    case 'start':
      return <StartPage />;
    case 'workspace':
      return <StartPage key={route.workspace} workspace={route.workspace} />;
    case 'registry':
      return <StartPage key={route.workspace} workspace={route.workspace} part="models" />;
    case 'search':
      return <SearchPage key={visit.arrival} route={route} cause={visit.cause} />;
    case 'target':
      return <TargetPage target={route.target} parent={route.parent} visit={visit} />;
    case 'unknown':
      return (
        <div className="tl-page-content">
          <Empty title={t('There is no page at this address.')}>
            <a className="tl-link" href={startAddress}>
              {t('All workspaces')}
            </a>
          </Empty>
        </div>
      );
  }
}

function Sidebar({ sidebar: { shown, over, toggle } }: { readonly sidebar: SidebarChoice }): ReactElement {
  const t = useTranslate();
  return (
    <aside
      id="sidebar"
      className="tl-page-sidebar"
      hidden={!shown}
      data-over={over ? '' : undefined}
      aria-label={t('Trees')}
      onKeyDown={(event) => over && event.key === 'Escape' && toggle()}
    >
      {shown && (
        <Boundary>
          <Suspense>
            <SidebarTrees />
          </Suspense>
        </Boundary>
      )}
    </aside>
  );
}

/** Banner for an ended session: the service was restarted, or the user signed out in another tab. */
function SignedOut(): ReactElement {
  const t = useTranslate();
  const { settings, serving } = usePage();
  return (
    <div className="tl-page-banner" role="alert">
      <Icon name="problem" />
      {serving.isBehindJupyter ? (
        <span>{t('This browser is signed out of the Jupyter server. Reload to sign in again.')}</span>
      ) : (
        <span>
          {t('This browser is signed out. To sign in again, run in a terminal:')} <code>{settings.openCommand}</code>
        </span>
      )}
      <button type="button" className="tl-button" onClick={() => location.reload()}>
        {t('Reload')}
      </button>
    </div>
  );
}

function NoticeList({ notices }: { readonly notices: Notices }): ReactElement {
  const t = useTranslate();
  const list = useSyncExternalStore(notices.subscribe, () => notices.list);
  return (
    <div className="tl-page-notices" role="status">
      {list.map(({ id, message, remedy }) => (
        <div key={id} className="tl-page-notice">
          <div>
            <strong>{t(message)}</strong>
            {remedy && <div>{t(remedy)}</div>}
          </div>
          <button
            type="button"
            className="tl-icon-button"
            aria-label={t('Close')}
            title={t('Close')}
            onClick={() => notices.dismiss(id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}

/**
 * Returns the name of the shown experiment once it is loaded. The address is corrected if the experiment has been
 * moved.
 */
function useExperimentName({ api, router }: PageContextValue, { route }: Visit): string | null {
  const target = route.kind === 'target' && route.target.kind === 'experiment' ? route.target : null;
  const key = target?.experimentKey ?? null;
  const [known, setKnown] = useState<{ readonly key: string; readonly name: string } | null>(null);
  useEffect(() => {
    if (key === null) return;
    const abort = new AbortController();
    new APIExperiment({ api, previousExperiment: key }).getMetadata({ signal: abort.signal }).then(
      (metadata) => {
        if (abort.signal.aborted) return;
        setKnown({ key, name: experimentLabel(metadata) });
        const { route: now, state } = router.visit;
        if (now.kind !== 'target' || now.target.kind !== 'experiment') return;
        const { workspaceName, projectName, archived } = metadata;
        const parent = { workspace: workspaceName, projectName, archived };
        const address = addressOf({ ...now, parent });
        if (address !== null && address !== addressOf(now)) router.go(address, { replace: true, cause: 'view', state });
      },
      // The view itself shows the error.
      () => {},
    );
    return () => abort.abort();
  }, [api, router, key]);
  return known !== null && known.key === key ? known.name : null;
}

function useTitle(route: Route, name: string | null): void {
  const title = [...crumbsOf(route, name).map(({ label }) => label)].reverse().concat('Tracklens').join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Focuses the main content after navigation. If the view changed its own address, the focus is unchanged. */
function useFocus(main: { readonly current: HTMLElement | null }, { cause, id }: Visit, over: boolean): void {
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    // The sidebar keeps the focus while its trees are used, unless it overlays the page and closes.
    const within = over ? null : (document.activeElement?.closest('#sidebar') ?? null);
    if (cause === 'go' && within === null) main.current?.focus({ preventScroll: true });
  }, [main, cause, id, over]);
}
