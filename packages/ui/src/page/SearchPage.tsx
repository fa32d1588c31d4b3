import { type ReactElement, useEffect, useRef } from 'react';
import { useEvent } from '../components/use-event.ts';
import { mountQueryPanel } from '../mount-query-panel.tsx';
import { usePage } from './page-context.ts';
import { addressOf, type Route } from './route.ts';
import type { Visit } from './router.ts';

/**
 * Page for searching experiments, in a project if one is given. The query that was run last is part of the address,
 * which runs it again.
 */
export function SearchPage({
  route: { workspace, projectName, query = '' },
  cause,
}: {
  readonly route: Extract<Route, { kind: 'search' }>;
  readonly cause: Visit['cause'];
}): ReactElement {
  const { api, host, router } = usePage();
  const element = useRef<HTMLDivElement>(null);
  const mount = useEvent(() => {
    const mounted = mountQueryPanel(element.current!, {
      api,
      host,
      initial: workspace !== undefined && projectName !== undefined ? { workspace, projectName, query } : undefined,
      runsInitial: true,
      onRun: (target) => {
        router.go(addressOf({ ...target, kind: 'search' })!, { replace: true, cause: 'view' });
      },
    });
    // Going back leaves the focus where the browser has it.
    if (cause !== 'history') mounted.focus();
    return mounted;
  });
  useEffect(() => {
    const mounted = mount();
    return () => mounted.dispose();
  }, [api, host, mount]);
  return <div ref={element} className="tl-page-content tl-page-wide" />;
}
