import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { IStatusBar } from '@jupyterlab/statusbar';
import { Widget } from '@lumino/widgets';
import { commandIds } from '../command-ids.ts';
import { connectionIcon } from '../icons.ts';
import type { ServiceStatus } from '../service/service-status.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';

/** Shows the configured service in the status bar, and whether it responds. */
export const statusPlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:status',
  description: 'Shows the configured experiment-tracking service in the status bar.',
  autoStart: true,
  requires: [ITracklens],
  optional: [IStatusBar],
  activate(app: JupyterFrontEnd, tracklens: Tracklens, statusBar: IStatusBar | null) {
    if (statusBar === null) return;
    const item = new Widget({ node: document.createElement('button') });
    item.addClass('jp-TracklensStatus');
    const dot = document.createElement('span');
    const label = document.createElement('span');
    item.node.append(dot, label);
    const showStatus = (status: ServiceStatus) => {
      const { translate, clients } = tracklens;
      const host = status.configured ? (status.name ?? new URL(status.url).host) : translate('no service');
      const isUnreachable = status.configured && clients.isReachable === false;
      item.toggleClass('jp-mod-silent', isUnreachable);
      dot.replaceChildren(...(status.color ? [connectionIcon(status.color).element({ tag: 'span' })] : []));
      label.textContent = `Tracklens: ${isUnreachable ? translate('%1 does not respond', host) : host}`;
      item.node.title = status.configured
        ? translate(
            isUnreachable
              ? '%1 did not respond to the last request (key from %2). Click to refresh the trees.'
              : 'Experiments come from %1 (key from %2). Click to refresh the trees.',
            status.url,
            status.source,
          )
        : [status.message, status.remedy].map((sentence) => translate(sentence)).join(' ');
    };
    const update = () =>
      void tracklens.clients.status().then(showStatus, () => {
        label.textContent = 'Tracklens';
        item.node.title = tracklens.translate('The Jupyter server does not respond.');
      });
    item.node.addEventListener('click', () => {
      update();
      if (app.commands.hasCommand(commandIds.refresh)) void app.commands.execute(commandIds.refresh);
      app.shell.activateById('tracklens-sidebar');
    });
    statusBar.registerStatusItem('tracklens-service', { item, align: 'right', rank: 500 });
    tracklens.clients.onHealth(update);
    tracklens.clients.onChange(showStatus);
    void app.restored.then(update);
  },
};
