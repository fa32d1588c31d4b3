import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import type { MountedQueryPanel } from '@tracklens/ui';
import { queryIcon } from '../icons.ts';
import { loadViews } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';

/** Where a search starts. */
export interface QueryStart {
  readonly workspace: string;
  readonly projectName: string;
  readonly query?: string;
}

/** The query panel as a tab. */
export class QueryWidget extends Widget {
  readonly #tracklens: Tracklens;
  #panel: MountedQueryPanel | null = null;

  constructor(tracklens: Tracklens, start: QueryStart | null) {
    super();
    this.#tracklens = tracklens;
    this.id = 'tracklens-query';
    this.addClass('jp-TracklensQuery');
    this.title.label = tracklens.translate('Query');
    this.title.caption = tracklens.translate('Find experiments by a query');
    this.title.icon = queryIcon;
    this.title.closable = true;
    this.startAt(start);
  }

  /** Begins anew, for another project. */
  startAt(start: QueryStart | null): void {
    this.#panel?.dispose();
    this.#panel = null;
    this.#open(start).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      this.node.textContent = this.#tracklens.translate(
        'The query panel cannot be shown (%1). Reload the page.',
        reason,
      );
    });
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#panel?.dispose();
    this.#panel = null;
    super.dispose();
  }

  protected override onActivateRequest(_message: Message): void {
    this.#panel?.focus();
  }

  async #open(start: QueryStart | null): Promise<void> {
    const [{ mountQueryPanel }, api] = await Promise.all([loadViews(), this.#tracklens.connection.api()]);
    if (this.isDisposed || this.#panel) return;
    this.node.textContent = '';
    this.#panel = mountQueryPanel(this.node, {
      api,
      host: this.#tracklens.host,
      initial: start ?? undefined,
      strings: this.#tracklens.translate,
    });
    if (this.isVisible) requestAnimationFrame(() => this.#panel?.focus());
  }
}
