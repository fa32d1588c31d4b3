import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { Widget } from '@lumino/widgets';
import { reasonOf } from '@tracklens/core/client';
import { viewMimeType } from '@tracklens/core/display';
import type { MountedView } from '@tracklens/ui';
import { loadViews } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';

/**
 * Renderer of one output. In an untrusted notebook it shows only the saved data, with a notice, and sends no request.
 * It never writes to the notebook.
 */
export class ViewRenderer extends Widget implements IRenderMime.IRenderer {
  readonly #tracklens: Tracklens;
  #view: MountedView | null = null;
  #drawn = '';

  constructor(tracklens: Tracklens) {
    super();
    this.#tracklens = tracklens;
    this.addClass('jp-TracklensOutput');
  }

  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    const data = model.data[viewMimeType];
    const { trusted } = model;
    // The host renders again on any change of the output, so unchanged data is skipped.
    const given = `${trusted} ${JSON.stringify(data)}`;
    if (given === this.#drawn) return;
    this.#drawn = given;
    if (this.#view === null) this.#say(this.#tracklens.translate('Loading the view…'), 'jp-TracklensOutput-loading');
    try {
      const { mountView, readViewPayload } = await loadViews();
      const read = readViewPayload(data);
      const api = read.ok && trusted ? await this.#tracklens.connection.reader() : null;
      const savedOnly = trusted ? null : this.#tracklens.untrusted;
      if (this.isDisposed || given !== this.#drawn) return;
      if (!read.ok) {
        this.#clear();
        this.#say(this.#tracklens.translate(read.problem), 'jp-TracklensOutput-problem');
      } else if (this.#view === null) {
        this.node.replaceChildren();
        this.#view = mountView(this.node, {
          payload: read.payload,
          api,
          savedOnly,
          host: { ...this.#tracklens.host, readOnly: true },
          layout: 'cell',
          strings: this.#tracklens.translate,
          pollMillis: this.#tracklens.pollMillis,
        });
      } else {
        this.#view.update({ payload: read.payload, api, savedOnly });
      }
    } catch (error) {
      this.#drawn = '';
      this.#clear();
      const problem = this.#tracklens.translate('The view cannot be shown (%1). Reload the page.', reasonOf(error));
      this.#say(problem, 'jp-TracklensOutput-problem');
    }
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#view?.dispose();
    this.#view = null;
    super.dispose();
  }

  #clear(): void {
    this.#view?.dispose();
    this.#view = null;
  }

  #say(sentence: string, className: string): void {
    const line = document.createElement('p');
    line.className = className;
    line.textContent = sentence;
    this.node.replaceChildren(line);
  }
}
