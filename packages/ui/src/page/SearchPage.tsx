import { type ReactElement, useEffect, useRef } from 'react';
import { mountQueryPanel } from '../mount-query-panel.tsx';
import { usePage } from './page-context.ts';

/** Page for searching experiments, in a project if one is given. */
export function SearchPage({
  workspace,
  projectName,
}: {
  readonly workspace?: string | undefined;
  readonly projectName?: string | undefined;
}): ReactElement {
  const { api, host } = usePage();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const initial = workspace !== undefined && projectName !== undefined ? { workspace, projectName } : undefined;
    const mounted = mountQueryPanel(element.current!, { api, host, initial });
    mounted.focus();
    return () => mounted.dispose();
  }, [api, host, workspace, projectName]);
  return <div ref={element} className="tl-page-content tl-page-wide" />;
}
