import type { API } from '@tracklens/core/browser';
import type { Host, ThemeKind } from '@tracklens/core/display';
import { createContext, useContext } from 'react';
import type { ServiceHealth } from '../source/service-health.ts';
import type { Translate } from '../text/translate.ts';
import type { Shell } from './first-run-commands.ts';
import type { Router } from './router.ts';

/** What the service tells its page beside the data. */
export interface PageSettings {
  /** The file that holds the key, for commands that read it; the key itself is never here. */
  readonly apiKeyFile: string | null;
  /** What a person types to open the page. */
  readonly openCommand: string;
  /** The shell of the service's machine, which commands are written for. */
  readonly shell: Shell;
}

/** What the parts of the page share. */
export interface PageContextValue {
  readonly api: API;
  readonly health: ServiceHealth;
  readonly host: Host;
  readonly router: Router;
  readonly settings: PageSettings;
  readonly theme: ThemeKind;
  readonly t: Translate;
}

export const PageContext = createContext<PageContextValue | null>(null);

/** The page around a part. */
export function usePage(): PageContextValue {
  const value = useContext(PageContext);
  if (value === null) throw new Error('This is a part of the page: draw it inside one.');
  return value;
}
