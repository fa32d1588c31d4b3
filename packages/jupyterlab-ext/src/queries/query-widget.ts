import type { Message } from '@lumino/messaging';
import { type ISignal, Signal } from '@lumino/signaling';
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

/** The query panel as a tab. It reads nothing before it is first seen. */
export class QueryWidget extends Widget {
  readonly #tracklens: Tracklens;
  readonly #changed = new Signal<this, void>(this);
  #start: QueryStart | null;
  #panel: MountedQueryPanel | null = null;
  /** Counts the beginnings: what was loaded for an earlier one is not shown any more. */
  #turn = 0;
  /** The person has come to the panel before it was there; one that is restored leaves the focus where it is. */
  #awaited = false;

  constructor(tracklens: Tracklens, start: QueryStart | null) {
    super();
    this.#tracklens = tracklens;
    this.#start = start;
    this.id = 'tracklens-query';
    this.addClass('jp-TracklensQuery');
    this.title.label = tracklens.translate('Query');
    this.title.caption = tracklens.translate('Find experiments by a query');
    this.title.icon = queryIcon;
    this.title.closable = true;
  }

  /** The project and the query as they stand: what restores the panel. */
  get start(): QueryStart | null {
    return this.#start;
  }

  /** Emitted when the project or the query change. */
  get changed(): ISignal<this, void> {
    return this.#changed;
  }

  /** Begins anew, for another project. */
  startAt(start: QueryStart | null): void {
    this.#start = start;
    this.#panel?.dispose();
    this.#panel = null;
    this.#changed.emit();
    if (this.isVisible) this.#mount();
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#panel?.dispose();
    this.#panel = null;
    Signal.clearData(this);
    super.dispose();
  }

  protected override onAfterShow(_message: Message): void {
    this.#mount();
  }

  protected override onAfterAttach(_message: Message): void {
    if (this.isVisible) this.#mount();
  }

  protected override onActivateRequest(_message: Message): void {
    this.#awaited = this.#panel === null;
    this.#panel?.focus();
  }

  #mount(): void {
    if (this.#panel) return;
    this.#open(++this.#turn).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      this.node.textContent = this.#tracklens.translate(
        'The query panel cannot be shown (%1). Reload the page.',
        reason,
      );
    });
  }

  async #open(turn: number): Promise<void> {
    const [{ mountQueryPanel }, api] = await Promise.all([loadViews(), this.#tracklens.connection.api()]);
    if (this.isDisposed || turn !== this.#turn) return;
    this.node.textContent = '';
    this.#panel = mountQueryPanel(this.node, {
      api,
      host: this.#tracklens.host,
      initial: this.#start ?? undefined,
      strings: this.#tracklens.translate,
      onChange: ({ project, query }) => {
        if (project === null) return;
        this.#start = { ...project, query };
        this.#changed.emit();
      },
    });
    if (this.#awaited) requestAnimationFrame(() => this.#panel?.focus());
    this.#awaited = false;
  }
}
