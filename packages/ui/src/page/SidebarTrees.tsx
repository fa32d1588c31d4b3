import type { Target } from '@tracklens/core/display';
import { type ComponentType, type ReactElement, useEffect, useRef } from 'react';
import { lazyWithRetry } from '../components/lazy-with-retry.tsx';
import { mountTree } from '../mount-tree.tsx';
import { type TreeDefinition, treeDefinitions } from '../trees/index.ts';
import { usePage } from './page-context.ts';

const sections = treeDefinitions.map((definition) => ({ ...definition, Tree: sidebarTree(definition) }));

/** Trees of the sidebar, each with its title. */
export function SidebarTrees(): ReactElement {
  const { t } = usePage();
  return (
    <>
      {sections.map(({ id, title, Tree }) => (
        <section key={id}>
          <h2>{t(title)}</h2>
          <Tree />
        </section>
      ))}
    </>
  );
}

/** Returns a tree whose nodes open at their addresses. Its code is loaded when it is first rendered. */
function sidebarTree({ title, load }: TreeDefinition): ComponentType {
  return lazyWithRetry(async () => {
    const createTree = await load();
    return function SidebarTree(): ReactElement {
      const { api, host, health, t } = usePage();
      const element = useRef<HTMLDivElement>(null);
      useEffect(() => {
        const onOpen = (target: Target, { newPanel }: { readonly newPanel: boolean }) =>
          host.open(target, { newPanel, activate: true });
        const tree = createTree({ api, t });
        const mounted = mountTree(element.current!, { tree, label: t(title), host, onOpen });
        const unsubscribe = health.subscribe(() => health.answers && mounted.reconnected());
        return () => {
          unsubscribe();
          mounted.dispose();
        };
      }, [api, host, health, t]);
      return <div ref={element} className="tl-page-tree" />;
    };
  });
}
