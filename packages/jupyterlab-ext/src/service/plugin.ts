import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { IThemeManager } from '@jupyterlab/apputils';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { IStateDB } from '@jupyterlab/statedb';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import { UserConnections } from '../connections/user-connections.ts';
import { LabManagement } from '../manage/management.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';
import { jupyterHost } from './host.ts';
import { JupyterRequest } from './jupyter-request.ts';
import { labTranslation } from './lab-translation.ts';
import { ServiceClients } from './service-clients.ts';
import { staticSiteOutput } from './static-site.ts';
import { untrustedNotebook } from './untrusted-notebook.ts';

const id = '@tracklens/jupyterlab-ext:plugin';

/** Provides the connection, the host and the settings to the other plugins. Sends no request to the service. */
export const connectionPlugin: JupyterFrontEndPlugin<Tracklens> = {
  id,
  description: 'The connection to the experiment-tracking service, through the Jupyter server.',
  autoStart: true,
  provides: ITracklens,
  optional: [IThemeManager, ITranslator, ISettingRegistry, IStateDB],
  activate(
    app: JupyterFrontEnd,
    themes: IThemeManager | null,
    translator: ITranslator | null,
    settings: ISettingRegistry | null,
    state: IStateDB | null,
  ): Tracklens {
    const translate = labTranslation((translator ?? nullTranslator).load('tracklens'));
    let pollMillis = 5000;
    let treePollMillis = 10_000;
    settings
      ?.load(id)
      .then((loaded) => {
        const read = () => {
          pollMillis = Math.max(1, Number(loaded.get('pollSeconds').composite ?? 5)) * 1000;
          treePollMillis = Math.max(1, Number(loaded.get('treePollSeconds').composite ?? 10)) * 1000;
        };
        read();
        loaded.changed.connect(read);
      })
      .catch((error: unknown) => console.warn('Tracklens: the settings cannot be read; using the defaults.', error));
    const jupyter = new JupyterRequest(app.serviceManager.serverSettings);
    const clients = new ServiceClients(jupyter);
    const management = new LabManagement(() => tracklens);
    const tracklens: Tracklens = {
      clients,
      connections: new UserConnections(jupyter, clients),
      commands: app.commands,
      management,
      host: jupyterHost(clients, app.commands, themes, state, translator),
      translate,
      untrusted: jupyter.isStaticSite ? staticSiteOutput(translate) : untrustedNotebook(app.commands),
      get treePollMillis() {
        return treePollMillis;
      },
      get pollMillis() {
        return pollMillis;
      },
    };
    return tracklens;
  },
};
