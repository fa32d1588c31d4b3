import { Widget } from '@lumino/widgets';
import type { ServiceStatus } from '../connection/connection.ts';
import type { Tracklens } from '../tokens.ts';

/** Area for the first steps of a user without a service. Their code is loaded when they are first shown. */
export class WelcomeArea extends Widget {
  readonly #tracklens: Tracklens;
  #shown = '';

  constructor(tracklens: Tracklens) {
    super();
    this.#tracklens = tracklens;
    this.addClass('jp-TracklensWelcomeArea');
    this.hide();
  }

  /** Shows the first steps for a status; null hides them. */
  async showStatus(status: ServiceStatus | null): Promise<void> {
    this.setHidden(status === null);
    const given = status === null ? '' : JSON.stringify(status);
    // What the user has typed remains while nothing has changed.
    if (given === this.#shown) return;
    this.#shown = given;
    if (status === null) return this.node.replaceChildren();
    try {
      const [{ welcome }, list] = await Promise.all([
        import('../connections/welcome.ts'),
        this.#tracklens.connections.list(),
      ]);
      if (given === this.#shown) this.node.replaceChildren(welcome(this.#tracklens, status, list).node);
    } catch (error) {
      this.#shown = '';
      this.node.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}
