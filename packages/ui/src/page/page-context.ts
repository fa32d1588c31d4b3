import type { API } from '@tracklens/core/browser';
import type { Shell } from '@tracklens/core/contract';
import type { Host, ThemeKind } from '@tracklens/core/display';
import { createContext, useContext } from 'react';
import type { ServiceHealth } from '../source/service-health.ts';
import type { PageServing } from './page-element.ts';
import type { Router } from './router.ts';

/** Settings that the service provides to its page. */
interface PageSettings {
  /** File that contains the API key, for commands that read it; the key itself is never sent to the page. */
  readonly apiKeyFile: string | null;
  /** Command that opens the page. */
  readonly openCommand: string;
  /** Shell of the service's machine, which commands are written for. */
  readonly shell: Shell;
}

/** Values shared by the components of the page. */
export interface PageContextValue {
  readonly api: API;
  readonly health: ServiceHealth;
  readonly host: Host;
  readonly router: Router;
  readonly settings: PageSettings;
  readonly serving: PageServing;
  readonly theme: ThemeKind;
}

export const PageContext = createContext<PageContextValue | null>(null);

/** Returns the context of the page. */
export function usePage(): PageContextValue {
  const value = useContext(PageContext);
  if (value === null) throw new Error('usePage: used outside a Page');
  return value;
}
