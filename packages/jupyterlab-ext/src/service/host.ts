import { type IThemeManager, Notification } from '@jupyterlab/apputils';
import type { IStateDB } from '@jupyterlab/statedb';
import { type ITranslator, nullTranslator } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';
import type { ReadonlyPartialJSONObject } from '@lumino/coreutils';
import type { Host } from '@tracklens/core/display';
import { commandIds } from '../command-ids.ts';
import { noticeActions } from '../notice-actions.ts';
import { labTheme } from './lab-theme.ts';
import { openPage } from './pages.ts';
import { persistentStorage } from './persistent-storage.ts';
import type { ServiceClients } from './service-clients.ts';
import { isStaticSite, staticSite } from './static-site.ts';

/**
 * Returns the host of JupyterLab and Notebook 7. It opens targets in panels and shows errors as notifications. A static
 * site has no panels, because only outputs have data.
 */
export function jupyterHost(
  clients: ServiceClients,
  commands: CommandRegistry,
  themes: IThemeManager | null,
  state: IStateDB | null,
  translator: ITranslator | null,
): Host {
  const text = (translator ?? nullTranslator).load('tracklens');
  const report: Host['report'] = ({ message, remedy }) => {
    const shown = [message, remedy].filter(Boolean).join(' ');
    Notification.error(shown, { autoClose: 10_000, actions: noticeActions(shown, (sentence) => text.__(sentence)) });
  };
  return {
    locale: translator?.languageCode,
    ...(state ? { storage: persistentStorage(state) } : {}),
    open(target, options) {
      if (!commands.hasCommand(commandIds.open)) {
        report({ message: text.__('Panels need a Jupyter server.'), remedy: text.__(staticSite.remedy) });
        return;
      }
      void commands.execute(commandIds.open, { target, ...options } as unknown as ReadonlyPartialJSONObject);
    },
    openExternal(url) {
      void openPage(url, {
        here: location.href,
        openTab: (address, features) => window.open(address, '_blank', features),
        browserAddress: (page, isOutOfReach) => clients.browserAddress(page, isOutOfReach),
      }).then((opened) => {
        if (opened === 'blocked')
          report({ message: text.__('The browser blocked the page.'), remedy: text.__('Allow pop-ups here.') });
        if (opened !== 'out-of-reach') return;
        if (isStaticSite())
          report({
            message: text.__('The page is on the machine that made this output (%1).', new URL(url).host),
            remedy: text.__('Open the notebook there.'),
          });
        else
          report({
            message: text.__(
              'The page is on the machine of the Jupyter server (%1), which this browser cannot reach.',
              new URL(url).host,
            ),
            remedy: text.__('Connect to its service in the Tracklens sidebar.'),
          });
      });
    },
    report,
    theme: labTheme(themes),
  };
}
