import type { Target } from '@tracklens/core/display';
import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import { mountTree } from '../mount-tree.tsx';
import { explorerTree, registryTree } from '../trees/index.ts';
import type { TreeSource } from '../trees/tree-node.ts';
import { usePage } from './page-context.ts';

/** Trees of the sidebar: experiments and models. */
export function SidebarTrees(): ReactElement {
  const { api } = usePage();
  const trees = useMemo(() => [explorerTree(api), registryTree(api)], [api]);
  return (
    <>
      {trees.map((tree) => (
        <section key={tree.label}>
          <h2>{tree.label}</h2>
          <TreePlace tree={tree} />
        </section>
      ))}
    </>
  );
}

/** Tree whose nodes open at their addresses. */
function TreePlace({ tree }: { readonly tree: TreeSource }): ReactElement {
  const { host, health } = usePage();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onOpen = (target: Target, { newPanel }: { readonly newPanel: boolean }) =>
      host.open(target, { newPanel, activate: true });
    const mounted = mountTree(element.current!, { tree, host, onOpen });
    const unsubscribe = health.subscribe(() => health.answers && mounted.reconnected());
    return () => {
      unsubscribe();
      mounted.dispose();
    };
  }, [tree, host, health]);
  return <div ref={element} className="tl-page-tree" />;
}
