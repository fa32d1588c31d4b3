import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { Widget } from '@lumino/widgets';
import { reasonOf } from '@tracklens/core/client';
import { type ViewPayload, viewMimeType } from '@tracklens/core/display';
import type { MountedView } from '@tracklens/ui';
import { loadViews, type Views } from '../load-views.ts';
import type { SavedOutput } from '../saved-outputs/saved-output.ts';
import type { SavedOutputs } from '../saved-outputs/saved-outputs.ts';
import { type OutputConnection, openOnService, outputConnection } from '../service/output-connection.ts';
import type { Tracklens } from '../tokens.ts';
import type { OutputHeights } from './output-heights.ts';
import { handleOutputKeys } from './output-keys.ts';
import { savedImages } from './saved-images.ts';

/** Services that all outputs share. */
export interface OutputContext {
  readonly tracklens: Tracklens;
  readonly savedOutputs: SavedOutputs;
  readonly heights: OutputHeights;
}

/**
 * Element of a view. Find of JupyterLab skips its text: elsewhere it splits and joins text nodes, which React needs
 * unchanged. Of the elements that it skips, this one shows its content, also to screen readers.
 */
const viewElement = 'picture'; // cspell:disable-line

/**
 * Renderer of one output. In an untrusted notebook it shows only the saved data, with a notice, sends no request and
 * writes nothing. In a trusted one, the saved form of the output follows the view.
 */
export class ViewRenderer extends Widget implements IRenderMime.IRenderer {
  readonly #tracklens: Tracklens;
  readonly #savedOutputs: SavedOutputs;
  readonly #heights: OutputHeights;
  /** Follows the size of the view once it is shown. */
  readonly #resizing: ResizeObserver;
  #view: MountedView | null = null;
  #saved: SavedOutput | null = null;
  #drawn = '';
  #model: IRenderMime.IMimeModel | null = null;
  /** Address of the page of what the view shows, on the service that made the output. */
  #page: string | undefined;
  readonly #unsubscribe: () => void;

  constructor({ tracklens, savedOutputs, heights }: OutputContext) {
    super();
    this.#tracklens = tracklens;
    this.#savedOutputs = savedOutputs;
    this.#heights = heights;
    this.#resizing = new ResizeObserver(() => {
      if (this.#model === null) return;
      const { offsetWidth: width, offsetHeight: height } = this.node;
      heights.remember(this.#model.data[viewMimeType], { width, height });
    });
    this.addClass('jp-TracklensOutput');
    handleOutputKeys(this.node);
    this.#unsubscribe = tracklens.clients.onChange(() => this.#renderAgain());
  }

  renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    this.#model = model;
    return this.#render(model, false);
  }

  /** Renders the output; `reconnects` when it is the same output with another connection. */
  async #render(model: IRenderMime.IMimeModel, reconnects: boolean): Promise<void> {
    const data = model.data[viewMimeType];
    const { trusted } = model;
    const text = JSON.stringify(data);
    // The host renders again on any change of the output, so unchanged data is skipped.
    const given = `${trusted} ${text}`;
    if (given === this.#drawn) return;
    this.#drawn = given;
    // The view shows what was written from it.
    if (trusted && !reconnects && this.#view !== null && this.#saved?.hasWritten(text)) return;
    if (this.#view === null) this.#showSavedImages(model);
    try {
      const views = await loadViews();
      const read = views.readViewPayload(data);
      const from: OutputConnection =
        read.ok && trusted
          ? await outputConnection(this.#tracklens, read.payload.url)
          : { api: null, offlineReason: this.#tracklens.untrusted };
      if (this.isDisposed || given !== this.#drawn) return;
      if (!read.ok) {
        this.#clear();
        this.#showMessage(this.#tracklens.translate(read.problem), 'jp-TracklensOutput-problem');
      } else {
        this.#show(views, read.payload, from);
        this.#attachSavedOutput(model, read.payload);
      }
    } catch (error) {
      if (this.isDisposed || given !== this.#drawn) return;
      this.#drawn = '';
      this.#clear();
      const problem = this.#tracklens.translate('The view cannot be shown (%1). Reload the page.', reasonOf(error));
      this.#showMessage(problem, 'jp-TracklensOutput-problem');
    }
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#unsubscribe();
    this.#resizing.disconnect();
    this.#clear();
    super.dispose();
  }

  /** Renders the output with the connections of the user after they have changed. */
  #renderAgain(): void {
    if (this.#model === null || !this.#model.trusted) return;
    this.#drawn = '';
    void this.#render(this.#model, true);
  }

  #show({ mountView }: Views, payload: ViewPayload, { api, offlineReason }: OutputConnection): void {
    this.#page = payload.url;
    if (this.#view !== null) {
      this.#view.update({ payload, api, offlineReason });
      return;
    }
    const element = this.#newElement();
    this.#view = mountView(element, {
      payload,
      api,
      offlineReason,
      host: {
        ...this.#tracklens.host,
        readOnly: true,
        open: (target, options) => void openOnService(this.#tracklens, this.#page, target, options),
      },
      layout: 'cell',
      strings: this.#tracklens.translate,
      pollMillis: this.#tracklens.pollMillis,
      onStateChange: () => this.#view && this.#saved?.arranged(this.#view),
      onDataChange: () => this.#saved?.changed(),
      onHeightChange: (height) => this.#saved?.resize(height),
      onReady: () => {
        this.#savedImages()?.remove();
        this.#resizing.observe(element);
      },
    });
  }

  /**
   * Shows the saved images of the output until its view is drawn. They take the height that the view had before at
   * about the same width.
   */
  #showSavedImages({ data }: IRenderMime.IMimeModel): void {
    this.#showMessage(this.#tracklens.translate('Loading the view…'), 'jp-TracklensOutput-loading');
    const saved = savedImages(data['text/html']);
    if (saved === null) return;
    saved.prepend(...this.node.childNodes);
    this.node.append(saved);
    const resizing = new ResizeObserver(() => {
      const height = this.#heights.of(data[viewMimeType], this.node.offsetWidth);
      saved.style.height = height === undefined ? '' : `${height}px`;
    });
    // The line above the images has the width of the output, and its height does not depend on that of the images.
    resizing.observe(saved.firstElementChild!);
  }

  /** Adds the element of the view. Next to saved images, it is not visible. */
  #newElement(): HTMLElement {
    const element = document.createElement(viewElement);
    element.className = 'jp-TracklensOutput-view';
    if (this.#savedImages() === null) this.node.replaceChildren();
    this.node.append(element);
    return element;
  }

  #savedImages(): Element | null {
    return this.node.querySelector('.jp-TracklensOutput-saved');
  }

  /** Lets the saved form of an output follow the view. */
  #attachSavedOutput(model: IRenderMime.IMimeModel, payload: ViewPayload): void {
    const view = this.#view;
    if (view === null) return;
    const saved = model.trusted ? this.#savedOutputs.of(model) : null;
    if (saved !== this.#saved) this.#saved?.detach(view);
    this.#saved = saved;
    saved?.attach({ view, payload });
  }

  #clear(): void {
    if (this.#view === null) return;
    this.#saved?.detach(this.#view);
    this.#saved = null;
    this.#view.dispose();
    this.#view = null;
  }

  #showMessage(sentence: string, className: string): void {
    const line = document.createElement('p');
    line.className = className;
    line.textContent = sentence;
    this.node.replaceChildren(line);
  }
}
