import type { Message } from '@lumino/messaging';
import { type ISignal, Signal } from '@lumino/signaling';
import type { MountedQueryPanel } from '@tracklens/ui';
import { queryIcon } from '../icons.ts';
import { LazyWidget } from '../lazy-widget.ts';
import { loadViews } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';

/** Project and query that the panel starts with. */
export interface QueryStart {
  readonly workspace: string;
  readonly projectName: string;
  readonly query?: string;
}

/** Query panel. It loads nothing before it first becomes visible. */
export class QueryWidget extends LazyWidget<MountedQueryPanel> {
  readonly #tracklens: Tracklens;
  readonly #changed = new Signal<this, void>(this);
  #start: QueryStart | null;
  /**
   * Whether the panel was activated before its content was loaded and should take the focus. A restored panel does
   * not.
   */
  #awaited = false;
  readonly #unsubscribe: () => void;

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
    this.#unsubscribe = tracklens.connection.onChange(({ configured }) => configured && this.reload());
  }

  override dispose(): void {
    this.#unsubscribe();
    super.dispose();
  }

  /** Current project and query, used to restore the panel. */
  get start(): QueryStart | null {
    return this.#start;
  }

  /** Emitted when the project or the query changes. */
  get changed(): ISignal<this, void> {
    return this.#changed;
  }

  /** Reloads the panel with another project or query. */
  startAt(start: QueryStart | null): void {
    this.#start = start;
    this.#changed.emit();
    this.reload();
  }

  protected override onActivateRequest(_message: Message): void {
    this.#awaited = this.content === null;
    this.content?.focus();
  }

  protected override problem(reason: string): string {
    return this.#tracklens.translate('The query panel cannot be shown (%1). Reload the page.', reason);
  }

  protected override async load(): Promise<() => MountedQueryPanel> {
    const [{ mountQueryPanel }, api] = await Promise.all([loadViews(), this.#tracklens.connection.api()]);
    return () => {
      if (this.#awaited) requestAnimationFrame(() => this.content?.focus());
      this.#awaited = false;
      return mountQueryPanel(this.node, {
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
    };
  }
}
