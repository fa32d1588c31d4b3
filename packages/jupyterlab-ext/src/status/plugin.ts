import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { IStatusBar } from '@jupyterlab/statusbar';
import { Widget } from '@lumino/widgets';
import { commandIds } from '../command-ids.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';

/** Says in the status bar which service is configured; asked of the Jupyter server when the lab stands. */
export const statusPlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:status',
  description: 'Says in the status bar which experiment-tracking service is configured.',
  autoStart: true,
  requires: [ITracklens],
  optional: [IStatusBar],
  activate(app: JupyterFrontEnd, tracklens: Tracklens, statusBar: IStatusBar | null) {
    if (statusBar === null) return;
    const item = new Widget({ node: document.createElement('button') });
    item.addClass('jp-TracklensStatus');
    const show = async () => {
      const status = await tracklens.connection.status();
      const host = status.configured ? new URL(status.url).host : tracklens.translate('no service');
      item.node.textContent = `Tracklens: ${host}`;
      item.node.title = status.configured
        ? tracklens.translate(
            'Experiments come from %1 (key from %2). Click to read the trees anew.',
            status.url,
            status.source,
          )
        : [status.message, status.remedy].map((sentence) => tracklens.translate(sentence)).join(' ');
    };
    const update = () =>
      void show().catch(() => {
        item.node.textContent = 'Tracklens';
        item.node.title = tracklens.translate('The Jupyter server does not answer.');
      });
    item.node.addEventListener('click', () => {
      update();
      void app.commands.execute(commandIds.refresh);
      app.shell.activateById('tracklens-sidebar');
    });
    statusBar.registerStatusItem('tracklens-service', { item, align: 'right', rank: 500 });
    void app.restored.then(update);
  },
};
