import { Widget } from '@lumino/widgets';
import type { Tracklens } from '../tokens.ts';

/**
 * First steps for a user without a service: starts a local one, empty or with demo data. Hidden once a service is
 * configured.
 */
export class Welcome extends Widget {
  readonly #tracklens: Tracklens;
  readonly #onStarted: () => void;
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #state = document.createElement('p');

  constructor(tracklens: Tracklens, onStarted: () => void) {
    super();
    this.#tracklens = tracklens;
    this.#onStarted = onStarted;
    const { translate } = tracklens;
    this.addClass('jp-TracklensWelcome');
    this.hide();
    const text = document.createElement('p');
    text.textContent = translate('No service is connected. A local one keeps your experiments on this machine.');
    this.#buttons = [
      this.#button(translate('Start a Local Service'), 'service'),
      this.#button(translate('Try with Demo Data'), 'demo'),
    ];
    this.#state.setAttribute('role', 'alert');
    this.node.append(text, ...this.#buttons, this.#state);
  }

  /** Shows or hides this widget according to the configuration of the Jupyter server. */
  async checkService(): Promise<void> {
    const { configured } = await this.#tracklens.connection.status();
    this.setHidden(configured);
  }

  #button(label: string, kind: 'service' | 'demo'): HTMLButtonElement {
    const button = document.createElement('button');
    button.className = 'jp-mod-styled';
    button.textContent = label;
    button.addEventListener('click', () => void this.#start(kind));
    return button;
  }

  async #start(kind: 'service' | 'demo'): Promise<void> {
    for (const button of this.#buttons) button.disabled = true;
    this.#state.textContent = this.#tracklens.translate('Starting…');
    try {
      await this.#tracklens.connection.startLocalService(kind);
      this.#state.textContent = '';
      await this.checkService();
      this.#onStarted();
    } catch (error) {
      this.#state.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      for (const button of this.#buttons) button.disabled = false;
    }
  }
}
