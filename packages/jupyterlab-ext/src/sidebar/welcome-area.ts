import { Widget } from '@lumino/widgets';
import { reasonOf } from '@tracklens/core/client';
import type { ServiceStatus } from '../service/service-status.ts';
import { isStaticSite } from '../service/static-site.ts';
import type { Tracklens } from '../tokens.ts';

/**
 * Area for the first steps of a user without a service. Their code is loaded when they are first shown. Without the
 * server extension it says what is missing.
 */
export class WelcomeArea extends Widget {
  readonly #tracklens: Tracklens;
  readonly #retry: () => void;
  #shown = '';

  /** `retry` reads the status again. */
  constructor(tracklens: Tracklens, retry: () => void) {
    super();
    this.#tracklens = tracklens;
    this.#retry = retry;
    this.addClass('jp-TracklensWelcomeArea');
    this.hide();
  }

  /** Shows the first steps for a status; hidden with a service. */
  async showStatus(status: ServiceStatus): Promise<void> {
    this.setHidden(status.configured);
    const given = status.configured ? '' : JSON.stringify(status);
    // What the user has typed remains while nothing has changed.
    if (given === this.#shown) return;
    this.#shown = given;
    if (status.configured) return this.node.replaceChildren();
    if (status.id === null) return this.#showMissing(status);
    try {
      const [{ welcome }, list] = await Promise.all([
        import('../connections/welcome.ts'),
        this.#tracklens.connections.list(),
      ]);
      if (given === this.#shown) this.node.replaceChildren(welcome(this.#tracklens, status, list).node);
    } catch (error) {
      if (given !== this.#shown) return;
      this.#shown = '';
      this.node.textContent = reasonOf(error);
    }
  }

  /** Shows why nothing can be started here, with a button where that may change. */
  #showMissing({ message, remedy }: ServiceStatus & { configured: false }): void {
    const { translate } = this.#tracklens;
    const text = document.createElement('div');
    text.className = 'jp-TracklensWelcome';
    text.append(
      ...[message, remedy].map((sentence) => {
        const line = document.createElement('p');
        line.textContent = translate(sentence);
        return line;
      }),
    );
    this.node.replaceChildren(text);
    if (isStaticSite()) return;
    const retry = document.createElement('button');
    retry.className = 'jp-mod-styled';
    retry.textContent = translate('Retry');
    retry.addEventListener('click', this.#retry);
    text.append(retry);
  }
}
