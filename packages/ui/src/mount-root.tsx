import type { Host } from '@tracklens/core/display';
import { createRoot, type Root } from 'react-dom/client';
import { TranslateContext } from './components/translate-context.ts';
import { setLocale } from './text/locale.ts';
import { english, type Translate, withNumbers } from './text/translate.ts';

/** Creates the React root of an element. Its components use the locale of a host and a translation. */
export function mountRoot(
  element: HTMLElement,
  { host, strings = english }: { readonly host: Host; readonly strings?: Translate | undefined },
): Root {
  const root = createRoot(element);
  setLocale(host.locale);
  const t = withNumbers(strings);
  return {
    render: (content) => root.render(<TranslateContext.Provider value={t}>{content}</TranslateContext.Provider>),
    unmount: () => root.unmount(),
  };
}
