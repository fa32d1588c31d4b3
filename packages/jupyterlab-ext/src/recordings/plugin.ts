import { ILayoutRestorer, type JupyterFrontEnd, type JupyterFrontEndPlugin } from '@jupyterlab/application';
import { WidgetTracker } from '@jupyterlab/apputils';
import { ABCWidgetFactory, type DocumentRegistry, DocumentWidget } from '@jupyterlab/docregistry';
import { tracklensIcon } from '../icons.ts';
import { ITracklens, type Tracklens } from '../tokens.ts';
import { RecordingWidget } from './recording-widget.ts';

const factoryName = 'Tracklens';

/** Creates the widgets of `.tracklens` files. */
class RecordingFactory extends ABCWidgetFactory<DocumentWidget<RecordingWidget>> {
  readonly #tracklens: Tracklens;

  constructor(tracklens: Tracklens) {
    super({
      name: factoryName,
      label: tracklens.translate('Saved view or recording of Tracklens'),
      fileTypes: ['tracklens'],
      defaultFor: ['tracklens'],
      readOnly: true,
      modelName: 'base64',
    });
    this.#tracklens = tracklens;
  }

  protected createNewWidget(context: DocumentRegistry.Context): DocumentWidget<RecordingWidget> {
    const widget = new DocumentWidget({ context, content: new RecordingWidget(context, this.#tracklens) });
    widget.title.icon = tracklensIcon;
    return widget;
  }
}

/** Opens `.tracklens` files: saved views and recordings of experiments. */
export const recordingsPlugin: JupyterFrontEndPlugin<void> = {
  id: '@tracklens/jupyterlab-ext:recordings',
  description: 'Opens saved views and recordings of experiments.',
  autoStart: true,
  requires: [ITracklens],
  optional: [ILayoutRestorer],
  activate({ docRegistry }: JupyterFrontEnd, tracklens: Tracklens, restorer: ILayoutRestorer | null) {
    docRegistry.addFileType({
      name: 'tracklens',
      displayName: tracklens.translate('Saved View or Recording'),
      extensions: ['.tracklens'],
      mimeTypes: [],
      contentType: 'file',
      fileFormat: 'base64',
      icon: tracklensIcon,
    });
    const factory = new RecordingFactory(tracklens);
    const tracker = new WidgetTracker<DocumentWidget<RecordingWidget>>({ namespace: 'tracklens-recordings' });
    factory.widgetCreated.connect((_factory, widget) => {
      void tracker.add(widget);
      widget.context.pathChanged.connect(() => void tracker.save(widget));
    });
    // The type of the factory declares an optional property in another way than that of the registry.
    docRegistry.addWidgetFactory(factory as unknown as DocumentRegistry.WidgetFactory);
    void restorer?.restore(tracker, {
      command: 'docmanager:open',
      args: ({ context }) => ({ path: context.path, factory: factoryName }),
      name: ({ context }) => context.path,
    });
  },
};
