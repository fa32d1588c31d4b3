import type { Target } from '@tracklens/core/display';
import { type ComponentType, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { lazyWithRetry } from '../components/lazy-with-retry.tsx';
import { SearchField } from '../components/SearchField.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { useDebounced } from '../components/use-debounced.ts';
import { mountTree } from '../mount-tree.tsx';
import { type TreeDefinition, treeDefinitions } from '../trees/index.ts';
import { usePage } from './page-context.ts';

const sections = treeDefinitions.map((definition) => ({ ...definition, Tree: sidebarTree(definition) }));

/** Delay after the last key before the trees are searched, in milliseconds. */
const debounceMillis = 250;

/** Trees of the sidebar, each with its title. They share one filter. */
export function SidebarTrees(): ReactElement {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const filter = useDebounced(typed, debounceMillis);
  return (
    <>
      <div className="tl-page-filter" title={t('Filter by name, key, tag, parameter=value, state, script or a query')}>
        <SearchField value={typed} onChange={setTyped} label={t('Filter')} />
      </div>
      {sections.map(({ id, title, Tree }) => (
        <section key={id}>
          <h2>{t(title)}</h2>
          <Tree filter={filter} />
        </section>
      ))}
    </>
  );
}

/** Returns a tree whose nodes open at their addresses. Its code is loaded when it is first rendered. */
function sidebarTree({ title, load }: TreeDefinition): ComponentType<{ readonly filter: string }> {
  return lazyWithRetry(async () => {
    const createTree = await load();
    return function SidebarTree({ filter }: { readonly filter: string }): ReactElement {
      const t = useTranslate();
      const { api, host, health } = usePage();
      const element = useRef<HTMLDivElement>(null);
      const tree = useMemo(() => createTree({ api, t }), [api, t]);
      useEffect(() => tree.setFilter(filter), [tree, filter]);
      useEffect(() => {
        const onOpen = (target: Target, { newPanel }: { readonly newPanel: boolean }) =>
          host.open(target, { newPanel, activate: true });
        const mounted = mountTree(element.current!, { tree, label: t(title), host, onOpen });
        const unsubscribe = health.subscribe(() => health.responds && mounted.reconnected());
        return () => {
          unsubscribe();
          mounted.dispose();
        };
      }, [tree, host, health, t]);
      return <div ref={element} className="tl-page-tree" />;
    };
  });
}
