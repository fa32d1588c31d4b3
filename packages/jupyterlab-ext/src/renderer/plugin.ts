import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { INotebookTracker } from '@jupyterlab/notebook';
import { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { viewMimeType } from '@tracklens/core/display';
import { SavedOutputs } from '../saved-outputs/saved-outputs.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';
import { OutputHeights } from './output-heights.ts';
import { ViewRenderer } from './view-renderer.ts';

/** Registers the renderer for the outputs of `tracklens.display` and `experiment.display`. */
export const rendererPlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:renderer',
  description: 'Draws experiments and projects in the outputs of notebooks.',
  autoStart: true,
  requires: [IRenderMimeRegistry, ITracklens],
  optional: [INotebookTracker],
  activate(
    _app: JupyterFrontEnd,
    rendermime: IRenderMimeRegistry,
    tracklens: Tracklens,
    notebooks: INotebookTracker | null,
  ) {
    const savedOutputs = new SavedOutputs(() => tracklens.pollMillis);
    notebooks?.widgetAdded.connect((_tracker, panel) => savedOutputs.add(panel));
    notebooks?.forEach((panel) => {
      savedOutputs.add(panel);
    });
    const context = { tracklens, savedOutputs, heights: new OutputHeights() };
    rendermime.addFactory({
      // The renderer validates its input and inserts only text, so it is safe in untrusted notebooks.
      safe: true,
      mimeTypes: [viewMimeType],
      // Ranks before text/html (50), which every output also contains for readers without this extension.
      defaultRank: 40,
      createRenderer: () => new ViewRenderer(context),
    });
  },
};
