import { type ComponentType, type ReactElement, Suspense } from 'react';
import { lazyWithRetry } from '../components/lazy-with-retry.tsx';
import { Loading } from '../components/Notice.tsx';
import { useTranslate } from '../components/translate-context.ts';
import type { TabProps } from './tab.ts';

/** Returns a tab whose code is lazily loaded when it is first opened, so that it does not delay the first paint. */
export function lazyTab(load: () => Promise<ComponentType<TabProps>>): ComponentType<TabProps> {
  const Tab = lazyWithRetry(load);
  return function LazyTab(props: TabProps): ReactElement {
    const t = useTranslate();
    return (
      <Suspense fallback={<Loading label={t('Loading the tab…')} rows={6} />}>
        <Tab {...props} />
      </Suspense>
    );
  };
}
