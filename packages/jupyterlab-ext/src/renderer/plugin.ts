import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { viewMimeType } from '@tracklens/core/display';
import { ITracklens, type Tracklens } from '../tokens.ts';
import { ViewRenderer } from './view-renderer.ts';

/** Draws saved and fresh outputs of `tracklens.display` and of `experiment.display`. */
export const rendererPlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:renderer',
  description: 'Draws experiments and projects in the outputs of notebooks.',
  autoStart: true,
  requires: [IRenderMimeRegistry, ITracklens],
  activate(_app: JupyterFrontEnd, rendermime: IRenderMimeRegistry, tracklens: Tracklens) {
    rendermime.addFactory({
      // It validates what it is given and inserts text only, so it may draw in notebooks nobody has trusted.
      safe: true,
      mimeTypes: [viewMimeType],
      // Before text/html (50), which every output of ours holds for readers without this extension.
      defaultRank: 40,
      createRenderer: () => new ViewRenderer(tracklens),
    });
  },
};
