import type { DocumentRegistry } from '@jupyterlab/docregistry';
import { Widget } from '@lumino/widgets';
import { reasonOf } from '@tracklens/core/client';
import { loadViews } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';
import type { RecordingContent } from './recording-content.ts';

/** Widget of a `.tracklens` file. It is drawn when the file has been read, and again when the file has changed. */
export class RecordingWidget extends Widget {
  readonly #context: DocumentRegistry.Context;
  readonly #tracklens: Tracklens;
  #content: RecordingContent | null = null;

  constructor(context: DocumentRegistry.Context, tracklens: Tracklens) {
    super();
    this.#context = context;
    this.#tracklens = tracklens;
    this.addClass('jp-TracklensRecording');
    this.node.tabIndex = -1;
    void context.ready.then(() => {
      if (this.isDisposed) return;
      context.model.contentChanged.connect(this.#draw, this);
      this.#draw();
    });
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#content?.dispose();
    this.#content = null;
    super.dispose();
  }

  #draw(): void {
    Promise.all([loadViews(), import('./recording-content.ts')]).then(
      ([views, { RecordingContent }]) => {
        if (this.isDisposed) return;
        this.#content ??= new RecordingContent(this.node, this.#context, this.#tracklens, views);
        this.#content.draw();
      },
      (error: unknown) => {
        this.node.textContent = this.#tracklens.translate(
          'The view cannot be shown (%1). Reload the page.',
          reasonOf(error),
        );
      },
    );
  }
}
